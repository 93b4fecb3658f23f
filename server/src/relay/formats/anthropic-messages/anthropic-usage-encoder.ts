import { outputTokens } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "anthropic";

/** The `usage` of a message; what nobody told is zero. */
export function encodeUsage(usage: Usage | undefined): Fields {
  if (usage === undefined) return { input_tokens: 0, output_tokens: 0 };
  const { input, output, toolCalls } = usage;
  const searches = toolCalls?.["web_search"] ?? 0;
  return {
    input_tokens: input.uncached + input.audio + input.image,
    cache_creation_input_tokens: input.cacheWrite5m + input.cacheWrite1h,
    cache_read_input_tokens: input.cacheRead,
    cache_creation: {
      ephemeral_5m_input_tokens: input.cacheWrite5m,
      ephemeral_1h_input_tokens: input.cacheWrite1h,
    },
    output_tokens: outputTokens(usage),
    ...(output.reasoning > 0 && { output_tokens_details: { thinking_tokens: output.reasoning } }),
    ...(searches > 0 && { server_tool_use: { web_search_requests: searches } }),
  };
}

/** Tells what the dialect's usage cannot say of `usage`. */
export function reportUsageLosses(usage: Usage | undefined, losses: LossList): void {
  if (usage === undefined) {
    losses.added("usage", `${DIALECT} demands it`);
    return;
  }
  const { input, output, toolCalls = {} } = usage;
  for (const kind of ["audio", "image"] as const) {
    if (input[kind] > 0) losses.changed(`usage.input.${kind}`, `${DIALECT} counts it as input`);
    if (output[kind] > 0) losses.changed(`usage.output.${kind}`, `${DIALECT} counts it as output`);
  }
  for (const kind of ["seconds", "images"] as const)
    if (usage[kind] !== undefined) losses.leftOut(`usage.${kind}`, `${DIALECT} counts tokens`);
  for (const tool of Object.keys(toolCalls))
    if (tool !== "web_search") losses.leftOut(`usage.toolCalls.${tool}`, `${DIALECT} does not count it`);
}
