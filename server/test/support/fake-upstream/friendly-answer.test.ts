import { expect, test } from "bun:test";

import { countTokens } from "./friendly-answer.ts";

test("words and Han characters count 1.3 tokens each", () => {
  expect(countTokens("")).toBe(0);
  expect(countTokens("one two three four five six seven eight nine ten")).toBe(13);
  expect(countTokens("你好 world")).toBe(4);
});
