import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { describe, expect, test } from "bun:test";
import OpenAI from "openai";
import { DEFAULT_TEXT } from "../support/fake-upstream/answer-text.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

/** Clients of other dialects before an upstream that speaks OpenAI's chat completions. */
const stages = useRelayStages();
/** 10 prompt tokens × 2 + 20 completion tokens × 2 × 3. */
const CHAT_QUOTA = 140;
const CALLS = [
  { id: "call_a", name: "weather", argumentsJson: '{"city":"Oslo"}' },
  { id: "call_b", name: "weather", argumentsJson: '{"city":"東京"}' },
];
const SCHEMA = { type: "object" as const, properties: { city: { type: "string" } } };

const expectCharge = async (stage: RelayStage, isStream: 0 | 1) => {
  expect(await stage.logs()).toMatchObject([{ quota: CHAT_QUOTA, is_stream: isStream }]);
  expect(await stage.spending()).toEqual({ user: CHAT_QUOTA, token: CHAT_QUOTA, charges: 1, held: 0 });
};

describe("Anthropic's SDK", () => {
  const start = async () => {
    const stage = await stages.create({ engine: "sqlite" });
    return { stage, client: new Anthropic({ baseURL: stage.url, apiKey: stage.apiKey, maxRetries: 0 }) };
  };
  const ASK = { model: "chat", max_tokens: 100, messages: [{ role: "user" as const, content: "Hi" }] };

  test("gets a whole answer", async () => {
    const { stage, client } = await start();
    const answer = await client.messages.create({ ...ASK, system: "Be brief." });
    expect(answer).toMatchObject({
      type: "message",
      content: [{ type: "text", text: DEFAULT_TEXT }],
      stop_reason: "end_turn",
      usage: { input_tokens: 10, output_tokens: 20 },
    });
    expect(stage.upstream.requests[0]?.json).toMatchObject({
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
      ],
    });
    await expectCharge(stage, 0);
  });

  test("gets a stream", async () => {
    const { stage, client } = await start();
    const stream = client.messages.stream(ASK);
    const message = await stream.finalMessage();
    expect(message).toMatchObject({
      content: [{ type: "text", text: DEFAULT_TEXT }],
      stop_reason: "end_turn",
      usage: { output_tokens: 20 },
    });
    await expectCharge(stage, 1);
  });

  test("gets parallel calls of tools, and sends their results back", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ toolCalls: CALLS });
    const tools = [{ name: "weather", input_schema: SCHEMA }];
    const message = await client.messages.stream({ ...ASK, tools }).finalMessage();
    expect(message.content).toMatchObject([
      { type: "tool_use", id: "call_a", name: "weather", input: { city: "Oslo" } },
      { type: "tool_use", id: "call_b", name: "weather", input: { city: "東京" } },
    ]);
    expect(message.stop_reason).toBe("tool_use");
    stage.upstream.setDefault({});
    const results = CALLS.map(({ id }) => ({
      type: "tool_result" as const,
      tool_use_id: id,
      content: "sunny",
    }));
    const turns = [
      ...ASK.messages,
      { role: "assistant" as const, content: message.content },
      { role: "user" as const, content: results },
    ];
    await client.messages.create({ ...ASK, tools, messages: turns });
    expect(stage.upstream.requests[1]?.json).toMatchObject({
      messages: [
        { role: "user" },
        { role: "assistant", tool_calls: [{ id: "call_a" }, { id: "call_b" }] },
        { role: "tool", tool_call_id: "call_a", content: "sunny" },
        { role: "tool", tool_call_id: "call_b", content: "sunny" },
      ],
    });
  });

  test("raises its own errors for the gateway's refusals and the upstream's", async () => {
    const { stage, client } = await start();
    const stranger = new Anthropic({ baseURL: stage.url, apiKey: "sk-nobody", maxRetries: 0 });
    const errorOf = (asker: Anthropic, changes: object = {}) =>
      asker.messages.create({ ...ASK, ...changes }).then(
        () => undefined,
        (error: unknown) => error,
      );
    expect(await errorOf(stranger)).toBeInstanceOf(Anthropic.AuthenticationError);
    expect(await errorOf(client, { max_tokens: "many" })).toBeInstanceOf(Anthropic.BadRequestError);
    stage.upstream.setDefault({ status: 429 });
    expect(await errorOf(client)).toBeInstanceOf(Anthropic.RateLimitError);
    expect((await stage.spending()).user).toBe(0);
  });
});

describe("Google's SDK", () => {
  const start = async () => {
    const stage = await stages.create({ engine: "sqlite" });
    return {
      stage,
      client: new GoogleGenAI({ apiKey: stage.apiKey, httpOptions: { baseUrl: stage.url } }),
    };
  };
  test("gets a whole answer", async () => {
    const { stage, client } = await start();
    const answer = await client.models.generateContent({ model: "chat", contents: "Hi" });
    expect(answer.text).toBe(DEFAULT_TEXT);
    expect(answer.usageMetadata).toMatchObject({ promptTokenCount: 10, candidatesTokenCount: 20 });
    await expectCharge(stage, 0);
  });
  test("gets a stream", async () => {
    const { stage, client } = await start();
    let text = "";
    for await (const chunk of await client.models.generateContentStream({ model: "chat", contents: "Hi" }))
      text += chunk.text ?? "";
    expect(text).toBe(DEFAULT_TEXT);
    await expectCharge(stage, 1);
  });
  test("gets calls of functions", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ toolCalls: CALLS });
    const tools = [{ functionDeclarations: [{ name: "weather", parametersJsonSchema: SCHEMA }] }];
    const answer = await client.models.generateContent({ model: "chat", contents: "Hi", config: { tools } });
    expect(answer.functionCalls).toMatchObject([
      { name: "weather", args: { city: "Oslo" } },
      { name: "weather", args: { city: "東京" } },
    ]);
  });
});

describe("OpenAI's SDK on the Responses API", () => {
  const start = async () => {
    const stage = await stages.create({ engine: "sqlite" });
    return { stage, client: new OpenAI({ baseURL: `${stage.url}/v1`, apiKey: stage.apiKey, maxRetries: 0 }) };
  };
  test("gets a whole answer", async () => {
    const { stage, client } = await start();
    const answer = await client.responses.create({ model: "chat", input: "Hi" });
    expect(answer.output_text).toBe(DEFAULT_TEXT);
    expect(answer.usage).toMatchObject({ input_tokens: 10, output_tokens: 20 });
    await expectCharge(stage, 0);
  });
  test("gets a stream, with calls of tools", async () => {
    const { stage, client } = await start();
    stage.upstream.setDefault({ toolCalls: CALLS });
    const tools = [{ type: "function" as const, name: "weather", parameters: SCHEMA, strict: false }];
    const stream = client.responses.stream({ model: "chat", input: "Hi", tools });
    const answer = await stream.finalResponse();
    expect(answer.output.filter(({ type }) => type === "function_call")).toMatchObject([
      { name: "weather", call_id: "call_a", arguments: '{"city":"Oslo"}' },
      { name: "weather", call_id: "call_b" },
    ]);
    await expectCharge(stage, 1);
  });
});
