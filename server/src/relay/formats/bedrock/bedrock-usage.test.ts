import { expect, test } from "bun:test";
import { findBedrockUsage, usageFromBedrock } from "./bedrock-usage.ts";

test("what is written for an hour is told apart", () => {
  const usage = usageFromBedrock({
    inputTokens: 4,
    outputTokens: 2,
    cacheWriteInputTokens: 300,
    cacheDetails: [
      { ttl: "1h", inputTokens: 100 },
      { ttl: "5m", inputTokens: 200 },
    ],
  });
  expect(usage?.input).toMatchObject({ uncached: 4, cacheWrite5m: 200, cacheWrite1h: 100 });
});

test("the metrics that end a stream of InvokeModel are usage too", () => {
  const metrics = {
    inputTokenCount: 18,
    outputTokenCount: 5,
    cacheReadInputTokenCount: 7502,
    cacheWriteInputTokenCount: 0,
  };
  const found = findBedrockUsage({ type: "message_stop", "amazon-bedrock-invocationMetrics": metrics });
  expect(usageFromBedrock(found)?.input).toMatchObject({ uncached: 18, cacheRead: 7502 });
});

test("half a report is none", () => {
  expect(usageFromBedrock({ inputTokens: 4 })).toBeUndefined();
  expect(usageFromBedrock({ outputTokens: 4 })).toBeUndefined();
});
