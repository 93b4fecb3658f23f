import { outputTokens } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "bedrock-converse";

/** The `usage` of an answer. The loss list tells what it cannot say. */
export function encodeUsage(usage: Usage, losses: LossList): Fields {
  const { input, output, toolCalls = {} } = usage;
  if (output.reasoning + output.audio + output.image > 0)
    losses.changed("usage.output", `${DIALECT} counts one kind of output`);
  if (input.audio + input.image > 0) losses.changed("usage.input", `${DIALECT} counts one kind of input`);
  for (const kind of ["seconds", "images"] as const)
    if (usage[kind] !== undefined) losses.leftOut(`usage.${kind}`, `${DIALECT} counts tokens`);
  if (Object.keys(toolCalls).length > 0) losses.leftOut("usage.toolCalls", `${DIALECT} does not count them`);
  const inputTokens = input.uncached + input.audio + input.image;
  const written = input.cacheWrite5m + input.cacheWrite1h;
  return {
    inputTokens,
    outputTokens: outputTokens(usage),
    totalTokens: inputTokens + input.cacheRead + written + outputTokens(usage),
    cacheReadInputTokens: input.cacheRead,
    cacheWriteInputTokens: written,
    ...(input.cacheWrite1h > 0 && { cacheDetails: [{ ttl: "1h", inputTokens: input.cacheWrite1h }] }),
  };
}
