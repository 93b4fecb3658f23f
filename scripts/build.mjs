import { statSync } from "node:fs";
import { relative } from "node:path";
import { cleanUpOnSignals } from "./lib/clean-up.mjs";
import { ensureExecutableBuilt } from "./lib/executable-build.mjs";
import { ensureInstalled } from "./lib/installed-packages.mjs";
import { EXECUTABLE, ROOT } from "./lib/project-paths.mjs";

cleanUpOnSignals();
await ensureInstalled();
if (!(await ensureExecutableBuilt())) process.exit(1);
const sizeMb = statSync(EXECUTABLE).size / 1_000_000;
console.log(
  `${relative(ROOT, EXECUTABLE)} is one file of ${sizeMb.toFixed(0)} MB: server, console and database.`,
);
