import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { fieldsOf, reportedCount, totalOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * Cohere's usage, of both versions of its API. It states two pairs of counts: `billed_units` is what it bills, `tokens`
 * includes the preamble and cached tokens, for which it asks nothing. Reranking is billed by the search unit.
 *
 * Sources: https://docs.cohere.com/docs/how-does-cohere-pricing-work,
 * https://github.com/cohere-ai/cohere-developer-experience/pull/399.
 */
export function usageFromCohere(raw: unknown): Usage | undefined {
  if (!isObject(raw)) return undefined;
  const units = isObject(raw["billed_units"]) ? raw["billed_units"] : fieldsOf(raw["tokens"]);
  const searches = reportedCount(units["search_units"]);
  const input = totalOf(units["input_tokens"]);
  const output = totalOf(units["output_tokens"]);
  if (input === undefined || output === undefined) return undefined;
  if (input + output === 0 && searches === undefined) return undefined;
  return usageOf({
    requests: Math.max(1, searches ?? 1),
    input: { uncached: input },
    output: { text: output },
  });
}

/** The usage in an answer of version 2 or 1, or in the event that ends a stream of either. */
export function findCohereUsage(message: Fields): unknown {
  return (
    message["usage"] ??
    message["meta"] ??
    fieldsOf(message["delta"])["usage"] ??
    fieldsOf(message["response"])["meta"]
  );
}
