import { usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";

/**
 * OpenAI's usage object as one usage record. `prompt_tokens` includes cached and audio tokens, `completion_tokens`
 * includes reasoning and audio tokens: each class is taken out, so that every token is priced once. Undefined when
 * the value is not a usage object.
 *
 * Source: https://platform.openai.com/docs/api-reference/chat/object (usage).
 */
export function usageFromOpenAi(raw: unknown): Usage | undefined {
  if (typeof raw !== "object" || raw === null) return undefined;
  const usage = Object(raw);
  const prompt = count(usage.prompt_tokens) ?? count(usage.input_tokens);
  const completion = count(usage.completion_tokens) ?? count(usage.output_tokens) ?? 0;
  if (prompt === undefined) return undefined;
  const input = Object(usage.prompt_tokens_details ?? usage.input_tokens_details);
  const output = Object(usage.completion_tokens_details ?? usage.output_tokens_details);
  const cacheRead = atMost(prompt, count(input.cached_tokens));
  const audioIn = atMost(prompt - cacheRead, count(input.audio_tokens));
  const imageIn = atMost(prompt - cacheRead - audioIn, count(input.image_tokens));
  const reasoning = atMost(completion, count(output.reasoning_tokens));
  const audioOut = atMost(completion - reasoning, count(output.audio_tokens));
  return usageOf({
    requests: 1,
    input: { uncached: prompt - cacheRead - audioIn - imageIn, cacheRead, audio: audioIn, image: imageIn },
    output: { text: completion - reasoning - audioOut, reasoning, audio: audioOut },
  });
}

/** No call uses as many; an upstream that says so is wrong, and such a charge could not be stored. */
const TOKENS_MAX = 1_000_000_000;

function count(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= TOKENS_MAX ? Math.round(value) : undefined;
}

/** A class can never be larger than the whole that contains it, whatever an upstream says. */
function atMost(whole: number, part: number | undefined): number {
  return Math.min(whole, part ?? 0);
}
