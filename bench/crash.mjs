/**
 * The kill test by itself, for CI: `node bench/crash.mjs [--rounds 3] [--engine sqlite|postgres]`.
 * The last line is `N passed, N failed`; the exit code is 1 when something failed.
 */
import { parseArgs } from "node:util";
import { cleanUp, cleanUpOnSignals } from "../scripts/lib/clean-up.mjs";
import { chooseCores } from "./lib/cores.mjs";
import { requirePrograms } from "./lib/needed-programs.mjs";
import { ENGINES, runCrash } from "./suites/crash.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "20" }, engine: { type: "string" } },
});

cleanUpOnSignals();
let failed = 1;
try {
  requirePrograms(["postgresql", "util-linux"]);
  if (values.engine && !ENGINES.includes(values.engine)) throw new Error(`engines are ${ENGINES.join(", ")}`);
  const results = await runCrash({
    cores: chooseCores(),
    rounds: Number(values.rounds),
    ...(values.engine && { engines: [values.engine] }),
    log: console.log,
  });
  const checks = results.flatMap((result) => result.checks);
  failed = checks.filter((check) => !check.ok).length;
  console.log(`${checks.length - failed} passed, ${failed} failed`);
} catch (error) {
  console.error(error);
}
await cleanUp();
process.exit(failed === 0 ? 0 : 1);
