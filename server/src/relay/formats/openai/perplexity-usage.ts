import { isObject } from "@tollgate/contract/json-object";
import { usageOf } from "../../../pricing/usage.ts";
import type { ToolCalls, Usage } from "../../../pricing/usage.ts";
import { countOf, fieldsOf, reportedUsd } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { usageFromOpenAi } from "./openai-usage.ts";

/**
 * Perplexity's usage. Deep research bills three things beside both totals: the citations it read, at the price of input;
 * its reasoning; and each search. Its agents report as Responses do, with the tools by name.
 *
 * Sources: https://docs.perplexity.ai/getting-started/pricing,
 * https://github.com/bgeneto/open-webui-cost-tracker/issues/6.
 */
export function usageFromPerplexity(raw: unknown): Usage | undefined {
  const usage = usageFromOpenAi(raw);
  if (usage === undefined || !isObject(raw)) return undefined;
  const { input, output } = usage;
  const toolCalls = toolCallsOf(raw);
  return usageOf({
    ...usage,
    input: { ...input, uncached: input.uncached + countOf(raw["citation_tokens"]) },
    output: { ...output, reasoning: output.reasoning + countOf(raw["reasoning_tokens"]) },
    ...(toolCalls !== undefined && { toolCalls }),
  });
}

/** What Perplexity says that the call cost, its request fee included. */
export function perplexityCostUsd(raw: unknown): number | undefined {
  return reportedUsd(fieldsOf(fieldsOf(raw)["cost"])["total_cost"]);
}

function toolCallsOf(raw: Fields): ToolCalls | undefined {
  const agent = fieldsOf(raw["tool_calls_details"]);
  const searches = Math.max(
    countOf(raw["num_search_queries"]),
    countOf(fieldsOf(agent["search_web"])["invocation"]),
  );
  const fetches = countOf(fieldsOf(agent["fetch_url"])["invocation"]);
  if (searches + fetches === 0) return undefined;
  return { ...(searches > 0 && { web_search: searches }), ...(fetches > 0 && { fetch_url: fetches }) };
}
