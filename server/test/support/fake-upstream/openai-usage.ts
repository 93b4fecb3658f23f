import type { Behaviour } from "./behaviour.ts";
import { member } from "./json-value.ts";

const DEFAULT_PROMPT_TOKENS = 10;
const DEFAULT_COMPLETION_TOKENS = 20;

/** OpenAI's usage object. */
export function openAiUsage(behaviour: Behaviour): object {
  const promptTokens = behaviour.promptTokens ?? DEFAULT_PROMPT_TOKENS;
  const completionTokens = behaviour.completionTokens ?? DEFAULT_COMPLETION_TOKENS;
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: behaviour.cachedTokens ?? 0, audio_tokens: 0 },
    completion_tokens_details: {
      reasoning_tokens: behaviour.reasoningTokens ?? 0,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  };
}

/** The usage of an embedding, which has no completion. */
export function openAiEmbeddingUsage(behaviour: Behaviour): object {
  const promptTokens = behaviour.promptTokens ?? DEFAULT_PROMPT_TOKENS;
  return { prompt_tokens: promptTokens, total_tokens: promptTokens };
}

/** Whether the stream answering this request reports usage. */
export function hasStreamUsage(behaviour: Behaviour, json: unknown): boolean {
  const usage = behaviour.usage ?? "when-asked";
  if (usage !== "when-asked") return usage === "always";
  return member(member(json, "stream_options"), "include_usage") === true;
}
