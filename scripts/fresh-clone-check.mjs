import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endOf, run, start, stop } from "./lib/child-process.mjs";
import { cleanUp, cleanUpOnSignals } from "./lib/clean-up.mjs";
import { freePort } from "./lib/free-port.mjs";
import { ROOT } from "./lib/project-paths.mjs";
import { temporaryFolder } from "./lib/temporary-folder.mjs";

const START_TIMEOUT_MS = 300_000;

/**
 * Does what a newcomer does, with what is committed: clone, `npm start` until it answers, stop it, `npm test`. Run by
 * hand; it is no part of the suites, which it runs itself.
 */
async function main() {
  const folder = join(temporaryFolder("fresh-clone"), "tollgate");
  const isCloned = (await run("git", ["clone", "--quiet", ROOT, folder])) === 0;
  if (!isCloned) return 1;
  if (!(await npmStart(folder))) return 1;
  const startedAtMs = Date.now();
  const code = await run("npm", ["test", "--silent"], { cwd: folder });
  report(`npm test ended with ${code}`, startedAtMs);
  return code;
}

async function npmStart(folder) {
  const startedAtMs = Date.now();
  const port = await freePort();
  const npm = start("npm", ["start", "--", "--port", `${port}`], { cwd: folder });
  const answered = await answersBefore(
    `http://127.0.0.1:${port}/api/status`,
    npm,
    startedAtMs + START_TIMEOUT_MS,
  );
  report(answered ? "npm start answers" : "npm start does not answer", startedAtMs);
  const ended = endOf(npm);
  await stop(npm, { graceMs: 15_000 });
  const code = await ended;
  console.log(`fresh clone: stopped by SIGTERM, npm start ended with ${code}`);
  return answered && (code === 0 || code === 143);
}

async function answersBefore(url, child, giveUpAtMs) {
  while (Date.now() < giveUpAtMs && child.exitCode === null && child.signalCode === null) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return true;
    await pause(100);
  }
  return false;
}

function report(what, startedAtMs) {
  console.log(`fresh clone: ${what} after ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s`);
}

cleanUpOnSignals();
let code = 1;
try {
  code = await main();
} catch (error) {
  console.error(error);
}
await cleanUp();
process.exit(code);
