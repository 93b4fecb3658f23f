import { expect, test } from "bun:test";
import { createLossList } from "./chat-loss.ts";

test("a place is told once, the first time", () => {
  const losses = createLossList();
  losses.leftOut("a", "one");
  losses.changed("a", "two");
  losses.added("b", "three");
  expect(losses.list()).toEqual([
    { path: "a", what: "left-out", reason: "one" },
    { path: "b", what: "added", reason: "three" },
  ]);
});

test("extensions of the encoder's own dialect are given back, others are told one by one", () => {
  const losses = createLossList();
  const extensions = { dialect: "gemini", fields: { x: 1, y: 2 } } as const;
  expect(losses.extensions("messages[0]", extensions, "gemini")).toEqual({ x: 1, y: 2 });
  expect(losses.list()).toEqual([]);
  expect(losses.extensions("messages[0]", extensions, "anthropic")).toBeUndefined();
  expect(losses.list().map(({ path }) => path)).toEqual([
    "messages[0].extensions.fields.x",
    "messages[0].extensions.fields.y",
  ]);
});

test("fields that an encoder does not write are told, those left undefined are not", () => {
  const losses = createLossList();
  losses.unwritten("", { a: 1, b: 2, c: undefined }, new Set(["a"]), "gemini");
  expect(losses.list().map(({ path, what }) => [path, what])).toEqual([["b", "left-out"]]);
});

test("a hostile body cannot make the list long", () => {
  const losses = createLossList();
  for (let place = 0; place < 500; place++) losses.leftOut(`messages[${place}]`, "x");
  expect(losses.list()).toHaveLength(100);
});
