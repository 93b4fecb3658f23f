import { inputTokens, outputTokens } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Fields } from "../reported-usage.ts";
import { responsesToolCalls } from "./openai-responses-usage.ts";

/**
 * A usage record as the dialect's usage object, which `usageFromOpenAi` reads. `output` is the answer's items, of which
 * the billed calls of OpenAI's tools are counted.
 */
export function writeUsage(usage: Usage, output: readonly Fields[], losses: LossList): Fields {
  const { input: used, output: made } = usage;
  if (used.cacheWrite1h > 0)
    losses.changed("usage.input.cacheWrite1h", "told together with other cache writes");
  for (const name of ["seconds", "images"] as const)
    if (usage[name] !== undefined) losses.leftOut(`usage.${name}`, "only tokens are told");
  if (!sameCalls(usage.toolCalls, responsesToolCalls({ output })))
    losses.changed("usage.toolCalls", "counted from the items");
  const input = inputTokens(usage);
  const output_tokens = outputTokens(usage);
  return {
    input_tokens: input,
    input_tokens_details: {
      cached_tokens: used.cacheRead,
      cache_write_tokens: used.cacheWrite5m + used.cacheWrite1h,
      ...(used.audio > 0 && { audio_tokens: used.audio }),
      ...(used.image > 0 && { image_tokens: used.image }),
    },
    output_tokens,
    output_tokens_details: {
      reasoning_tokens: made.reasoning,
      ...(made.audio > 0 && { audio_tokens: made.audio }),
      ...(made.image > 0 && { image_tokens: made.image }),
    },
    total_tokens: input + output_tokens,
  };
}

function sameCalls(one: Usage["toolCalls"], other: Usage["toolCalls"]): boolean {
  const names = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})]);
  return [...names].every((name) => one?.[name] === other?.[name]);
}
