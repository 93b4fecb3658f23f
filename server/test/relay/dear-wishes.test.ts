import { expect, test } from "bun:test";
import { HELLO, useRelayStages } from "./relay-stage.ts";

/** Wishes that a vendor bills at another price than the user is charged. */
const stages = useRelayStages();
const start = (type: number, setting = {}) =>
  stages.create({ engine: "sqlite", channel: { type, setting: JSON.stringify(setting) } });
const MESSAGE = { model: "chat", max_tokens: 50, messages: HELLO };
const CONTENT = { contents: [{ role: "user", parts: [{ text: "Hello" }] }] };

test.each([
  [1, "/v1/chat/completions", { model: "chat", messages: HELLO, service_tier: "priority" }, "service_tier"],
  [1, "/v1/responses", { model: "chat", input: "Hi", service_tier: "ultrafast" }, "service_tier"],
  [14, "/v1/messages", { ...MESSAGE, speed: "fast" }, "speed"],
  [
    24,
    "/v1beta/models/chat:generateContent",
    { ...CONTENT, serviceTier: "SERVICE_TIER_PRIORITY" },
    "serviceTier",
  ],
  [24, "/v1beta/models/chat:generateContent", { ...CONTENT, service_tier: "flex" }, "service_tier"],
] as const)("at a channel of type %d, %s gets %j without its %s", async (type, path, body, member) => {
  const stage = await start(type);
  const answer = await stage.post(path, body);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-tollgate-losses")).toContain(member);
  const { [member]: _, ...rest } = body as Record<string, unknown>;
  expect(stage.upstream.requests[0]?.json).toEqual(rest);
});

test("however they are written, and whoever's dialect they are in", async () => {
  const stage = await start(1);
  const escaped = `{"model":"chat","service\\u005ftier":"priority","messages":${JSON.stringify(HELLO)}}`;
  await stage.post("/v1/chat/completions", escaped);
  await stage.post("/v1/chat/completions", escaped.replace('"priority"', '{"a":1}'));
  await stage.post(`/v1beta/models/chat:generateContent`, { ...CONTENT, serviceTier: "priority" });
  expect(stage.upstream.requestCount).toBe(3);
  for (const { body } of stage.upstream.requests) expect(body.toString()).not.toMatch(/tier/);
});

test("words for the usual price pass as they are written", async () => {
  const stage = await start(1);
  const written = `{"model":"chat", "service_tier" : "auto","messages":${JSON.stringify(HELLO)}}`;
  const answer = await stage.post("/v1/chat/completions", written);
  expect(stage.upstream.requests[0]?.body.toString()).toBe(written);
  expect(answer.headers.get("x-tollgate-losses")).toBeNull();
});

test("a channel that allows them sends them", async () => {
  const openai = await start(1, { allow_service_tier: true });
  await openai.chat({ service_tier: "flex" });
  expect(openai.upstream.requests[0]?.json).toMatchObject({ service_tier: "flex" });
  const anthropic = await start(14, { allow_speed: true, allow_inference_geo: true });
  const wishes = { speed: "fast", inference_geo: "us" };
  await anthropic.post("/v1/messages", { ...MESSAGE, ...wishes });
  expect(anthropic.upstream.requests[0]?.json).toMatchObject(wishes);
});

test("where the work is done is never ignored: another channel is tried, and none is a refusal", async () => {
  const stage = await start(14);
  const ask = { ...MESSAGE, inference_geo: "us" };
  const refused = await stage.post("/v1/messages", ask);
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(await refused.text()).toContain("inference_geo");
  expect(stage.upstream.requestCount).toBe(0);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  await stage.addChannel({ type: 14, setting: '{"allow_inference_geo":true}', key: "sk-us" });
  expect((await stage.post("/v1/messages", ask)).status).toBe(200);
  expect(stage.upstream.requests[0]?.json).toMatchObject({ inference_geo: "us" });
});
