import { withoutComments } from "./code-text.ts";
import { importsOf, importTarget } from "./import-scan.ts";
import { isCode, isTest } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";

/** Folders whose code computes and does nothing else, so that it can be tested and trusted by its arguments alone. */
const PURE_FOLDERS = ["server/src/pricing/", "server/src/relay/formats/"];

const IMPURE_WORDS = [
  { what: "the network", pattern: /\bfetch\(|\bnew WebSocket\(/ },
  {
    what: "the clock",
    pattern: /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bsetTimeout\(|\bsetInterval\(/,
  },
  { what: "chance", pattern: /\bMath\.random\(|\bcrypto\.(randomUUID|getRandomValues)\(/ },
  { what: "the process", pattern: /\bprocess\.|\bBun\.|\bconsole\./ },
];
const IMPURE_IMPORTS =
  /^(bun|node):|^npm:(kysely|pg|ioredis|hono)$|^server\/src\/(db|ledger|lib\/(clock|logger|log|egress))\b/;

/** What the pure folders use that is not pure. */
export function impureCode(files: readonly SourceFile[]): Violation[] {
  const pure = files
    .filter((file) => PURE_FOLDERS.some((folder) => file.path.startsWith(folder)))
    .filter((file) => isCode(file.path) && !isTest(file.path));
  return pure.flatMap((file) => impureImports(file).concat(impureWords(file)));
}

function impureImports({ path, text }: SourceFile): Violation[] {
  return importsOf(text)
    .map((specifier) => importTarget(path, specifier))
    .filter((target) => IMPURE_IMPORTS.test(target))
    .map((target) => `${path} is pure and must not import ${target}`);
}

function impureWords({ path, text }: SourceFile): Violation[] {
  const code = withoutComments(text);
  return IMPURE_WORDS.filter(({ pattern }) => pattern.test(code)).map(
    ({ what }) => `${path} is pure and must not use ${what}`,
  );
}
