import { isObject } from "@tollgate/contract/json-object";
import { usageWithToolCalls } from "../../../pricing/usage.ts";
import type { Usage } from "../../../pricing/usage.ts";
import { countOf, fieldsOf, reportedUsd } from "../reported-usage.ts";
import { usageFromOpenAi } from "./openai-usage.ts";

/**
 * OpenRouter's usage, of every model behind it in one shape: native token counts, inclusive for Claude too, with
 * `cache_write_tokens` within the prompt, and the web searches that were made.
 *
 * Source: https://openrouter.ai/docs/use-cases/usage-accounting.
 */
export function usageFromOpenRouter(raw: unknown): Usage | undefined {
  const usage = usageFromOpenAi(raw);
  if (usage === undefined) return undefined;
  const searches = countOf(fieldsOf(fieldsOf(raw)["server_tool_use"])["web_search_requests"]);
  return searches === 0 ? usage : usageWithToolCalls(usage, { web_search: searches });
}

/**
 * What OpenRouter says that the call cost, in credits, which are dollars. With the operator's own key at the vendor
 * `cost` is OpenRouter's fee alone, and the vendor bills the rest.
 */
export function openRouterCostUsd(raw: unknown): number | undefined {
  if (!isObject(raw)) return undefined;
  const cost = reportedUsd(raw["cost"]);
  if (cost === undefined || raw["is_byok"] !== true) return cost;
  return cost + (reportedUsd(fieldsOf(raw["cost_details"])["upstream_inference_cost"]) ?? 0);
}
