import { expect, test } from "bun:test";
import { modelFamily } from "./model-family.ts";
import { openAiEncoding } from "./openai-encodings.ts";

test.each([
  [
    "o200k_base",
    "gpt-4o gpt-4o-mini-2024-07-18 gpt-4.1-nano gpt-4.5-preview gpt-5 gpt-5.2-codex gpt-6-astra",
  ],
  ["o200k_base", "chatgpt-4o-latest o1 o1-preview o3-mini o4-mini-2025-04-16 gpt-oss-120b openai/gpt-5-mini"],
  [
    "o200k_base",
    "ft:gpt-4o-mini-2024-07-18:acme::abc123 gpt-realtime gpt-image-1 gpt-audio codex-mini-latest",
  ],
  [
    "cl100k_base",
    "gpt-4 gpt-4-turbo gpt-4-0613 gpt-4-32k gpt-3.5-turbo gpt-35-turbo-16k ft:gpt-3.5-turbo:acme",
  ],
  ["cl100k_base", "text-embedding-ada-002 text-embedding-3-large davinci-002 babbage-002 text-davinci-003"],
  [undefined, "claude-sonnet-4-5 gemini-2.5-pro qwen3-max o-something opus grok-4 text-embedding-v3 gpt-j"],
])("%s is the encoding of %s", (encoding, models) => {
  for (const model of models.split(" "))
    expect([model, openAiEncoding(modelFamily(model))]).toEqual([model, encoding]);
});

test.each([
  ["openai/GPT-4o", "gpt-4o"],
  ["us.anthropic.claude-sonnet-4-5-v1:0", "claude-sonnet-4-5-v1:0"],
  ["anthropic.claude-3-haiku", "claude-3-haiku"],
  ["Pro/deepseek-ai/DeepSeek-V3", "deepseek-v3"],
  ["gpt-4.1", "gpt-4.1"],
])("%s is looked up as %s", (model, family) => {
  expect(modelFamily(model)).toBe(family);
});
