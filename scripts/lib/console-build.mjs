import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { capture } from "./child-process.mjs";
import { CONSOLE_DIST, inRoot } from "./project-paths.mjs";
import { hashOfSources, isBuiltFrom } from "./source-hash.mjs";

/** Everything that the console is built from; a change in any of it makes the build stale. */
export const CONSOLE_SOURCES = [
  "web/src",
  "web/public",
  "web/index.html",
  "web/vite.config.ts",
  "contract/src",
  "package-lock.json",
];
/** A hidden file: neither served nor embedded. */
const STAMP = join(CONSOLE_DIST, ".built-from");

/** Builds the console into web/dist when it is missing or older than its sources. Answers whether it is there now. */
export async function ensureConsoleBuilt() {
  const sources = hashOfSources(CONSOLE_SOURCES);
  if (isBuiltFrom(STAMP, sources)) return true;
  console.log("Building the console …");
  const startedAtMs = Date.now();
  const vite = inRoot("node_modules/vite/bin/vite.js");
  const { code, output } = await capture(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: inRoot("web"),
    env: { NODE_ENV: "production", NO_COLOR: "1" },
  });
  if (code !== 0) {
    console.error(`${output.trim()}\n\nThe console could not be built. The lines above are Vite's.`);
    return false;
  }
  writeFileSync(STAMP, sources);
  console.log(`Built the console in ${((Date.now() - startedAtMs) / 1000).toFixed(1)} s.`);
  return true;
}
