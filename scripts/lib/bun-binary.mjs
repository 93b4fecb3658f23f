import { existsSync, statSync } from "node:fs";
import { inRoot } from "./project-paths.mjs";

/** Below this a file called bun is npm's placeholder for a postinstall script that was not allowed to run. */
const REAL_BINARY_BYTES_MIN = 1_000_000;

/**
 * The Bun that npm installed. Its package fetches nothing: the binary for this platform is a package of its own, and
 * a postinstall script only links it into place. Where npm refuses such scripts, the platform's package is used
 * directly.
 */
export function bunBinary() {
  const linked = inRoot("node_modules/bun/bin/bun.exe");
  const file = [
    linked,
    ...platformPackages().map((name) => inRoot("node_modules/@oven", name, "bin", BINARY_NAME)),
  ].find((path) => existsSync(path) && statSync(path).size >= REAL_BINARY_BYTES_MIN);
  if (!file) throw new Error(`Bun has no binary for ${process.platform}-${process.arch} in node_modules`);
  return file;
}

const BINARY_NAME = process.platform === "win32" ? "bun.exe" : "bun";

function platformPackages() {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const processor = process.arch === "arm64" ? "aarch64" : process.arch;
  const name = `bun-${system}-${processor}`;
  // A musl system has only the musl package installed, a glibc system only the other: npm chooses by `libc`.
  return [name, `${name}-musl`];
}
