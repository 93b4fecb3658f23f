import { expect, test } from "bun:test";
import { writeUtf8 } from "./utf8-slice.ts";

test.each([
  "plain",
  "é ß Ж",
  "中文 한글 €",
  "🙂 👩‍👧",
  "half \ud83d of a pair",
  "\ude42 the other",
  "at the end \ud83d",
])("%j becomes the bytes that TextEncoder makes", (text) => {
  const bytes = new Uint8Array(100);
  const length = writeUtf8(text, 0, text.length, bytes);
  expect(bytes.slice(0, length)).toEqual(new TextEncoder().encode(text));
});

test("a slice stops at its end, also amid a character", () => {
  const bytes = new Uint8Array(100);
  expect(writeUtf8("a🙂b", 1, 2, bytes)).toBe(3);
  expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbf, 0xbd]));
});
