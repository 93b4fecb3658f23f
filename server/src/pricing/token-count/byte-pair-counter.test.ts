import { beforeAll, describe, expect, test } from "bun:test";
import { countTokens as countInCl100k } from "gpt-tokenizer/encoding/cl100k_base";
import { countTokens as countInO200k } from "gpt-tokenizer/encoding/o200k_base";
import type { EncodingCounter } from "./byte-pair-counter.ts";
import { loadedEncoding, loadTokenizers } from "./load-tokenizers.ts";

const AS_TEXT = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
/** Characters at which the encodings split, in all scripts and widths. */
const ALPHABET = [..."aAbéß中文のハ한글ไทยप्रЖδשع\n\r\t  .,!'s'll<>/=123٣🙂👩‍👧\u00a0\u3000’—ʰ\u0308\ud800"];

let o200k: EncodingCounter;
let cl100k: EncodingCounter;
beforeAll(async () => {
  await loadTokenizers();
  o200k = loadedEncoding("o200k_base") ?? { count: () => -1 };
  cl100k = loadedEncoding("cl100k_base") ?? { count: () => -1 };
});

/** A fixed sequence of numbers in [0, 1), so that a failure can be repeated. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
}

test("random texts count as the library counts them", () => {
  const next = sequence(42);
  for (let round = 0; round < 5000; round++) {
    let text = "";
    for (let length = 1 + next() * 40; length > 0; length--)
      text += ALPHABET[Math.floor(next() * ALPHABET.length)] ?? "";
    expect([text, o200k.count(text), cl100k.count(text)]).toEqual([
      text,
      countInO200k(text, AS_TEXT),
      countInCl100k(text, AS_TEXT),
    ]);
  }
});

test.each([
  ["nothing", ""],
  ["prose", "Gateways stand between programs and the services they call; who pays?"],
  ["Chinese", "网关位于程序与其所调用的服务之间。它检查调用者是谁。"],
  ["rare words twice", "Donaudampfschifffahrtsgesellschaftskapitän ".repeat(2)],
  ["a special token, which is text", "<|endoftext|><|im_start|>"],
  ["a ruled line", `${"=".repeat(150)}\n`],
])("%s counts as the library counts it", (_, text) => {
  expect(o200k.count(text)).toBe(countInO200k(text, AS_TEXT));
  expect(cl100k.count(text)).toBe(countInCl100k(text, AS_TEXT));
});

describe("runs that the library takes seconds for", () => {
  test.each([
    ["a letter", "a", 125],
    ["a capital", "A", 125],
    ["a space", " ", 12],
    ["an emoji", "🙂", 1000],
  ])("of %s are counted piece by piece", (_, character, atLeast) => {
    const tokens = o200k.count(character.repeat(1000));
    expect(tokens).toBeGreaterThanOrEqual(atLeast - 1);
    expect(o200k.count(character.repeat(100_000)) / tokens).toBeWithin(94, 106);
  });
  test("of letters without a pattern are extrapolated when the work is used up", () => {
    const next = sequence(7);
    let letters = "";
    for (let index = 0; index < 20_000; index++) letters += String.fromCharCode(97 + next() * 26);
    const exact = 100 * countInO200k(letters.slice(0, 200), AS_TEXT);
    expect(o200k.count(letters) / exact).toBeWithin(0.95, 1.1);
  });
});
