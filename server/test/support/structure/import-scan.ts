import { posix } from "node:path";
import type { SourceFile } from "./source-file.ts";

/**
 * The formatter starts every import and re-export on a line of its own, so a line-anchored search finds them all; what
 * stands in comments begins with `*` or `//`, what stands in strings never starts a line.
 */
const STATEMENTS = [
  /^(?:import|export)\b[\w$*\s{},]*?\bfrom\s*"([^"]+)"/gm,
  /^import\s*"([^"]+)"/gm,
  /\bimport\(\s*"([^"]+)"\s*\)/g,
  /\bnew URL\(\s*"(\.[^"]+)",\s*import\.meta\.url\s*\)/g,
];

/** What a file imports, re-exports, loads later or starts as a thread: as written, in order of first appearance. */
export function importsOf(text: string): string[] {
  return [
    ...new Set(STATEMENTS.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? ""))),
  ];
}

/**
 * Where an import leads: the path inside the repository (also for `@tollgate/contract/x`), or the package's name, as
 * in `npm:kysely`, `npm:@scope/name`, `bun:sqlite`, `node:fs`.
 */
export function importTarget(from: SourceFile["path"], specifier: string): string {
  if (specifier.startsWith(".")) return posix.normalize(posix.join(posix.dirname(from), specifier));
  const workspace = /^@tollgate\/(contract|server)\/(.+)$/.exec(specifier);
  if (workspace) return `${workspace[1]}/src/${workspace[2]}.ts`;
  if (/^(bun|node):/.test(specifier)) return specifier;
  const [scope = "", name = ""] = specifier.split("/");
  return `npm:${scope.startsWith("@") ? `${scope}/${name}` : scope}`;
}
