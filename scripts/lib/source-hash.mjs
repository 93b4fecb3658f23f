import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { inRoot, ROOT } from "./project-paths.mjs";

/** One text that changes with any file in these folders and files of the repository. Tests do not count. */
export function hashOfSources(paths) {
  const hash = createHash("sha256");
  for (const file of paths.flatMap((path) => filesOf(inRoot(path))))
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

/** Whether the stamp file says that something was built from these sources. */
export function isBuiltFrom(stamp, sources) {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sources;
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.includes(".test."))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
