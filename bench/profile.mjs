/**
 * Where the gateway's time goes: `node bench/profile.mjs [--postgres] [--stream] [--seconds 5]`. Runs Tollgate on its
 * core under Bun's sampling profiler while it is kept busy, prints the functions that took most and leaves the whole
 * profile in bench/results/profile (open the .cpuprofile in Chromium's developer tools).
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { cleanUp, cleanUpOnSignals } from "../scripts/lib/clean-up.mjs";
import { chooseCores } from "./lib/cores.mjs";
import { requirePrograms } from "./lib/needed-programs.mjs";
import { startPostgresCluster } from "./lib/postgres-cluster.mjs";
import { cpuParts } from "./lib/process-figures.mjs";
import { figure, markdownTable } from "./report/markdown-table.mjs";
import { startMock } from "./subjects/mock-subject.mjs";
import { createTollgate } from "./subjects/tollgate.mjs";
import { checkAnswer, measureRequests, measureStreams } from "./suites/gateway-measures.mjs";

const FOLDER = fileURLToPath(new URL("results/profile", import.meta.url));
const SHOWN = 40;

async function main() {
  const { values } = parseArgs({
    options: {
      postgres: { type: "boolean", default: false },
      stream: { type: "boolean", default: false },
      seconds: { type: "string", default: "5" },
    },
  });
  requirePrograms();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const cores = chooseCores();
  const mock = await startMock(cores.mock);
  const postgres = values.postgres ? await startPostgresCluster(cores.database) : undefined;
  const subject = await createTollgate({
    core: cores.gateway,
    mock,
    databaseUrl: await postgres?.newDatabase(),
    companionPids: postgres ? [postgres.pid] : [],
    bunOptions: ["--cpu-prof", `--cpu-prof-dir=${FOLDER}`],
  });
  const running = await subject.start();
  await checkAnswer(subject);
  const under = { subject, running, cores, mock };
  const before = cpuParts(running.pid);
  const seconds = Number(values.seconds);
  const figures = values.stream
    ? await measureStreams(under, { streams: 200, chunks: seconds * 100, paceMs: 10 })
    : await measureRequests(under, { connections: 64, seconds });
  const after = cpuParts(running.pid);
  await running.stop();
  console.log(figures);
  const system = after.systemMs - before.systemMs;
  const user = after.userMs - before.userMs;
  console.log(
    `\nCPU: ${figure((100 * user) / (user + system))} % in the program, the rest in the kernel for it.\n`,
  );
  const file = readdirSync(FOLDER).find((name) => name.endsWith(".cpuprofile"));
  if (!file) throw new Error(`Bun wrote no profile; its output:\n${running.output()}`);
  const profile = JSON.parse(readFileSync(join(FOLDER, file), "utf8"));
  console.log(`${profile.samples.length} samples of running JavaScript.\n\n${topFunctions(profile)}`);
}

/**
 * The functions by the share of samples in which they themselves ran, beside the share in which they or what they
 * called ran. Bun samples while JavaScript runs, native functions that it called included; the event loop's own work
 * (sockets, parsing of HTTP) and other threads are not in it. What follows an `await` does not count for the caller.
 */
function topFunctions({ nodes, samples }) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const own = new Map();
  const within = new Map();
  const add = (counts, name) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const id of samples) {
    add(own, nameOf(byId.get(id)));
    const stack = new Set();
    for (let at = id; at !== undefined; at = parents.get(at)) stack.add(nameOf(byId.get(at)));
    for (const name of stack) add(within, name);
  }
  const share = (count = 0) => `${figure((100 * count) / samples.length)} %`;
  const table = (title, counts) =>
    markdownTable(
      [title, "itself", "with what it called"],
      [...counts]
        .filter(([name]) => name !== "(root)")
        .sort(([, a], [, b]) => b - a)
        .slice(0, SHOWN)
        .map(([name]) => [name, share(own.get(name)), share(within.get(name))]),
    );
  return `${table("function, by its own time", own)}\n\n${table("function, with what it called", within)}`;
}

/** Functions of one name in one file count together, because Bun tells the line that ran, not where it begins. */
function nameOf({ callFrame: { functionName, url } }) {
  return `${functionName || "(anonymous)"}  ${url.replace(/^.*\/(server|node_modules)\//, "$1/")}`.trim();
}

cleanUpOnSignals();
let code = 0;
try {
  await main();
} catch (error) {
  console.error(error);
  code = 1;
}
await cleanUp();
process.exit(code);
