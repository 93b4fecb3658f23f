import { describe, expect, test } from "bun:test";
import type { TestClient } from "../support/test-client.ts";
import { CHANNEL_KEY, useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();

/** The figures of the tests of all channels, once they have ended. */
async function testedAll(admin: TestClient) {
  expect(await admin.call("GET /api/channel/test")).toMatchObject({ success: true });
  for (;;) {
    const run = Object((await admin.call("GET /api/channel/test/status")).data);
    if (!run.running) return run;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test("a test of all channels takes one whose key is refused out of routing, and brings it back", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    options: { AutomaticDisableChannelEnabled: "true", AutomaticEnableChannelEnabled: "true" },
  });
  const { upstream, channelId } = stage;
  const admin = await stage.app.as("admin");
  const channel = async () => Object((await admin.call(`GET /api/channel/${channelId}`)).data);

  upstream.setDefault({ status: 401, error: { message: "Incorrect API key provided" } });
  expect(await testedAll(admin)).toMatchObject({ total: 1, failed: 1, switched_off: 1 });
  expect(await channel()).toMatchObject({
    status: 3,
    other_info: expect.stringContaining("Incorrect API key provided"),
  });
  await stage.routed();
  expect((await stage.chat()).status).toBe(503);

  upstream.setDefault({});
  expect(await testedAll(admin)).toMatchObject({ total: 1, failed: 0, switched_on: 1 });
  expect(await channel()).toMatchObject({ status: 1, other_info: "" });
  await stage.routed();
  expect((await stage.chat()).status).toBe(200);
});

test("all channels are tested by the clock when the option says so", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    options: { AutomaticDisableChannelEnabled: "true", "monitor_setting.auto_test_channel_enabled": "true" },
    overrides: { careIntervalMs: 5 },
  });
  stage.upstream.setDefault({ status: 401, error: { message: "Incorrect API key provided" } });
  const admin = await stage.app.as("admin");
  const deadlineMs = performance.now() + 10_000;
  for (;;) {
    const run = Object((await admin.call("GET /api/channel/test/status")).data);
    if (run.switched_off === 1 && !run.running) break;
    if (performance.now() > deadlineMs) throw new Error("no test was begun");
    stage.app.clock.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await stage.app.parts.channels.get(stage.channelId)).toMatchObject({ status: 3 });
});

test("vendors are asked for their models by the clock, and nothing changes until somebody accepts", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    options: { UpstreamModelUpdateMinutes: "1" },
    overrides: { careIntervalMs: 5 },
  });
  stage.upstream.setDefault({ body: { data: [{ id: "chat" }, { id: "flat" }, { id: "embed" }] } });
  const admin = await stage.app.as("admin");
  const deadlineMs = performance.now() + 10_000;
  const found = async () => (await admin.call("GET /api/channel/upstream_updates")).data;
  while (Object(await found()).length === 0) {
    if (performance.now() > deadlineMs) throw new Error("no vendor was asked");
    stage.app.clock.advance(60_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(await found()).toEqual([{ id: stage.channelId, added: 0, gone: 1 }]);
  expect((await stage.post("/v1/completions", { model: "instruct", prompt: "x" })).status).toBe(200);
  const accepted = { id: stage.channelId, remove_models: ["instruct"] };
  await admin.call("POST /api/channel/upstream_updates/apply", { body: accepted });
  await stage.routed();
  expect((await stage.post("/v1/completions", { model: "instruct", prompt: "x" })).status).toBe(503);
});

test("a test of all channels judges failures as relayed calls do: by status, words and class", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    options: { AutomaticDisableChannelEnabled: "true", AutomaticDisableStatusCodes: "418" },
  });
  const admin = await stage.app.as("admin");
  const limited = { message: "You exceeded your current quota", type: "rate_limit_error" };
  stage.upstream.setDefault({ status: 429, error: limited });
  expect(await testedAll(admin)).toMatchObject({ failed: 1, switched_off: 0 });
  stage.upstream.setDefault({ status: 503, error: { message: "busy" } });
  expect(await testedAll(admin)).toMatchObject({ failed: 1, switched_off: 0 });
  stage.upstream.setDefault({ status: 418, error: { message: "teapot" } });
  expect(await testedAll(admin)).toMatchObject({ failed: 1, switched_off: 1 });
  const row = await stage.app.parts.channels.get(stage.channelId);
  expect(JSON.parse(row?.other_info ?? "")).toMatchObject({ status_reason: "HTTP 418: teapot" });
  const { data: incidents } = await admin.call(`GET /api/channel/${stage.channelId}/incidents`);
  expect(incidents).toMatchObject([{ kind: "disabled", text: "HTTP 418: teapot", times: 1 }]);
});

