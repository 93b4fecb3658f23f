import { beforeAll, describe, expect, test } from "bun:test";
import { countParts } from "./count-parts.ts";
import { countTokens, EXACT_UNITS_MAX } from "./count-tokens.ts";
import { loadTokenizers } from "./load-tokenizers.ts";
import { sampleText } from "./sample-text.ts";

const PROSE = "Gateways stand between programs and the services that they call; 42 of them do so twice. ";
const CHINESE = "网关位于程序与其所调用的服务之间。它检查调用者是谁，并记录每次调用的费用。";

beforeAll(loadTokenizers);

describe("a text for OpenAI's models", () => {
  test("is counted by their encoding", () => {
    expect(countTokens("gpt-4o", "Hello, world!")).toEqual({ tokens: 4, method: "tokenizer" });
    expect(countTokens("gpt-4o", CHINESE).tokens).toBeLessThan(countTokens("gpt-4", CHINESE).tokens);
    expect(countTokens("gpt-4o", "")).toEqual({ tokens: 0, method: "tokenizer" });
  });
  test.each([
    ["prose", PROSE],
    ["Chinese", CHINESE],
    ["JSON", '{"id":4711,"roles":["admin","user"],"balance":1234.56,"at":"2026-11-21T08:15:00Z"}\n'],
  ])("that is longer than the limit is counted in samples, %s within 5 %%", (_, passage) => {
    const times = Math.ceil((20 * EXACT_UNITS_MAX) / passage.length);
    const exact = (countTokens("gpt-4o", passage.repeat(10)).tokens / 10) * times;
    expect(countTokens("gpt-4o", passage.repeat(times)).tokens / exact).toBeWithin(0.95, 1.05);
  });
  test("of two kinds is counted as both", () => {
    const [prose, chinese] = [PROSE.repeat(300), CHINESE.repeat(700)];
    const apart = countTokens("gpt-4o", prose).tokens + countTokens("gpt-4o", chinese).tokens;
    expect(countTokens("gpt-4o", prose + chinese).tokens / apart).toBeWithin(0.93, 1.07);
  });
  test("that hides dear text between the samples is still seen by its characters", () => {
    const filler = "the ".repeat(100);
    const honest = sampleText(filler.repeat(200)).length;
    expect(honest).toBeLessThan(EXACT_UNITS_MAX);
    const half = filler.repeat(100) + "中".repeat(40_000);
    expect(countTokens("gpt-4o", half).tokens).toBeGreaterThan(20_000);
  });
});

test("other models' texts are estimated, whatever is loaded", () => {
  expect(countTokens("claude-sonnet-4-5", PROSE).method).toBe("estimator");
  expect(countTokens("claude-sonnet-4-5", "")).toEqual({ tokens: 0, method: "estimator" });
});

test("texts are counted each by itself, and sampled together when they are long", () => {
  const parts = ["Hello", "Hello", PROSE];
  const sum = parts.reduce((tokens, part) => tokens + countTokens("gpt-4o", part).tokens, 0);
  expect(countParts("gpt-4o", parts)).toEqual({ tokens: sum, method: "tokenizer" });
  expect(countParts("gpt-4o", [])).toEqual({ tokens: 0, method: "tokenizer" });
  const many = Array.from({ length: 1000 }, () => PROSE);
  const one = countTokens("gpt-4o", PROSE).tokens;
  expect(countParts("gpt-4o", many).tokens / (1000 * one)).toBeWithin(0.95, 1.06);
});
