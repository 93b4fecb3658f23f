import { expect, test } from "bun:test";
import type { ChannelIncident, ChannelTrouble } from "@tollgate/contract/channel-health";
import type { Behaviour } from "../support/fake-upstream/behaviour.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const FIRST_KEY = "sk-first-0123456789-abcd";
const SECOND_KEY = "sk-second-0123456789-wxyz";
const TWO_KEYS = { key: `${FIRST_KEY}\n${SECOND_KEY}`, setting: '{"multi_key_mode":"polling"}' };
const BAD_KEY: Behaviour = {
  status: 401,
  error: { message: "Incorrect API key provided", code: "invalid_api_key" },
};

async function watched(stage: RelayStage) {
  const admin = await stage.app.as("admin");
  const read = async (path: string) => (await admin.call(`GET /api/channel/${path}`)).data;
  // What the contract says of these calls, which the server has encoded by it.
  return {
    admin,
    troubles: async () => (await read("health")) as ChannelTrouble[],
    incidents: async () => (await read(`${stage.channelId}/incidents`)) as ChannelIncident[],
    keys: () => read(`${stage.channelId}/keys`),
  };
}

test("a channel that is well is no trouble and has no incident", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const { troubles, incidents, keys } = await watched(stage);
  expect((await stage.chat()).status).toBe(200);
  expect(await troubles()).toEqual([]);
  expect(await incidents()).toEqual([]);
  expect(await keys()).toEqual([{ number: 1, ending: "6789", state: "working", away: null }]);
});

test("a limit is told with its model, its end and the share of answers that failed", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const { troubles, incidents } = await watched(stage);
  await stage.chat({ model: "flat" });
  stage.upstream.when({ model: "chat" }, { status: 429, headers: { "retry-after": "60" } });
  await stage.chat();
  const untilSeconds = Math.floor(stage.app.clock.nowMs() / 1000) + 60;
  const [trouble] = await troubles();
  expect(trouble).toMatchObject({ id: stage.channelId, away: null, keys: 1, models: [{ model: "chat" }] });
  expect(trouble?.models[0]).toMatchObject({ cause: "rate-limit" });
  expect(trouble?.models[0]?.until).toBeGreaterThanOrEqual(untilSeconds);
  expect(await incidents()).toMatchObject([
    { kind: "cooled", key: 1, model: "chat", cause: "rate-limit", status: 429, answers: 1, failures: 1 },
  ]);
});

test("a channel whose only model is at its limit is away as a whole", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: { models: ["chat"] } });
  const { troubles } = await watched(stage);
  stage.upstream.setDefault({ status: 429, headers: { "retry-after": "60" } });
  await stage.chat();
  expect(await troubles()).toMatchObject([{ away: { cause: "rate-limit" } }]);
});

test("a refused key is parked and told by its ending, and a person can release it", async () => {
  const stage = await stages.create({ engine: "sqlite", channel: TWO_KEYS, options: { RetryTimes: "3" } });
  const { admin, troubles, incidents, keys } = await watched(stage);
  stage.upstream.when({ key: FIRST_KEY }, BAD_KEY);
  for (let call = 0; call < 3; call++) expect((await stage.chat()).status).toBe(200);
  expect(await troubles()).toMatchObject([{ away: null, keys: 2, parked_keys: 1, cooling_keys: 0 }]);
  expect(await keys()).toMatchObject([
    { number: 1, ending: "abcd", state: "parked", away: { cause: "auth" } },
    { number: 2, ending: "wxyz", state: "working", away: null },
  ]);
  stage.upstream.reset();
  const released = await admin.call(`POST /api/channel/${stage.channelId}/keys/release`, {
    body: { number: 1 },
  });
  expect(released.data).toMatchObject([{ state: "working" }, { state: "working" }]);
  expect(await troubles()).toEqual([]);
  expect((await incidents()).map(({ kind, key }) => [kind, key])).toEqual([
    ["released", 1],
    ["parked", 1],
  ]);
  await stage.chat();
  await stage.chat();
  expect(new Set(stage.upstream.requests.map(({ key }) => key))).toEqual(new Set([FIRST_KEY, SECOND_KEY]));
});

test("keys of what does not exist are not found", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  const { admin } = await watched(stage);
  const notFound = { success: false, code: "channel.not-found" };
  expect(await admin.call("GET /api/channel/999/keys")).toMatchObject(notFound);
  const release = (number: number) =>
    admin.call(`POST /api/channel/${stage.channelId}/keys/release`, { body: { number } });
  expect(await release(2)).toMatchObject(notFound);
  expect(await release(0)).toMatchObject(notFound);
});

test("a channel that was switched off says so with its reason", async () => {
  const stage = await stages.create({
    engine: "sqlite",
    options: { AutomaticDisableChannelEnabled: "true" },
  });
  const { incidents } = await watched(stage);
  stage.upstream.setDefault(BAD_KEY);
  await stage.chat();
  await stage.routed();
  expect(await incidents()).toMatchObject([
    { kind: "disabled", text: expect.stringContaining("Incorrect API key") },
    { kind: "parked", cause: "auth", status: 401 },
  ]);
});
