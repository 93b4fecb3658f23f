import { expect, test } from "bun:test";
import type { AnthropicTarget, GeminiTarget } from "../../src/relay/formats/chat/chat-target.ts";
import { providerOf } from "../../src/relay/providers/providers.ts";

const anthropic = (model: string) => providerOf(14)?.chatTarget?.(model).anthropic;
const gemini = (model: string) => providerOf(24)?.chatTarget?.(model).gemini;
const openAi = (type: number, model: string) => providerOf(type)?.chatTarget?.(model).openAiChat;

const ANTHROPIC: [string, AnthropicTarget][] = [
  ["claude-3-haiku-20240307", { thinking: "none", sampling: "all", maxOutputTokensDefault: 4096 }],
  ["claude-3-5-sonnet-20241022", { thinking: "none", sampling: "all", jsonSchema: false }],
  ["claude-3-7-sonnet-20250219", { thinking: "budget", sampling: "all" }],
  ["claude-sonnet-4-20250514", { thinking: "budget", sampling: "all", jsonSchema: false }],
  ["claude-opus-4-1-20250805", { thinking: "budget", sampling: "one", jsonSchema: true }],
  ["claude-haiku-4-5", { thinking: "budget", sampling: "one" }],
  ["claude-opus-4-6", { thinking: "adaptive", sampling: "one", laterInstructions: "user" }],
  ["claude-opus-4-7", { thinking: "adaptive", sampling: "none", laterInstructions: "user" }],
  ["claude-opus-4-8", { thinking: "adaptive", sampling: "none", laterInstructions: "system" }],
  ["claude-sonnet-5", { thinking: "adaptive", sampling: "none", laterInstructions: "system" }],
];

test.each(ANTHROPIC)("%s takes what its version takes", (model, expected) => {
  expect(anthropic(model)).toMatchObject(expected);
});

const GEMINI: [string, GeminiTarget][] = [
  ["gemini-1.5-pro", { thinking: "none", jsonSchema: false }],
  ["gemini-2.0-flash", { thinking: "none", jsonSchema: true }],
  ["gemini-2.5-pro", { thinking: "budget" }],
  ["models/gemini-2.5-flash-image", { thinking: "none", jsonSchema: true }],
  ["gemini-3-pro-preview", { thinking: "level", levels: ["low", "high"], demandsSignatures: true }],
  [
    "gemini-3.1-pro-preview",
    { thinking: "level", levels: ["low", "medium", "high"], demandsSignatures: true },
  ],
  ["gemini-3-flash-preview", { thinking: "level", demandsSignatures: true }],
  ["gemini-flash-latest", { thinking: "budget", demandsSignatures: true }],
];

test.each(GEMINI)("%s takes what its generation takes", (model, expected) => {
  expect(gemini(model)).toEqual(expected);
});

test("a model that OpenAI does not have is written to in words that others know", () => {
  expect(openAi(1, "gpt-5")).toMatchObject({ maxTokensField: "max_completion_tokens", thoughts: "none" });
  expect(openAi(1, "qwen3-max")).toMatchObject({
    maxTokensField: "max_tokens",
    thoughts: "reasoning_content",
  });
});

test.each([
  [4, { thoughts: "reasoning", maxTokensField: "max_tokens" }],
  [17, { reasoningWish: "enable_thinking", cacheHints: "cache_control" }],
  [20, { reasoningWish: "object", thoughts: "reasoning_details", extraSampling: true }],
  [25, { reasoningWish: "thinking", thoughts: "reasoning_content" }],
  [42, { thoughts: "none", extraSampling: false }],
  [43, { reasoningWish: "thinking", jsonSchema: false, instructionRole: "system" }],
])("type %d's words are data", (type, expected) => {
  expect(openAi(type, "some-model")).toMatchObject(expected);
});
