import { expect, test } from "bun:test";
import { addUsage, emptyUsage, inputTokens, outputTokens, usageOf, usageWithToolCalls } from "./usage.ts";

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

test("two usages add up, class by class and tool by tool", () => {
  const one = usageOf({
    requests: 1,
    input: { uncached: 1, cacheRead: 2, cacheWrite5m: 3, cacheWrite1h: 4, audio: 5, image: 6 },
    output: { text: 7, reasoning: 8, audio: 9, image: 10 },
    toolCalls: { web_search: 1 },
    seconds: 1.5,
  });
  const other = usageOf({
    ...one,
    toolCalls: { web_search: 2, file_search: 1 },
    images: 1,
    source: "counted",
  });
  expect(addUsage(one, other)).toEqual(
    usageOf({
      requests: 2,
      input: { uncached: 2, cacheRead: 4, cacheWrite5m: 6, cacheWrite1h: 8, audio: 10, image: 12 },
      output: { text: 14, reasoning: 16, audio: 18, image: 20 },
      toolCalls: { web_search: 3, file_search: 1 },
      seconds: 3,
      images: 1,
      source: "counted",
    }),
  );
});

test("tool calls that two places report are counted once", () => {
  const usage = usageOf({ requests: 1, toolCalls: { web_search: 2 } });
  expect(usageWithToolCalls(usage, { web_search: 1, file_search: 3 }).toolCalls).toEqual({
    web_search: 2,
    file_search: 3,
  });
  expect(usageWithToolCalls(emptyUsage(), undefined)).toEqual(emptyUsage());
});
