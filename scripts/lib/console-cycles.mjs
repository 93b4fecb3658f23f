import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CONSOLE_DIST } from "./project-paths.mjs";

/**
 * Files of the built console that import each other in a circle: one of them would start before what it needs is there.
 * Answers each file that is on its own way, sorted.
 */
export function consoleCycles() {
  const folder = join(CONSOLE_DIST, "assets");
  const imports = new Map(
    readdirSync(folder)
      .filter((name) => name.endsWith(".js"))
      .map((name) => [name, importsOf(readFileSync(join(folder, name), "utf8"))]),
  );
  return [...imports.keys()].filter((name) => reaches(imports, name, name)).toSorted();
}

/** Imports that must be there first; those of screens that are loaded later are calls, and are left out. */
function importsOf(text) {
  return [...text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => name);
}

function reaches(imports, from, target) {
  const seen = new Set();
  const waiting = [...(imports.get(from) ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (name === target) return true;
    if (seen.has(name)) continue;
    seen.add(name);
    waiting.push(...(imports.get(name) ?? []));
  }
  return false;
}
