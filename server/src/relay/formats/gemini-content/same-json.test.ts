import { expect, test } from "bun:test";
import { isSameJson } from "./same-json.ts";

test("values that say the same are the same, whatever the order of their fields", () => {
  expect(isSameJson({ a: [1, { b: null }], c: "x" }, { c: "x", a: [1, { b: null }] })).toBe(true);
  const others = [{ a: 1 }, { a: [2] }, { b: [1] }, { a: [1], b: 1 }, { a: { 0: 1 } }, [["a", [1]]], null];
  for (const other of others) expect(isSameJson({ a: [1] }, other)).toBe(false);
  expect(isSameJson(JSON.parse('{"__proto__":1}'), {})).toBe(false);
});
