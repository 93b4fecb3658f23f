import { expect, test } from "bun:test";
import { emptyShape, measureText, TEXT_TRAITS } from "./text-shape.ts";

function traitsOf(text: string, start?: number, end?: number): Record<string, number> {
  const shape = emptyShape();
  measureText(shape, text, start, end);
  return Object.fromEntries(
    TEXT_TRAITS.map((trait, index) => [trait, shape[index] ?? 0] as const).filter(([, count]) => count > 0),
  );
}

test.each<[string, Record<string, number>]>([
  ["", {}],
  ["Hello", { capital: 1, small: 4 }],
  ["12 3456", { digit: 6, space: 1, numberRun: 2 }],
  ["a   b\t\n", { small: 2, space: 4, moreSpaces: 2, newline: 1 }],
  ["{}ée\u0301", { sign: 2, small: 1, accented: 2 }],
  ["عত", { arabic: 1, indic: 1 }],
  ["Жδש", { cyrillic: 1, greek: 1, hebrew: 1 }],
  ["हไのハ한中。", { devanagari: 1, thai: 1, kana: 2, hangul: 1, han: 1, wideSign: 1 }],
  ["🙂∑", { surrogate: 2, other: 1 }],
])("%j has these traits", (text, traits) => {
  expect(traitsOf(text)).toEqual(traits);
});

test("a slice is measured by itself, and shapes add up", () => {
  expect(traitsOf("ab12cd", 1, 4)).toEqual({ small: 1, digit: 2, numberRun: 1 });
  const shape = emptyShape();
  for (const text of ["ab", "cd"]) measureText(shape, text);
  expect(shape[TEXT_TRAITS.indexOf("small")]).toBe(4);
});
