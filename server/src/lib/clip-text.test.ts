import { expect, test } from "bun:test";
import { clipText } from "./clip-text.ts";

test("a short text stays, a long one is cut", () => {
  expect(clipText("abc", 3)).toBe("abc");
  expect(clipText("abcd", 3)).toBe("abc");
  expect(clipText("", 3)).toBe("");
});

test("a character of two code units is kept whole or left out", () => {
  expect(clipText("ab🔑c", 3)).toBe("ab");
  expect(clipText("ab🔑c", 4)).toBe("ab🔑");
});
