import { expect, test } from "bun:test";
import { importsOf, importTarget } from "./import-scan.ts";

test("every way of importing is found", () => {
  const text = [
    'import { a } from "./a.ts";',
    'import type { B } from "./b.ts";',
    "import {",
    "  c,",
    "  type D,",
    '} from "./c.ts";',
    'import * as e from "npm-package/e";',
    'import f, { g } from "./f.ts";',
    'import "./g.css";',
    'export { h } from "./h.ts";',
    'export * from "./i.ts";',
    'const j = () => import("./j.ts");',
    'const k = new Worker(new URL("./k.ts", import.meta.url));',
  ].join("\n");
  expect(importsOf(text)).toEqual([
    "./a.ts",
    "./b.ts",
    "./c.ts",
    "npm-package/e",
    "./f.ts",
    "./h.ts",
    "./i.ts",
    "./g.css",
    "./j.ts",
    "./k.ts",
  ]);
});

test("comments, strings and later uses of the word from are not imports", () => {
  const text = [
    '// import { a } from "./a.ts";',
    ' * import { b } from "./b.ts";',
    'const text = `say import from "./c.ts"`;',
    "export interface Range { from: string }",
    'export const move = { from: "./d.ts" };',
    'export function copy(from = "./e.ts") {}',
  ].join("\n");
  expect(importsOf(text)).toEqual([]);
});

test.each([
  ["./price.ts", "server/src/pricing/price.ts"],
  ["../lib/clock.ts", "server/src/lib/clock.ts"],
  ["@tollgate/contract/errors", "contract/src/errors.ts"],
  ["@scope/name/deep", "npm:@scope/name"],
  ["kysely/migration", "npm:kysely"],
  ["bun:sqlite", "bun:sqlite"],
  ["node:fs/promises", "node:fs/promises"],
])("%s leads to %s", (specifier, target) => {
  expect(importTarget("server/src/pricing/rate.ts", specifier)).toBe(target);
});
