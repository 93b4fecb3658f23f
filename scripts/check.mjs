import { cleanUpOnSignals } from "./lib/clean-up.mjs";
import { runChecks } from "./lib/checks.mjs";
import { ensureInstalled } from "./lib/installed-packages.mjs";

cleanUpOnSignals();
await ensureInstalled();
const { passed, failed } = await runChecks();
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
