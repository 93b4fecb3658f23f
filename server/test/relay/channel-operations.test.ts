import { expect, test } from "bun:test";
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
