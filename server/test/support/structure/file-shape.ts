import { isCode } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";

export const LINES_MAX = 400;
const CODE_FOLDERS = /^(contract|server|web|e2e|scripts|bench)\//;
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const NAMES_WITHOUT_SUBJECT = /^(store|util|utils|helper|helpers|misc|stuff|tools|lib)\.(ts|tsx|mjs)$/;
/** Tools that read their configuration from a default export. */
const MAY_EXPORT_DEFAULT = /\.config\.(ts|mjs)$/;

/** Long files by path, each with the reason why it is one file. */
export type LongFiles = Readonly<Record<string, string>>;

/** Names that are not kebab-case or say nothing, default exports, and `index.ts` files with logic. */
export function misnamedOrMisshapen(files: readonly SourceFile[]): Violation[] {
  return files
    .filter(({ path }) => CODE_FOLDERS.test(path))
    .flatMap((file) => nameProblems(file.path).concat(isCode(file.path) ? exportProblems(file) : []));
}

/** Files above the limit that nobody has excused, and excuses that are no longer needed. */
export function tooLongFiles(files: readonly SourceFile[], excused: LongFiles): Violation[] {
  const long = files.filter(({ path, text }) => isCode(path) && linesOf(text) > LINES_MAX);
  return [
    ...long
      .filter(({ path }) => !(path in excused))
      .map(
        ({ path, text }) =>
          `${path} has ${linesOf(text)} lines, more than ${LINES_MAX}: split it along its seams`,
      ),
    ...Object.keys(excused)
      .filter((path) => !long.some((file) => file.path === path))
      .map((path) => `${path} is excused for its length, but is not long`),
  ];
}

function nameProblems(path: string): Violation[] {
  const parts = path.split("/");
  const name = parts.at(-1) ?? "";
  const oddParts = parts.filter(
    (part) => !KEBAB_CASE.test(part) && !/^[A-Z]+\.md$/.test(part) && !part.startsWith("."),
  );
  return [
    ...oddParts.map((part) => `${path}: ${part} is not kebab-case`),
    ...(NAMES_WITHOUT_SUBJECT.test(name) ? [`${path}: ${name} does not name its subject`] : []),
  ];
}

function exportProblems({ path, text }: SourceFile): Violation[] {
  const isBarrel = /(^|\/)index\.(ts|tsx|mjs)$/.test(path);
  return [
    ...(/^export default\b/m.test(text) && !MAY_EXPORT_DEFAULT.test(path)
      ? [`${path} has a default export`]
      : []),
    ...(isBarrel && /\bfunction\b|=>|\bclass\b/.test(text)
      ? [`${path} has logic: give it a file of its own name`]
      : []),
  ];
}

function linesOf(text: string): number {
  return text.replace(/\n$/, "").split("\n").length;
}
