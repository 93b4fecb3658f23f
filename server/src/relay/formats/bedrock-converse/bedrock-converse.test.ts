import { expect, test } from "bun:test";
import { sampleRequest } from "../../../../test/conformance/conformance-scenario.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import { bedrockConverseFormat } from "./bedrock-converse-format.ts";

const CONTEXT = { requestId: "R1", createdAtSeconds: 1, model: "us.amazon.nova-pro-v1:0" };
const { decodeAnswer, decodeError, encodeRequest, createStreamDecoder } = bedrockConverseFormat;

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html: response syntax. */
test("an answer's thoughts, calls, guardrail and caches are read, the service's own figures are not", () => {
  const answer = decodeAnswer(
    {
      additionalModelResponseFields: { stop: 1 },
      metrics: { latencyMs: 7 },
      output: {
        message: {
          role: "assistant",
          content: [
            { reasoningContent: { reasoningText: { text: "Hm.", signature: "c2ln" } } },
            { reasoningContent: { redactedContent: "aGlkZGVu" } },
            { text: "Hello" },
            { toolUse: { toolUseId: "t1", name: "look", input: { a: 1 } } },
            { citationsContent: { content: [] } },
          ],
        },
      },
      performanceConfig: { latency: "standard" },
      stopReason: "guardrail_intervened",
      trace: {},
      usage: {
        inputTokens: 5,
        outputTokens: 6,
        totalTokens: 111,
        cacheReadInputTokens: 70,
        cacheWriteInputTokens: 30,
        cacheDetails: [{ ttl: "1h", inputTokens: 10 }],
      },
    },
    CONTEXT,
  );
  expect(answer.choices).toEqual([
    {
      index: 0,
      finish: { reason: "content-filter", raw: "guardrail_intervened" },
      parts: [
        { type: "reasoning", text: "Hm.", signature: { origin: "bedrock", data: "c2ln" } },
        { type: "reasoning", text: "", encrypted: { origin: "bedrock", data: "aGlkZGVu" } },
        { type: "text", text: "Hello" },
        { type: "tool-call", id: "t1", name: "look", arguments: '{"a":1}' },
        { type: "vendor", dialect: "bedrock-converse", raw: { citationsContent: { content: [] } } },
      ],
    },
  ]);
  expect(answer.usage?.input).toMatchObject({
    uncached: 5,
    cacheRead: 70,
    cacheWrite5m: 20,
    cacheWrite1h: 10,
  });
  expect(answer.extensions?.fields).toEqual({ additionalModelResponseFields: { stop: 1 } });
  expect(() => decodeAnswer({ message: "no" }, CONTEXT)).toThrow(FormatError);
});

test("a stream is whole when it has said why it ended, even without its usage", () => {
  const read = (messages: readonly (readonly [string, object])[]) => {
    const decoder = createStreamDecoder(CONTEXT);
    const events: ChatEvent[] = messages.flatMap(([event, data]) => [
      ...decoder.push({ event, data: JSON.stringify(data) }),
    ]);
    const { events: last, isWhole } = decoder.end();
    return { events: [...events, ...last], isWhole };
  };
  const text = ["contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Hi" } }] as const;
  expect(read([text]).isWhole).toBe(false);
  expect(read([text, ["messageStop", { stopReason: "end_turn" }]])).toMatchObject({ isWhole: true });
  const failed = read([text, ["error", { error: { type: "throttlingException", message: "Slow." } }]]);
  expect(failed.events.at(-1)).toMatchObject({ type: "error", error: { kind: "unavailable", status: 429 } });
  expect(failed.isWhole).toBe(false);
});

test("marks for the cache and schemas are losses for models that take none", () => {
  const request = sampleRequest({
    system: [{ type: "text", text: "Long.", cache: {} }],
    outputForm: { type: "schema", schema: { type: "object" } },
  });
  const plain = encodeRequest(request, {
    model: "m",
    bedrockConverse: { cachePoints: false, jsonSchema: false },
  });
  expect(plain.body).toMatchObject({ system: [{ text: "Long." }] });
  expect(plain.losses.map(({ path }) => path)).toEqual(["system[0].cache", "outputForm"]);
  const full = encodeRequest(request, { model: "m" });
  expect(full.losses).toEqual([]);
  expect(full.body).toMatchObject({
    system: [{ text: "Long." }, { cachePoint: { type: "default" } }],
    outputConfig: { textFormat: { type: "json_schema" } },
  });
});

test("an exception's name says what it means, whatever its status", () => {
  expect(decodeError(400, { error: { type: "ThrottlingException", message: "Slow." } })).toMatchObject({
    kind: "unavailable",
    code: "ThrottlingException",
    message: "Slow.",
  });
});