test("a channel with several keys is switched off by a test only when every key is refused", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    options: { AutomaticDisableChannelEnabled: "true" },
    channel: { key: "sk-dead\nsk-alive", setting: '{"multi_key_mode":"random"}' },
  });
  const admin = await stage.app.as("admin");
  const refused = { status: 401, error: { message: "Incorrect API key provided" } };
  stage.upstream.when({ key: "sk-dead" }, refused);
  expect(await testedAll(admin)).toMatchObject({ failed: 0, switched_off: 0 });
  expect(stage.upstream.requests.map(({ key }) => key)).toEqual(["sk-dead", "sk-alive"]);
  stage.upstream.when({ key: "sk-alive" }, refused);
  expect(await testedAll(admin)).toMatchObject({ failed: 1, switched_off: 1 });
  const row = await stage.app.parts.channels.get(stage.channelId);
  expect(JSON.parse(row?.other_info ?? "")).toMatchObject({ status_reason: "All keys are disabled" });
});

test("a disabled tag is not routed to, an enabled one is", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: { tag: "eu" } });
  const admin = await stage.app.as("admin");
  for (const [path, status] of [
    ["disabled", 503],
    ["enabled", 200],
  ] as const) {
    await admin.call(`POST /api/channel/tag/${path}`, { body: { tag: "eu" } });
    await stage.routed();
    expect((await stage.chat()).status).toBe(status);
  }
});

test("an edit of a tag's models changes what is routed to its channels", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: { tag: "eu", models: ["chat"] } });
  const admin = await stage.app.as("admin");
  expect((await stage.chat({ model: "other" })).status).toBe(503);
  await admin.call("PUT /api/channel/tag", { body: { tag: "eu", models: "chat,other" } });
  await stage.routed();
  expect((await stage.chat({ model: "other" })).status).toBe(200);
});

test("the models of a vendor are asked for with the channel's key, which no failure tells", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const admin = await stage.app.as("admin");
  const fetched = () => admin.call(`GET /api/channel/fetch_models/${stage.channelId}`);
  expect((await fetched()).data).toContain("gpt-4o");
  const [request] = stage.upstream.requests;
  expect(request?.headers["authorization"]).toBe(`Bearer ${CHANNEL_KEY}`);
  stage.upstream.setDefault({
    status: 401,
    error: { message: `Incorrect API key provided: ${CHANNEL_KEY}` },
  });
  const refused = await fetched();
  expect(refused).toMatchObject({
    code: "channel.models-failed",
    message: "获取模型列表失败：HTTP 401: Incorrect API key provided: ***",
  });
  expect(refused.text).not.toContain(CHANNEL_KEY);
});

test("a vendor's redirect is not followed to another host, nor is a metadata address asked", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const admin = await stage.app.as("admin");
  stage.upstream.setDefault({ fault: "redirect", redirectTo: "http://169.254.169.254/latest" });
  expect(await admin.call(`GET /api/channel/fetch_models/${stage.channelId}`)).toMatchObject({
    code: "channel.models-failed",
  });
  expect(await admin.call(`GET /api/channel/update_balance/${stage.channelId}`)).toMatchObject({
    code: "channel.balance-failed",
  });
  const body = { type: 1, key: "k", base_url: "http://169.254.169.254" };
  expect(await admin.call("POST /api/channel/fetch_models", { body })).toMatchObject({
    code: "channel.base-url-refused",
  });
});

describe("a test of one model goes to the address that the model is made for", () => {
  test.each([
    ["chat", "/v1/chat/completions", {}, undefined],
    ["bge-m3", "/v1/embeddings", {}, undefined],
    ["bge-reranker-v2", "/v1/rerank", { body: { results: [{ index: 0, relevance_score: 1 }] } }, undefined],
    ["omni-moderation-latest", "/v1/moderations", { body: { results: [{ flagged: false }] } }, undefined],
    [
      "tts-1",
      "/v1/audio/speech",
      { body: Buffer.from("ID3"), headers: { "content-type": "audio/mpeg" } },
      15,
    ],
    ["whisper-1", "/v1/audio/transcriptions", { body: { text: "" } }, undefined],
    ["dall-e-3", "/v1/images/generations", { body: { data: [{ b64_json: "aGk=" }] } }, 20_000],
  ])("%s", async (model, path, behaviour, cost) => {
    const stage = await stages.create({
      engine: "sqlite",
      channel: { models: [...new Set(["chat", model])] },
    });
    stage.upstream.setDefault(behaviour);
    const admin = await stage.app.as("admin");
    const { success, message } = await admin.call(
      `GET /api/channel/test/${stage.channelId}?model=${encodeURIComponent(model)}`,
    );
    expect({ success, message }).toEqual({ success: true, message: "" });
    expect(stage.upstream.requests.map((request) => request.path)).toEqual([path]);
    const [row] = await stage.logs();
    expect(row).toMatchObject({ model_name: model, quota: 0 });
    if (cost !== undefined)
      expect(row?.content).toContain(`按价格应为 $${(cost / 500_000).toFixed(6)} 额度）`);
    expect(await stage.spending()).toMatchObject({ charges: 0, held: 0 });
  });

  test("a channel's own test makes no picture while it serves anything else", async () => {
    const stage = await stages.create({ engine: "sqlite", channel: { models: ["dall-e-3", "chat"] } });
    const admin = await stage.app.as("admin");
    expect(await admin.call(`GET /api/channel/test/${stage.channelId}`)).toMatchObject({ success: true });
    expect(stage.upstream.requests[0]).toMatchObject({ path: "/v1/chat/completions" });
  });
});
