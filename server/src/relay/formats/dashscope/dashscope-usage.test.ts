import { expect, test } from "bun:test";
import { usageFromDashScope, usageFromQwen } from "./dashscope-usage.ts";

test("pictures and sound beside the totals are within them", () => {
  const usage = usageFromDashScope({
    input_tokens: 1277,
    image_tokens: 1247,
    output_tokens: 81,
    prompt_tokens_details: { cached_tokens: 20 },
  });
  expect(usage?.input).toMatchObject({ image: 1247, cacheRead: 20, uncached: 10 });
});

test("an application that called two models used both", () => {
  const models = [
    { model_id: "qwen-max", input_tokens: 10, output_tokens: 1 },
    { model_id: "qwen-plus", input_tokens: 5, output_tokens: 2 },
  ];
  const usage = usageFromDashScope({ models });
  expect([usage?.input.uncached, usage?.output.text, usage?.requests]).toEqual([15, 3, 1]);
});

test("speech is sold by the second", () => {
  expect(usageFromDashScope({ duration: 9 })?.seconds).toBe(9);
  expect(usageFromDashScope({ characters: 9 })).toBeUndefined();
});

test("x_details that are no details change nothing", () => {
  const raw = { prompt_tokens: 9, prompt_tokens_details: { cached_tokens: 4 }, x_details: ["x"] };
  expect(usageFromQwen(raw)?.input.cacheRead).toBe(4);
});
