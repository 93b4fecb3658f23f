import { readdirSync, readFileSync } from "node:fs";
import { extname, join, relative, resolve } from "node:path";

/** A file of the repository as the structure rules see it. `path` is relative to the root, with forward slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** A rule that a file breaks, in one line that starts with the file's path. */
export type Violation = string;

const ROOT = resolve(import.meta.dirname, "../../../..");
/** `.git` is a folder, and in a second working tree a file that names the first. */
const IGNORED = new Set([".git", "node_modules", "dist", "data", "coverage", "screenshots", "results"]);
const BINARY_EXTENSIONS = new Set([".png", ".jpg", ".ico", ".woff2", ".gz", ".br", ".db"]);

/** Every text file that belongs to the repository: what is installed, built or made by running it is left out. */
export function readRepository(): SourceFile[] {
  return filesBelow(ROOT)
    .filter((path) => !BINARY_EXTENSIONS.has(extname(path)))
    .map((path) => ({ path: relative(ROOT, path).replaceAll("\\", "/"), text: readFileSync(path, "utf8") }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

/** The folder that the repository stands in on this machine: a name that must not appear inside it. */
export function repositoryRoot(): string {
  return ROOT;
}

/** Whether the file is program code of ours. */
export function isCode(path: string): boolean {
  return /\.(ts|tsx|mjs)$/.test(path) && !path.endsWith(".d.ts");
}

/** Whether the file is a test or serves only tests. */
export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || path.startsWith("server/test/") || path.startsWith("web/src/test/");
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (IGNORED.has(entry.name)) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return entry.isFile() ? [path] : [];
  });
}
