import { expect, test } from "bun:test";
import { usageFromXai, usageFromXaiResponses, xaiCostUsd } from "./xai-usage.ts";

test("where the totals do not tell, reasoning is beside the completion in chat and within it in Responses", () => {
  const details = { reasoning_tokens: 30 };
  const chat = usageFromXai({ prompt_tokens: 5, completion_tokens: 10, completion_tokens_details: details });
  expect(chat?.output).toMatchObject({ text: 10, reasoning: 30 });
  const response = usageFromXaiResponses({
    input_tokens: 5,
    output_tokens: 40,
    output_tokens_details: details,
  });
  expect(response?.output).toMatchObject({ text: 10, reasoning: 30 });
});

test("sources of a live search are counted, and calls of MCP are not", () => {
  const usage = usageFromXai({
    prompt_tokens: 5,
    num_sources_used: 7,
    server_side_tool_usage_details: { x_search_calls: 3, mcp_calls: 9, toString: 1 },
  });
  expect(usage?.toolCalls).toEqual({ live_search_source: 7, x_search: 3 });
});

test("a cost that is none is not told", () => {
  for (const ticks of [-1, "5", NaN, Infinity, undefined])
    expect(xaiCostUsd({ cost_in_usd_ticks: ticks })).toBeUndefined();
});
