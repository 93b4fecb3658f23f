import { beforeAll, describe, expect, test } from "bun:test";
import { countTokens } from "./count-tokens.ts";
import { loadTokenizers } from "./load-tokenizers.ts";
import { createTextCounter } from "./text-counter.ts";

const PROSE = "Gateways stand between programs and the services that they call; 42 of them do so twice.\n\n";
const CHINESE = "网关位于程序与其所调用的服务之间。它检查调用者是谁，并记录每次调用的费用。";
const CODE =
  "  if (node.children.length === 0) return depth;\n    return Math.max(...node.map((child) => child));\n";

beforeAll(loadTokenizers);

function countInPieces(model: string, text: string, units: number): number {
  const counter = createTextCounter(model);
  for (let start = 0; start < text.length; start += units) counter.push(text.slice(start, start + units));
  return counter.tokens();
}

describe("a text that arrives in pieces counts as the whole", () => {
  test.each([1, 3, 100, 5000, 100_000])("in pieces of %d units", (units) => {
    const text = PROSE.repeat(60) + CODE.repeat(20);
    expect(countInPieces("gpt-4o", text, units)).toBe(countTokens("gpt-4o", text).tokens);
  });
  test("within 1 %, where there is no space to cut at, and for estimates", () => {
    const text = CHINESE.repeat(150);
    expect(countInPieces("gpt-4o", text, 7) / countTokens("gpt-4o", text).tokens).toBeWithin(0.99, 1.01);
    for (const model of ["claude-sonnet-4-5", "gemini-2.5-pro"])
      expect(
        countInPieces(model, PROSE.repeat(80), 7) / countTokens(model, PROSE.repeat(80)).tokens,
      ).toBeWithin(0.99, 1.01);
  });
  test("within 5 % of the samples of a long one", () => {
    const text = PROSE.repeat(2000);
    expect(countInPieces("gpt-4o", text, 11) / countTokens("gpt-4o", text).tokens).toBeWithin(0.95, 1.05);
  });
});

test("a count may be asked for at any time, and goes on", () => {
  const counter = createTextCounter("gpt-4o");
  expect(counter.tokens()).toBe(0);
  counter.push("Hello, ");
  expect(counter.tokens()).toBe(3);
  counter.push("world!");
  expect([counter.tokens(), counter.tokens()]).toEqual([4, 4]);
});

test("characters of two halves are not cut, though the halves arrive apart", () => {
  const text = "🙂".repeat(3000);
  expect(countInPieces("gpt-4o", text, 1)).toBe(countTokens("gpt-4o", text).tokens);
});
