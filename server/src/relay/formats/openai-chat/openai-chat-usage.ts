import { inputTokens, outputTokens } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * Usage as OpenAI reports it, totals inclusive; `usageFromOpenAi` reads it back. Writes that live an hour are told as
 * LiteLLM and others do (`cache_creation`), for OpenAI has none.
 */
export function encodeUsage(usage: Usage, losses: LossList): Fields {
  for (const name of ["toolCalls", "seconds", "images"] as const)
    if (usage[name] !== undefined) losses.leftOut(`usage.${name}`, "usage counts tokens here");
  const { input, output } = usage;
  const cacheWrite = input.cacheWrite5m + input.cacheWrite1h;
  const prompt = inputTokens(usage);
  const completion = outputTokens(usage);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: {
      cached_tokens: input.cacheRead,
      audio_tokens: input.audio,
      ...(cacheWrite > 0 && { cache_write_tokens: cacheWrite }),
      ...(input.cacheWrite1h > 0 && { cache_creation: { ephemeral_1h_input_tokens: input.cacheWrite1h } }),
      ...(input.image > 0 && { image_tokens: input.image }),
    },
    completion_tokens_details: {
      reasoning_tokens: output.reasoning,
      audio_tokens: output.audio,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
      ...(output.image > 0 && { image_tokens: output.image }),
    },
  };
}
