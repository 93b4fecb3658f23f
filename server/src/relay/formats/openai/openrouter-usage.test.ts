import { expect, test } from "bun:test";
import { openRouterCostUsd, usageFromOpenRouter } from "./openrouter-usage.ts";

test("with a key of one's own the vendor's bill is added to OpenRouter's fee", () => {
  const cost_details = { upstream_inference_cost: 0.019 };
  expect(openRouterCostUsd({ cost: 0.001, is_byok: true, cost_details })).toBeCloseTo(0.02, 12);
  expect(openRouterCostUsd({ cost: 0.001, is_byok: false, cost_details })).toBe(0.001);
  expect(openRouterCostUsd({ cost: -1 })).toBeUndefined();
  expect(openRouterCostUsd({})).toBeUndefined();
});

test("searches are counted", () => {
  const usage = usageFromOpenRouter({ prompt_tokens: 1, server_tool_use: { web_search_requests: 2 } });
  expect(usage?.toolCalls).toEqual({ web_search: 2 });
});
