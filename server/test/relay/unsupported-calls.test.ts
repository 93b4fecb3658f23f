import { expect, test } from "bun:test";
import { useRealtimeStages } from "./realtime-stage.ts";
import { useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();
const realtimeStages = useRealtimeStages();
const ANTHROPIC = 14;
const EMBEDDING = { model: "chat", input: "Hello" };

test("a call that no channel's vendor has is a 501, charged and sent to nobody", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: { type: ANTHROPIC } });
  const refused = await stage.post("/v1/embeddings", EMBEDDING);
  expect([refused.status, Object(await refused.json()).error.code]).toEqual([501, "upstream_unsupported"]);
  expect(stage.upstream.requestCount).toBe(0);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});

test("a call goes to a channel whose vendor has it, without a retry, and the other is as well as before", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: { type: ANTHROPIC, priority: 10 } });
  const secondId = await stage.addChannel();
  for (let times = 0; times < 3; times++)
    expect((await stage.post("/v1/embeddings", EMBEDDING)).status).toBe(200);
  const [row] = await stage.logs();
  expect(row?.other.admin_info).toMatchObject({ use_channel: [secondId] });
  expect((await stage.chat()).status).toBe(200);
  const paths = stage.upstream.requests.map(({ path }) => path);
  expect(paths).toEqual(["/v1/embeddings", "/v1/embeddings", "/v1/embeddings", "/v1/messages"]);
});

test("what a channel failed with is told rather than that the next one has no such call", async () => {
  const stage = await stages.create({ engine: "sqlite", options: { RetryTimes: "1" } });
  await stage.addChannel({ type: ANTHROPIC, priority: -1 });
  stage.upstream.enqueue({ status: 503 });
  expect((await stage.post("/v1/embeddings", EMBEDDING)).status).toBe(503);
});

test("a session is opened where the vendor has sessions", async () => {
  const stage = await realtimeStages.create({ engine: "sqlite" });
  await stage.addChannel({ type: ANTHROPIC, priority: 10, models: ["voice"] });
  const socket = new WebSocket(`${stage.url.replace("http", "ws")}/v1/realtime?model=voice`, [
    "realtime",
    `openai-insecure-api-key.${stage.apiKey}`,
  ]);
  const greeted = Promise.withResolvers<string>();
  socket.addEventListener("message", ({ data }) => greeted.resolve(String(data)));
  expect(await greeted.promise).toContain("session.created");
  socket.close();
  await (
    await stage.fake.connection(0)
  ).closed;
});
