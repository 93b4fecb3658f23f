import { expect, test } from "bun:test";
import { mappingCycle } from "./mapping-cycle.ts";

test.each<[Record<string, string>, string[] | undefined]>([
  [{}, undefined],
  [{ a: "b", b: "c" }, undefined],
  [{ a: "a" }, undefined],
  [{ a: "b", b: "b" }, undefined],
  [{ a: "b", c: "b", b: "d" }, undefined],
  [{ a: "" }, undefined],
  [{ a: "b", b: "a" }, ["a", "b", "a"]],
  [{ a: "b", b: "c", c: "b" }, ["b", "c", "b"]],
  [{ x: "y", a: "b", b: "c", c: "a" }, ["a", "b", "c", "a"]],
  [{ constructor: "toString", toString: "constructor" }, ["constructor", "toString", "constructor"]],
])("the circle in %j", (mapping, cycle) => {
  expect(mappingCycle(JSON.stringify(mapping))).toEqual(cycle);
});

test("no mapping has no circle", () => {
  expect(mappingCycle("")).toBeUndefined();
  expect(mappingCycle(" \n")).toBeUndefined();
});

test("a long chain is walked once", () => {
  const mapping = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`m${n}`, `m${n + 1}`]));
  expect(mappingCycle(JSON.stringify(mapping))).toBeUndefined();
});
