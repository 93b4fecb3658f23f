import { existsSync, statSync } from "node:fs";
import { capture } from "./child-process.mjs";
import { inRoot } from "./project-paths.mjs";

const OLDEST_NODE = [20, 19];

/** Stops the process with one clear line when this Node is too old. */
function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(`Tollgate needs Node ${OLDEST_NODE.join(".")} or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

/** Installs the npm packages when they are missing or older than the lockfile. Ends the process when that fails. */
export async function ensureInstalled() {
  requireNode();
  if (isInstalled()) return;
  console.log("Installing the npm packages …");
  const startedAtMs = Date.now();
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // Under `npm test` NODE_ENV may be production; the build needs the development packages all the same.
  const { code, output } = await capture(
    npm,
    ["ci", "--include=dev", "--no-audit", "--no-fund", "--no-progress"],
    {
      shell: process.platform === "win32",
    },
  );
  if (code !== 0) {
    console.error(`${output.trim()}\n\nnpm ci failed. The lines above are npm's.`);
    process.exit(1);
  }
  console.log(`Installed in ${Math.round((Date.now() - startedAtMs) / 1000)} s.`);
}

function isInstalled() {
  // npm writes this file last, so an interrupted installation does not have it.
  const written = inRoot("node_modules/.package-lock.json");
  return existsSync(written) && statSync(written).mtimeMs >= statSync(inRoot("package-lock.json")).mtimeMs;
}
