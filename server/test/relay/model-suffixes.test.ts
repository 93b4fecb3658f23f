import { expect, test } from "bun:test";
import type { ChannelFacts } from "../support/factories.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();

/** Charged under the name that the client asks for: 1,000 units a call. */
const start = (model: string, channel: ChannelFacts, options = {}) =>
  stages.create({
    engine: "sqlite",
    channel: { ...channel, models: [model] },
    options: { ModelPrice: JSON.stringify({ [model]: 0.002 }), ...options },
  });

test("an effort in a model's name is one in the body of a client of OpenAI's, and in the log", async () => {
  const stage = await start("gpt-5-high", { type: 1 });
  const body = { model: "gpt-5-high", messages: HELLO, extra: { kept: [1] } };
  const answer = await stage.chat(body);
  expect(answer.status).toBe(200);
  expect(stage.upstream.requests[0]?.json).toEqual({ ...body, model: "gpt-5", reasoning_effort: "high" });
  expect(await stage.logs()).toMatchObject([
    {
      model_name: "gpt-5-high",
      other: { upstream_model_name: "gpt-5", reasoning_effort: "high" },
    },
  ]);
  expect((await stage.spending()).user).toBe(1000);
});

test("it is said over the client's own, in responses and in translated calls too", async () => {
  const stage = await start("gpt-5-low", { type: 1 });
  await stage.post("/v1/responses", { model: "gpt-5-low", input: "Hello", reasoning: { effort: "high" } });
  expect(stage.upstream.requests[0]?.json).toMatchObject({ model: "gpt-5", reasoning: { effort: "low" } });
  await stage.post("/v1/messages", { model: "gpt-5-low", max_tokens: 5000, messages: HELLO });
  expect(stage.upstream.requests[1]?.json).toMatchObject({ model: "gpt-5", reasoning_effort: "low" });
  const efforts = (await stage.logs()).map(({ other }) => other.reasoning_effort);
  expect(efforts).toEqual(["low", "low"]);
});

test("Claude thinks with a part of the limit, and is not told what does not go with it", async () => {
  const model = "claude-sonnet-4-5-thinking";
  const stage = await start(model, { type: 14 });
  const message = { model, max_tokens: 10_000, temperature: 0.5, messages: HELLO };
  const answer = await stage.post("/v1/messages", message);
  expect(answer.headers.get("x-tollgate-losses")).toContain("sampling.temperature");
  expect(stage.upstream.requests[0]?.json).toMatchObject({
    model: "claude-sonnet-4-5",
    max_tokens: 10_000,
    thinking: { type: "enabled", budget_tokens: 8000 },
    messages: HELLO,
  });
  expect(stage.upstream.requests[0]?.json).not.toHaveProperty("temperature");
  await stage.chat({ model, max_tokens: 5000 });
  expect(stage.upstream.requests[1]?.json).toMatchObject({ thinking: { budget_tokens: 4000 } });
});

test("the part is an option", async () => {
  const model = "claude-sonnet-4-5-thinking";
  const stage = await start(
    model,
    { type: 14 },
    { "claude.thinking_adapter_budget_tokens_percentage": "0.5" },
  );
  await stage.post("/v1/messages", { model, max_tokens: 10_000, messages: HELLO });
  expect(stage.upstream.requests[0]?.json).toMatchObject({ thinking: { budget_tokens: 5000 } });
});

test("Gemini's suffixes change the address and the thinking of the body, in the client's spelling", async () => {
  const model = "gemini-2.5-flash-thinking-2048";
  const stage = await start(model, { type: 24 });
  const contents = [{ role: "user", parts: [{ text: "Hello" }] }];
  await stage.post(`/v1beta/models/${model}:generateContent`, {
    contents,
    generation_config: { temperature: 0.5 },
  });
  expect(stage.upstream.requests[0]).toMatchObject({
    path: "/v1beta/models/gemini-2.5-flash:generateContent",
    json: {
      contents,
      generation_config: {
        temperature: 0.5,
        thinkingConfig: { thinkingBudget: 2048, includeThoughts: true },
      },
    },
  });
});

test("a name that is mapped to itself, and a body that is passed as it is, are sent as they are", async () => {
  const model = "gpt-5-high";
  const mapped = await start(model, { type: 1, model_mapping: JSON.stringify({ [model]: model }) });
  await mapped.chat({ model });
  expect(mapped.upstream.requests[0]?.json).toEqual({ model, messages: HELLO });
  const passed = await start(model, { type: 1, setting: '{"pass_through_body_enabled":true}' });
  await passed.chat({ model });
  expect(passed.upstream.requests[0]?.json).toEqual({ model, messages: HELLO });
});
