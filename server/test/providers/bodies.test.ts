import { expect, test } from "bun:test";
import { RELAYABLE_TYPES } from "@tollgate/contract/channel-types";
import type { ChannelType } from "@tollgate/contract/channel-types";
import { readOpenAiRequest } from "../../src/relay/formats/openai/openai-request.ts";
import { openLane } from "../../src/relay/lanes/lane.ts";
import { readChatRequest } from "../../src/relay/lanes/read-chat-request.ts";
import { providerOf } from "../../src/relay/providers/providers.ts";
import type { Provider } from "../../src/relay/providers/provider.ts";
import { sampleRelayChannel } from "./sample-relay-channel.ts";

/** What a Gemini client may wish for: no type passes it on as it is, but gateways and Google. */
const ASKED = {
  systemInstruction: { parts: [{ text: "Be kind." }] },
  contents: [{ role: "user", parts: [{ text: "Hello" }] }],
  generationConfig: {
    maxOutputTokens: 5000,
    temperature: 0.5,
    topK: 5,
    thinkingConfig: { thinkingBudget: 2048 },
    responseMimeType: "application/json",
    responseJsonSchema: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
  },
};

function sentTo(type: ChannelType, model: string): Record<string, unknown> {
  const provider = providerOf(type);
  if (!provider) throw new Error(`type ${type} has no provider`);
  const request = readChatRequest(
    { dialect: "gemini", model: "asked", stream: true },
    new TextEncoder().encode(JSON.stringify(ASKED)),
  );
  const lane = openLane({ ...CALL, request }, provider, wishesOf(type, provider, model));
  return JSON.parse(typeof lane.body === "string" ? lane.body : new TextDecoder().decode(lane.body));
}

const CALL = { requestId: "r1", startedAtMs: 0, headers: new Headers() };

function wishesOf(type: ChannelType, provider: Provider, model: string) {
  const channel = sampleRelayChannel(type, { other: "2025-04-01-preview" });
  return { model, asksForUsage: true, reportsStreamUsage: provider.reportsStreamUsage(channel) };
}

const USAGE = { include_usage: true };
const SCHEMA = { response_format: { type: "json_schema" } };
const OBJECT = { response_format: { type: "json_object" } };
const EFFORT = { reasoning_effort: "low" };
const THINKING = { thinking: { type: "enabled", budget_tokens: 2048 } };
const SWITCH = { enable_thinking: true, thinking_budget: 2048 };

/** What differs from what most of them get. */
const BODIES: Partial<Record<ChannelType, { has?: object; lacks?: readonly string[]; model?: string }>> = {
  1: { model: "gpt-5", has: { max_completion_tokens: 5000, ...EFFORT }, lacks: ["max_tokens", "top_k"] },
  3: { model: "gpt-5", has: { max_completion_tokens: 5000, ...EFFORT }, lacks: ["max_tokens", "top_k"] },
  16: { has: { ...THINKING, ...OBJECT }, lacks: ["stream_options", "top_k"] },
  17: { has: { ...SWITCH, top_k: 5 } },
  18: { has: { ...THINKING, ...OBJECT }, lacks: ["stream_options"] },
  20: { has: { reasoning: { enabled: true, max_tokens: 2048 }, top_k: 5 } },
  23: { has: { ...SWITCH, ...OBJECT } },
  25: { has: THINKING },
  26: { has: { ...THINKING, ...OBJECT }, lacks: ["stream_options"] },
  27: { has: { top_k: 5 }, lacks: ["stream_options"] },
  35: { has: { max_completion_tokens: 5000, ...THINKING }, lacks: ["max_tokens"] },
  39: { has: { top_k: 5 } },
  40: { has: { ...SWITCH, top_k: 5 } },
  42: { lacks: ["stream_options", "top_k"] },
  43: { has: { ...THINKING, ...OBJECT } },
  45: { has: THINKING },
  47: { has: { top_k: 5 } },
  48: { has: { max_completion_tokens: 5000 }, lacks: ["max_tokens"] },
  53: { has: { top_k: 5 } },
};

const NATIVE: ReadonlySet<number> = new Set([14, 15, 21, 24, 33, 37, 41, 49, 59, 60]);

test.each(RELAYABLE_TYPES.filter((type) => !NATIVE.has(type)))(
  "type %d is written to in its own words",
  (type) => {
    const { has = {}, lacks = [], model = "some-model" } = BODIES[type] ?? {};
    const body = sentTo(type, model);
    const usual = { ...EFFORT, ...SCHEMA, max_tokens: 5000, stream_options: USAGE };
    const expected = Object.fromEntries(
      Object.entries({ ...usual, ...has }).filter(([name]) => !lacks.includes(name)),
    );
    if (["thinking", "enable_thinking", "reasoning"].some((name) => name in has))
      delete expected["reasoning_effort"];
    expect(body).toMatchObject({ model, stream: true, temperature: 0.5, ...expected });
    for (const name of lacks) expect(body).not.toHaveProperty(name);
    expect(body["messages"]).toMatchObject([{ role: "system" }, { role: "user", content: "Hello" }]);
  },
);

test("Anthropic is written to as its model takes it", () => {
  expect(sentTo(14, "claude-haiku-4-5")).toMatchObject({
    model: "claude-haiku-4-5",
    stream: true,
    thinking: { type: "enabled", budget_tokens: 2048 },
    output_config: { format: { type: "json_schema" } },
  });
  const adaptive = sentTo(14, "claude-opus-4-8");
  expect(adaptive).toMatchObject({ thinking: { type: "adaptive" }, max_tokens: 5000 });
  for (const name of ["temperature", "top_k", "stream_options"]) expect(adaptive).not.toHaveProperty(name);
});

test("Claude in the clouds is written to as its model takes it, schemas only where they are understood", () => {
  for (const [type, has] of [
    [33, true],
    [41, false],
  ] as const) {
    const body = sentTo(type, "claude-haiku-4-5");
    expect(body).toMatchObject({ thinking: { type: "enabled", budget_tokens: 2048 } });
    expect("output_config" in body).toBe(has);
  }
});

test("Google and gateways get their own client's bytes", () => {
  for (const type of [24, 41, 59, 60] as const) expect(sentTo(type, "gemini-x")).toEqual(ASKED);
});

/** MiniMax and Vertex AI have words of their own for them. */
const OPENAI_EMBEDDINGS = RELAYABLE_TYPES.filter((type) => type !== 35 && type !== 41);

test.each(OPENAI_EMBEDDINGS)(
  "embeddings for type %d are the client's bytes with the mapped model",
  (type) => {
    const provider = providerOf(type);
    if (!provider) throw new Error(`type ${type} has no provider`);
    const bytes = new TextEncoder().encode('{ "model":"asked" , "input":"x"}');
    const request = readOpenAiRequest("embeddings", bytes);
    const { body } = openLane({ ...CALL, request }, provider, wishesOf(type, provider, "sent"));
    expect(body).toEqual(new TextEncoder().encode('{ "model":"sent" , "input":"x"}'));
  },
);
