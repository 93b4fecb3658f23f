import { expect, test } from "bun:test";
import { usageOf } from "../../../pricing/usage.ts";
import { createAnthropicStreamEncoder } from "./anthropic-stream-encoder.ts";

test("the start tells how much went in as far as it is known, the end as the vendor has counted it", () => {
  const stream = createAnthropicStreamEncoder({
    requestId: "req_1",
    createdAtSeconds: 1,
    request: { model: "asked", system: [], messages: [], stream: true, wantsUsage: true },
    promptTokens: () => 12,
  });
  const started = stream.push({ type: "start", id: "msg_1", createdAtSeconds: 1, model: "claude" });
  expect(started).toContain('"usage":{"input_tokens":12,"output_tokens":0}');
  const usage = usageOf({ requests: 1, input: { uncached: 10 }, output: { text: 6 } });
  stream.push({ type: "usage", usage, raw: {} });
  expect(stream.end()).toMatch(/"type":"message_delta".*"input_tokens":10,.*"output_tokens":6/);
});
