import { expect, test } from "bun:test";
import { JSON_DEPTH_MAX, nestsDeeper } from "./json-depth.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${"]}".repeat(depth / 2)}`;

test("a text nests as deep as its lists and objects", () => {
  expect(nestsDeeper(bytes(nested(JSON_DEPTH_MAX)))).toBe(false);
  expect(nestsDeeper(bytes(`[${nested(JSON_DEPTH_MAX)}]`))).toBe(true);
  expect(nestsDeeper(bytes("[[1],[2],[3]]"), 2)).toBe(false);
});

test("brackets in strings do not count, whatever is escaped before the quote", () => {
  for (const string of ["[[[[", '\\"[[[[', "\\\\", '\\\\\\"[[[[', "é[[[["])
    expect(nestsDeeper(bytes(`{"${string}":"${string}"}`), 1)).toBe(false);
  expect(nestsDeeper(bytes('{"\\\\":[1]}'), 1)).toBe(true);
});

test("what is no JSON nests nowhere, and what breaks off nests as far as it goes", () => {
  expect(nestsDeeper(bytes("--boundary\r\n[[[["), 1)).toBe(false);
  expect(nestsDeeper(bytes('{"never closed [['), 1)).toBe(false);
  expect(nestsDeeper(bytes(""), 0)).toBe(false);
  expect(nestsDeeper(bytes(' \n[["'), 1)).toBe(true);
});

test("the time grows with the length, whatever the text is made of", () => {
  const timeMs = (text: string) => {
    const body = bytes(text);
    const startMs = performance.now();
    nestsDeeper(body);
    return performance.now() - startMs;
  };
  const megabyte = 1_000_000;
  // Quadratic would be minutes; a second leaves room for a busy machine.
  for (const text of [
    `["${"\\".repeat(megabyte)}"]`,
    `["${'\\"'.repeat(megabyte)}"]`,
    `[${"[],".repeat(megabyte)}1]`,
  ])
    expect(timeMs(text)).toBeLessThan(1000);
});
