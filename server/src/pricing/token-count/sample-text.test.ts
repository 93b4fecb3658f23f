import { expect, test } from "bun:test";
import { EXACT_UNITS_MAX } from "./count-tokens.ts";
import { sampleText } from "./sample-text.ts";

test("a sample has the text's beginning and end, and whole words", () => {
  const words = Array.from({ length: 50_000 }, (_, index) => `word${index}`);
  const sample = sampleText(words.join(" "));
  expect(sample).toStartWith("word0 word1 ");
  expect(sample).toEndWith(" word49999");
  const known = new Set(words);
  expect(sample.split(" ").every((word) => known.has(word))).toBe(true);
});

test("a sample is shorter than what is counted whole, and of whole characters", () => {
  for (const text of [
    "a".repeat(10_000),
    "🙂".repeat(50_001),
    " ".repeat(1_000_000),
    "ab ".repeat(100_000),
  ]) {
    const sample = sampleText(text);
    expect(sample.length).toBeLessThanOrEqual(EXACT_UNITS_MAX);
    expect(sample.isWellFormed()).toBe(true);
  }
});
