import { bunBinary } from "./lib/bun-binary.mjs";
import { ensurePrograms } from "./lib/debian-packages.mjs";
import { chromiumProgram } from "./lib/chromium-program.mjs";
import { cleanUp, cleanUpOnSignals } from "./lib/clean-up.mjs";
import { ensureExecutableBuilt } from "./lib/executable-build.mjs";
import { ensureInstalled } from "./lib/installed-packages.mjs";
import { EXECUTABLE } from "./lib/project-paths.mjs";
import { startPostgres } from "./lib/postgres-server.mjs";
import { startRedis } from "./lib/redis-server.mjs";
import { PROGRAMS, SUITES } from "./lib/suites.mjs";
import { temporaryFolder } from "./lib/temporary-folder.mjs";

/** What a suite may need: each is prepared once, answers the environment that it adds, and throws when it cannot be had. */
const PREPARATIONS = {
  postgres: async () => ({ TEST_POSTGRES_DSN: await startPostgres() }),
  redis: async () => ({ TEST_REDIS_URL: await startRedis() }),
  chromium: async () => ({ CHROMIUM_PATH: chromiumProgram() }),
  executable: async () => {
    if (!(await ensureExecutableBuilt())) throw new Error("the executable could not be built");
    return { E2E_PROGRAM: EXECUTABLE, E2E_BUN: bunBinary() };
  },
};

/** Runs the suites named on the command line, or all of them; the last line says how it went. */
async function main() {
  const suites = chosenSuites(process.argv.slice(2));
  await ensureInstalled();
  const programs = Object.keys(PROGRAMS).filter((name) => suites.some((suite) => suite.needs.includes(name)));
  if (!(await ensurePrograms(programs.map((name) => PROGRAMS[name])))) {
    console.log("0 passed, 1 failed");
    return 1;
  }
  const reportFolder = temporaryFolder("reports");
  const results = [];
  for (const suite of suites) results.push(await runSuite(suite, reportFolder));
  return summarize(results);
}

function chosenSuites(names) {
  const unknown = names.filter((name) => !SUITES.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no suite ${unknown.join(", ")}. There are: ${SUITES.map((suite) => suite.name).join(", ")}.`,
    );
    process.exit(1);
  }
  return names.length > 0 ? SUITES.filter((suite) => names.includes(suite.name)) : SUITES;
}

async function runSuite(suite, reportFolder) {
  console.log(`\n── ${suite.name} ${"─".repeat(60 - suite.name.length)}`);
  const startedAtMs = Date.now();
  const counts = await runPrepared(suite, reportFolder).catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1, skipped: 0, failures: [], problem: error.message };
  });
  return { ...counts, name: suite.name, seconds: (Date.now() - startedAtMs) / 1000 };
}

async function runPrepared(suite, reportFolder) {
  // What tests leave behind, above all those that kill what they test, goes with this folder. A PostgreSQL of a test's own,
  // which is not run by root, passes through it.
  const env = { TMPDIR: temporaryFolder(suite.name, 0o711) };
  for (const need of suite.needs) Object.assign(env, await (prepared[need] ??= PREPARATIONS[need]()));
  return suite.run(reportFolder, env);
}

function summarize(results) {
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  console.log("");
  for (const { name, passed, failed, skipped, seconds, problem, failures } of results) {
    const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
    console.log(
      `${failed > 0 ? "FAIL" : "ok  "}  ${name.padEnd(8)} ${counts} in ${seconds.toFixed(1)} s${problem ? ` (${problem})` : ""}`,
    );
    for (const failure of failures) console.log(failure.replace(/^/gm, "      "));
  }
  console.log(`${total("passed")} passed, ${total("failed")} failed`);
  return total("failed") > 0 ? 1 : 0;
}

const prepared = {};
cleanUpOnSignals();
let code = 1;
try {
  code = await main();
} catch (error) {
  console.error(error);
}
await cleanUp();
process.exit(code);
