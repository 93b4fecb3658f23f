import { expect, test } from "bun:test";
import { unexplainedDifferences } from "./equal-up-to.ts";

test("what is the same needs no explanation", () => {
  expect(unexplainedDifferences({ a: [1, { b: "x" }] }, { a: [1, { b: "x" }] }, [])).toEqual([]);
});

test("a difference is told with its place", () => {
  expect(unexplainedDifferences({ a: { b: 1 } }, { a: { b: 2 } }, [])).toEqual(["a.b: 1 became 2"]);
  expect(unexplainedDifferences({ a: [1] }, { a: [1, 2] }, [])).toEqual(["a[1]: undefined became 2"]);
  expect(unexplainedDifferences({ a: 1 }, {}, [])).toEqual(["a: 1 became undefined"]);
});

test("a loss explains its own place and no other", () => {
  const lost = [{ path: "a.b", what: "left-out" as const, reason: "" }];
  expect(unexplainedDifferences({ a: { b: 1, c: 2 } }, { a: { c: 2 } }, lost)).toEqual([]);
  expect(unexplainedDifferences({ a: { b: 1 } }, {}, lost)).toEqual([]);
  expect(unexplainedDifferences({ a: { b: 1, c: 2 } }, {}, lost)).toEqual(["a.c: 2 became undefined"]);
  expect(unexplainedDifferences({ a: { b: 1 } }, { a: { b: 3 } }, lost)).toEqual(["a.b: 1 became 3"]);
});

test("a part that is left out moves those after it", () => {
  const lost = [{ path: "a[0]", what: "left-out" as const, reason: "" }];
  expect(unexplainedDifferences({ a: [1, 2, 3] }, { a: [2, 3] }, lost)).toEqual([]);
  expect(unexplainedDifferences({ a: [1, 2, 3] }, { a: [2] }, lost)).not.toEqual([]);
});

test("a part that is moved may come again in another place", () => {
  const moved = [{ path: "a[0].b", what: "changed" as const, reason: "" }];
  expect(unexplainedDifferences({ a: [{ b: 1 }, 2] }, { a: [{ b: 0 }, 1, 2] }, moved)).toEqual([]);
});

test("an element that is moved whole may come to stand within a neighbour", () => {
  const moved = [{ path: "a[0]", what: "changed" as const, reason: "" }];
  expect(unexplainedDifferences({ a: [{ b: [1] }, { b: [2] }] }, { a: [{ b: [1, 2] }] }, moved)).toEqual([]);
  expect(unexplainedDifferences({ a: [{ b: [1] }, { b: [2] }] }, { a: [{ b: [1] }] }, moved)).not.toEqual([]);
});

test("an addition explains only what was not there", () => {
  const added = [{ path: "limit", what: "added" as const, reason: "" }];
  expect(unexplainedDifferences({}, { limit: 8192 }, added)).toEqual([]);
  expect(unexplainedDifferences({ limit: 1 }, { limit: 8192 }, added)).not.toEqual([]);
});

test("what is changed may be told by its neighbour, and by nothing farther away", () => {
  const changed = [{ path: "a.effort", what: "changed" as const, reason: "" }];
  expect(unexplainedDifferences({ a: { effort: "high" } }, { a: { budget: 9 } }, changed)).toEqual([]);
  expect(unexplainedDifferences({ a: { effort: 1 } }, { a: {}, b: 9 }, changed)).not.toEqual([]);
});

test("texts that follow each other are one text", () => {
  const text = (words: string, rest: object = {}) => ({ type: "text", text: words, ...rest });
  expect(unexplainedDifferences([text("a"), text("b"), 1], [text("ab"), 1], [])).toEqual([]);
  expect(unexplainedDifferences([text("a"), text("b", { cache: {} })], [text("ab")], [])).not.toEqual([]);
});
