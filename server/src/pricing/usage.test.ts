import { expect, test } from "bun:test";
import { emptyUsage, inputTokens, outputTokens, usageOf } from "./usage.ts";

test("empty usage holds nothing at all", () => {
  const usage = emptyUsage("counted");
  expect(inputTokens(usage)).toBe(0);
  expect(outputTokens(usage)).toBe(0);
  expect(usage.requests).toBe(0);
  expect(usage.source).toBe("counted");
});

test("totals add up every class once", () => {
  const usage = usageOf({
    input: {
      uncached: 1,
      cacheRead: 10,
      cacheWrite5m: 100,
      cacheWrite1h: 1000,
      audio: 10_000,
      image: 100_000,
    },
    output: { text: 2, reasoning: 20, audio: 200, image: 2000 },
  });
  expect(inputTokens(usage)).toBe(111_111);
  expect(outputTokens(usage)).toBe(2222);
});

test("parts that are not known count as zero and the rest is kept", () => {
  const usage = usageOf({ output: { text: 5 }, requests: 1, seconds: 2.5, toolCalls: { web_search: 3 } });
  expect(usage).toEqual({
    input: { uncached: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, audio: 0, image: 0 },
    output: { text: 5, reasoning: 0, audio: 0, image: 0 },
    requests: 1,
    seconds: 2.5,
    toolCalls: { web_search: 3 },
    source: "upstream",
  });
});
