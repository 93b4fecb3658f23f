import { expect, test } from "bun:test";
import { inputTokens, outputTokens } from "../../../pricing/usage.ts";
import { findOpenAiUsage, usageFromOpenAi } from "./openai-usage.ts";

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
test("cache writes are taken out of the prompt, the hour's apart", () => {
  const usage = usageFromOpenAi({
    prompt_tokens: 1000,
    prompt_tokens_details: {
      cached_tokens: 100,
      cache_write_tokens: 400,
      cache_creation: { ephemeral_1h_input_tokens: 150 },
    },
  });
  expect(usage?.input).toMatchObject({ uncached: 500, cacheRead: 100, cacheWrite5m: 250, cacheWrite1h: 150 });
});
test("cached audio and pictures are priced as cached, and only so", () => {
  const usage = usageFromOpenAi({
    input_tokens: 500,
    output_tokens: 1,
    input_token_details: {
      audio_tokens: 300,
      image_tokens: 100,
      cached_tokens: 350,
      cached_tokens_details: { text_tokens: 90, audio_tokens: 200, image_tokens: 60 },
    },
  });
  expect(usage?.input).toMatchObject({ cacheRead: 350, audio: 100, image: 40, uncached: 10 });
});
test("both kinds of predictions stay text, which is what they are billed as", () => {
  const usage = usageFromOpenAi({
    prompt_tokens: 9,
    completion_tokens: 60,
    completion_tokens_details: { accepted_prediction_tokens: 20, rejected_prediction_tokens: 30 },
  });
  expect(usage?.output.text).toBe(60);
});
test("a completion that cannot be read makes the report unusable", () => {
  for (const completion of [-1, "9", 1e300, NaN, true])
    expect(usageFromOpenAi({ prompt_tokens: 9, completion_tokens: completion })).toBeUndefined();
});
test("the usage of a chunk is its own before the choice's", () => {
  const usage = { prompt_tokens: 1 };
  expect(findOpenAiUsage({ usage, choices: [{ usage: { prompt_tokens: 2 } }] })).toBe(usage);
  expect(findOpenAiUsage({ usage: null, x_groq: { usage } })).toBe(usage);
  expect(findOpenAiUsage({ usage: null, choices: [{ usage }] })).toBe(usage);
  expect(findOpenAiUsage({ usage: null, choices: [] })).toBeUndefined();
});
