import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { countOf, eitherCount, fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * Bedrock's usage, of Converse and of the metrics that end a stream of InvokeModel: `inputTokens` excludes what was read
 * from the cache and written to it, for Nova as for Claude; `cacheDetails` tells how long the written tokens live.
 *
 * Sources: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_TokenUsage.html,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html,
 * https://github.com/tensorzero/tensorzero/issues/5688.
 */
export function usageFromBedrock(raw: unknown): Usage | undefined {
  if (!isObject(raw)) return undefined;
  const uncached = eitherCount(raw["inputTokens"], raw["inputTokenCount"]);
  const text = eitherCount(raw["outputTokens"], raw["outputTokenCount"]);
  if (uncached === undefined || text === undefined) return undefined;
  const written = eitherCount(raw["cacheWriteInputTokens"], raw["cacheWriteInputTokenCount"]) ?? 0;
  const cacheWrite1h = Math.min(written, writtenForAnHour(raw["cacheDetails"]));
  return usageOf({
    requests: 1,
    input: {
      uncached,
      cacheRead: eitherCount(raw["cacheReadInputTokens"], raw["cacheReadInputTokenCount"]) ?? 0,
      cacheWrite5m: written - cacheWrite1h,
      cacheWrite1h,
    },
    output: { text },
  });
}

/** The usage in an answer of Converse, in the event that ends its stream, or in InvokeModel's metrics. */
export function findBedrockUsage(message: Fields): unknown {
  return (
    message["usage"] ?? fieldsOf(message["metadata"])["usage"] ?? message["amazon-bedrock-invocationMetrics"]
  );
}

function writtenForAnHour(details: unknown): number {
  return objectsIn(details)
    .filter(({ ttl }) => /1h/i.test(textOf(ttl)))
    .reduce((sum, { inputTokens }) => sum + countOf(inputTokens), 0);
}
