import { join } from "node:path";
import { bunBinary } from "./bun-binary.mjs";
import { run } from "./child-process.mjs";
import { runChecks } from "./checks.mjs";
import { chromiumProgram } from "./chromium-program.mjs";
import { inRoot } from "./project-paths.mjs";
import { postgresPrograms } from "./postgres-server.mjs";
import { redisProgram } from "./redis-server.mjs";
import { countsOf, readJunit, readVitestJson } from "./suite-counts.mjs";

/** Programs that the suites need beside the npm packages. */
export const PROGRAMS = {
  postgres: { name: "PostgreSQL", package: "postgresql", isPresent: () => postgresPrograms() !== undefined },
  redis: { name: "Redis", package: "redis-server", isPresent: () => redisProgram() !== undefined },
  chromium: { name: "Chromium", package: "chromium", isPresent: () => chromiumProgram() !== undefined },
};

/** A test waits for events, not for time, so this is only reached when something hangs. */
const BUN_TEST_TIMEOUT_MS = 60_000;

/**
 * The suites in the order of running. `needs` names services and programs; `run` gets the folder for its report and
 * the services' environment, shows its output and answers its counts.
 */
export const SUITES = [
  { name: "check", needs: [], run: () => runChecks() },
  {
    name: "server",
    needs: ["postgres", "redis"],
    run: (folder, env) => bunTest("server", ["./contract", "./server", "./scripts", "./bench"], folder, env),
  },
  { name: "web", needs: [], run: (folder, env) => vitest("web", folder, env) },
  {
    name: "e2e",
    needs: ["executable", "chromium"],
    run: (folder, env) => vitest("e2e", folder, env),
  },
];

async function bunTest(name, folders, reportFolder, env) {
  const report = join(reportFolder, `${name}.xml`);
  const options = [`--timeout=${BUN_TEST_TIMEOUT_MS}`, "--reporter=junit", `--reporter-outfile=${report}`];
  const code = await run(bunBinary(), ["test", "--only-failures", "--parallel=3", ...options, ...folders], {
    env,
  });
  return countsOf(code, readJunit(report));
}

async function vitest(folder, reportFolder, env) {
  const report = join(reportFolder, `${folder}.json`);
  const options = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const code = await run(process.execPath, [inRoot("node_modules/vitest/vitest.mjs"), ...options], {
    cwd: inRoot(folder),
    env,
  });
  return countsOf(code, readVitestJson(report));
}
