import { isObject } from "@tollgate/contract/json-object";
import { usageWithToolCalls } from "../../../pricing/usage.ts";
import type { ToolCalls, Usage } from "../../../pricing/usage.ts";
import { countOf, fieldsOf, reportedUsd } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { readOpenAiUsage } from "./openai-usage.ts";

/**
 * xAI's usage: in chat completions the reasoning tokens are beside `completion_tokens` (prompt + completion + reasoning =
 * total, and the stated cost agrees); in Responses they are within `output_tokens`. Both name the server-side tools used.
 *
 * Sources: https://docs.x.ai/docs/key-information/consumption-and-rate-limits,
 * https://github.com/Wei-Shaw/sub2api/issues/5771, and the `xai` examples, whose costs prove it.
 */
export function usageFromXai(raw: unknown): Usage | undefined {
  return isObject(raw) ? withXaiTools(raw, readOpenAiUsage(raw, "beside")) : undefined;
}

/** The same for xAI's Responses. */
export function usageFromXaiResponses(raw: unknown): Usage | undefined {
  return isObject(raw) ? withXaiTools(raw, readOpenAiUsage(raw, "within")) : undefined;
}

/** What xAI says that the call cost: 1 USD is 10,000,000,000 ticks. Source: the same page. */
export function xaiCostUsd(raw: unknown): number | undefined {
  const ticks = fieldsOf(raw)["cost_in_usd_ticks"];
  return typeof ticks === "number" ? reportedUsd(ticks / 1e10) : undefined;
}

/** Their counters and our names. MCP calls cost nothing of their own. */
const TOOL_COUNTERS = {
  web_search_calls: "web_search",
  x_search_calls: "x_search",
  code_interpreter_calls: "code_interpreter",
  file_search_calls: "file_search",
  document_search_calls: "document_search",
  image_generation_calls: "image_generation",
} as const;

function withXaiTools(raw: Fields, usage: Usage | undefined): Usage | undefined {
  return usage && usageWithToolCalls(usage, toolCallsOf(raw));
}

function toolCallsOf(raw: Fields): ToolCalls | undefined {
  const calls: Record<string, number> = {};
  // Live search is sold by the source.
  if (countOf(raw["num_sources_used"]) > 0) calls["live_search_source"] = countOf(raw["num_sources_used"]);
  const counters = fieldsOf(raw["server_side_tool_usage_details"]);
  for (const [counter, tool] of Object.entries(TOOL_COUNTERS)) {
    const count = countOf(counters[counter]);
    if (count > 0) calls[tool] = count;
  }
  return Object.keys(calls).length === 0 ? undefined : calls;
}
