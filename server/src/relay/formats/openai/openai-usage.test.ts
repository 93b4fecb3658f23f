import { expect, test } from "bun:test";
import { inputTokens, outputTokens } from "../../../pricing/usage.ts";
import { usageFromOpenAi } from "./openai-usage.ts";

test("cached, audio and reasoning tokens are taken out of the totals that include them", () => {
  const usage = usageFromOpenAi({
    prompt_tokens: 2006,
    completion_tokens: 300,
    prompt_tokens_details: { cached_tokens: 1920, audio_tokens: 6 },
    completion_tokens_details: { reasoning_tokens: 128, audio_tokens: 12 },
  });
  expect(usage?.input).toMatchObject({ uncached: 80, cacheRead: 1920, audio: 6 });
  expect(usage?.output).toMatchObject({ text: 160, reasoning: 128, audio: 12 });
  expect(usage && [inputTokens(usage), outputTokens(usage)]).toEqual([2006, 300]);
});
test("details above their total are cut to it, so that nothing is priced twice", () => {
  const usage = usageFromOpenAi({
    prompt_tokens: 10,
    completion_tokens: 1,
    prompt_tokens_details: { cached_tokens: 99, audio_tokens: 5 },
  });
  expect(usage?.input).toMatchObject({ uncached: 0, cacheRead: 10, audio: 0 });
});
test("embeddings report no completion", () => {
  expect(usageFromOpenAi({ prompt_tokens: 8, total_tokens: 8 })?.output.text).toBe(0);
});
test("what is not a usage object is none", () => {
  for (const raw of [
    null,
    undefined,
    "x",
    {},
    { prompt_tokens: -1 },
    { prompt_tokens: "7" },
    { prompt_tokens: 1e300 },
  ])
    expect(usageFromOpenAi(raw)).toBeUndefined();
});
