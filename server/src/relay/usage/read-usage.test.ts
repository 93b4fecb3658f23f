import { expect, test } from "bun:test";
import { findRawUsage, findToolCalls, readAnswerUsage, readUsage, readVendorCostUsd } from "./read-usage.ts";

test("one call reads any vendor's report", () => {
  expect(
    readUsage("openai", { prompt_tokens: 10, prompt_tokens_details: { cached_tokens: 4 } })?.input,
  ).toMatchObject({
    uncached: 6,
    cacheRead: 4,
  });
  expect(readUsage("anthropic", { input_tokens: 10, cache_read_input_tokens: 4 })?.input).toMatchObject({
    uncached: 10,
    cacheRead: 4,
  });
});

test("a chunk without usage has none", () => {
  expect(findRawUsage("openai", { choices: [{ delta: { content: "Hi" } }], usage: null })).toBeUndefined();
  expect(findRawUsage("anthropic", { type: "content_block_delta" })).toBeUndefined();
  expect(findRawUsage("gemini", "x")).toBeUndefined();
});

test("tools that stand in the answer are part of its usage", () => {
  const answer = { usage: { input_tokens: 1, output_tokens: 1 }, output: [{ type: "file_search_call" }] };
  expect(readAnswerUsage("openai-responses", answer)?.toolCalls).toEqual({ file_search: 1 });
  expect(findToolCalls("openai", answer)).toBeUndefined();
});

test("only vendors who tell their cost have one", () => {
  expect(readVendorCostUsd("openrouter", { cost: 0.5 })).toBe(0.5);
  expect(readVendorCostUsd("openai", { cost: 0.5 })).toBeUndefined();
});
