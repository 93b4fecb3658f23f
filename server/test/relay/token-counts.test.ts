import { expect, test } from "bun:test";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import { anthropicClient, failureOf, googleClient } from "./vendor-clients.ts";

const stages = useRelayStages();
const LONG = "one two three four five six seven eight nine ten";

test("Anthropic's client counts a prompt without an upstream and without a charge", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const { messages } = anthropicClient(stage);
  const count = async (content: string, more = {}) =>
    (await messages.countTokens({ model: "chat", messages: [{ role: "user", content }], ...more }))
      .input_tokens;
  const short = await count("Hello");
  const long = await count(LONG);
  expect(short).toBeGreaterThan(0);
  // Each of the nine words that the long prompt has more is a token.
  expect(long).toBe(short + 9);
  expect(await count("Hello", { system: LONG })).toBeGreaterThan(long);
  const tools = [{ name: "weather", input_schema: { type: "object" as const } }];
  expect(await count("Hello", { tools })).toBeGreaterThan(short);
  expect(stage.upstream.requestCount).toBe(0);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  expect(await stage.logs()).toEqual([]);
});

test("Google's client counts the same", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const { models } = googleClient(stage);
  const short = (await models.countTokens({ model: "chat", contents: "Hello" })).totalTokens ?? 0;
  const long = (await models.countTokens({ model: "chat", contents: LONG })).totalTokens;
  expect(short).toBeGreaterThan(0);
  expect(long).toBe(short + 9);
  const whole = { generateContentRequest: { model: "models/chat", contents: [{ parts: [{ text: LONG }] }] } };
  const answer = await stage.post("/v1beta/models/chat:countTokens", whole);
  expect(await answer.json()).toEqual({ totalTokens: long });
});

test("counting obeys the rules of the key, and refuses what is no request", async () => {
  const limits = { model_limits_enabled: true, model_limits: ["chat", "nothing"] };
  const stage = await stages.create({ engine: "sqlite", token: limits });
  const { messages } = anthropicClient(stage);
  const count = (model: string, by = messages) => by.countTokens({ model, messages: HELLO });
  const refusals = [
    [count("embed"), 403, "permission_error"],
    [count("nothing"), 503, "overloaded_error"],
    [count("chat", anthropicClient({ ...stage, apiKey: "sk-nobody" }).messages), 401, "authentication_error"],
  ] as const;
  for (const [call, status, type] of refusals)
    expect(await failureOf(call)).toMatchObject({ status, error: { error: { type } } });
  const anthropic = await stage.post("/v1/messages/count_tokens", { model: "chat", messages: 7 });
  expect([anthropic.status, await anthropic.json()]).toMatchObject([
    400,
    { type: "error", error: { type: "invalid_request_error" } },
  ]);
  const google = await stage.post("/v1beta/models/chat:countTokens", { contents: 7 });
  expect([google.status, await google.json()]).toMatchObject([
    400,
    { error: { status: "INVALID_ARGUMENT" } },
  ]);
});
