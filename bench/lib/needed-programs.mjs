import { existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { capture } from "../../scripts/lib/child-process.mjs";
import { postgresPrograms } from "../../scripts/lib/postgres-server.mjs";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));
const PROGRAMS = [
  { package: "nginx", isPresent: () => isOnPath("nginx") },
  { package: "wrk", isPresent: () => isOnPath("wrk") },
  { package: "postgresql", isPresent: () => postgresPrograms() !== undefined },
  { package: "util-linux", isPresent: () => isOnPath("taskset") && isOnPath("prlimit") },
];

/**
 * Throws with the command that installs what the benchmark needs beside npm packages and does not find; `packages`
 * limits it to what a part of the benchmark needs.
 */
export function requirePrograms(packages = PROGRAMS.map((program) => program.package)) {
  const needed = PROGRAMS.filter((program) => packages.includes(program.package));
  const missing = needed.filter((program) => !program.isPresent()).map((program) => program.package);
  if (missing.length > 0)
    throw new Error(`the benchmark needs programs that are not here: apt-get install ${missing.join(" ")}`);
}

/** Installs the peers into bench/node_modules at the first use, and when the lockfile is newer. */
export async function ensurePeersInstalled() {
  const written = join(FOLDER, "node_modules/.package-lock.json");
  if (existsSync(written) && statSync(written).mtimeMs >= statSync(join(FOLDER, "package-lock.json")).mtimeMs)
    return;
  console.log("Installing the peers into bench/node_modules …");
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-progress"];
  const { code, output } = await capture("npm", ["ci", ...options], { cwd: FOLDER });
  if (code !== 0) throw new Error(`npm ci failed in bench:\n${output.trim()}`);
}

function isOnPath(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/bin"];
  return folders.some((folder) => existsSync(join(folder, name)));
}
