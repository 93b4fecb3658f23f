import { describe, expect, test } from "bun:test";
import type { ChannelIncident, ChannelKeyState, ChannelTrouble } from "@tollgate/contract/channel-health";
import { ChannelStatus } from "@tollgate/contract/statuses";
import type { App } from "../../src/app.ts";
import type { Behaviour } from "../support/fake-upstream/behaviour.ts";
import { startSecondNode } from "../support/second-node.ts";
import { ENGINES } from "../support/test-app.ts";
import { createTestClient } from "../support/test-client.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const FIRST_KEY = "sk-first-0123456789-abcd";
const SECOND_KEY = "sk-second-0123456789-wxyz";
const TWO_KEYS = { key: `${FIRST_KEY}\n${SECOND_KEY}`, setting: '{"multi_key_mode":"polling"}' };
const BAD_KEY: Behaviour = {
  status: 401,
  error: { message: "Incorrect API key provided", code: "invalid_api_key" },
};
const HEARD_WITHIN_MS = 1000;

/** What an administrator sees at one node, and calls through it. */
async function nodeOf(stage: RelayStage, app: App) {
  const userId = await stage.app.userId("root");
  const secret = await stage.app.parts.sessions.open({ userId, ip: "127.0.0.1", userAgent: "test" });
  const send = async (path: string, init?: RequestInit) =>
    app.fetch(new Request(`http://gate.test${path}`, init));
  const admin = createTestClient(send, { cookie: `session=${secret}`, "new-api-user": String(userId) });
  const read = async (path: string) => (await admin.call(`GET /api/channel/${path}`)).data;
  // What the contract says of these calls, which the server has encoded by it.
  const node = {
    keys: async () => (await read(`${stage.channelId}/keys`)) as ChannelKeyState[],
    troubles: async () => (await read("health")) as ChannelTrouble[],
    incidents: async () => (await read(`${stage.channelId}/incidents`)) as ChannelIncident[],
    release: (number: number) =>
      admin.call(`POST /api/channel/${stage.channelId}/keys/release`, { body: { number } }),
    async chat() {
      const answer = await send("/v1/chat/completions", {
        method: "POST",
        headers: { authorization: `Bearer ${stage.apiKey}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "chat", messages: HELLO }),
      });
      await answer.arrayBuffer();
      return answer.status;
    },
    /** Resolves when this node knows of the first key what is said, within the time that is promised. */
    async hears(state: ChannelKeyState["state"]) {
      const deadlineMs = performance.now() + HEARD_WITHIN_MS;
      while ((await node.keys())[0]?.state !== state) {
        if (performance.now() > deadlineMs)
          throw new Error(`the node has not heard that the key is ${state}`);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
  return node;
}

const keysTried = ({ upstream }: RelayStage, from = 0) => upstream.requests.slice(from).map(({ key }) => key);

describe("two nodes on one PostgreSQL", () => {
  async function twoNodes() {
    const stage = await stages.create({
      engine: "postgres",
      channel: TWO_KEYS,
      options: { RetryTimes: "3" },
    });
    const second = await startSecondNode(stage.app);
    const nodes = [await nodeOf(stage, stage.app.app), await nodeOf(stage, second)] as const;
    return { stage, nodes, [Symbol.asyncDispose]: () => second[Symbol.asyncDispose]() };
  }
  async function parkFirstKey({ stage, nodes: [first, second] }: Awaited<ReturnType<typeof twoNodes>>) {
    stage.upstream.when({ key: FIRST_KEY }, BAD_KEY);
    for (let call = 0; call < 2; call++) expect(await first.chat()).toBe(200);
    await second.hears("parked");
  }

  test("a key that one has parked is used by neither, and both tell why", async () => {
    await using pair = await twoNodes();
    const { stage, nodes } = pair;
    await parkFirstKey(pair);
    const before = stage.upstream.requestCount;
    for (let call = 0; call < 3; call++) expect(await nodes[1].chat()).toBe(200);
    expect(keysTried(stage, before)).toEqual([SECOND_KEY, SECOND_KEY, SECOND_KEY]);
    for (const node of nodes) {
      expect(await node.troubles()).toMatchObject([{ keys: 2, parked_keys: 1 }]);
      expect(await node.incidents()).toMatchObject([
        { kind: "parked", key: 1, cause: "auth", status: 401, times: 1 },
      ]);
    }
  });

  test("what one of them releases is free on both", async () => {
    await using pair = await twoNodes();
    const [first, second] = pair.nodes;
    await parkFirstKey(pair);
    pair.stage.upstream.reset();
    await second.release(1);
    await first.hears("working");
    for (const node of [second, first])
      expect((await node.incidents()).map(({ kind }) => kind)).toEqual(["released", "parked"]);
  });

  test("when its time is over only the node that parked it probes, and a probe that passes frees both", async () => {
    await using pair = await twoNodes();
    const { stage, nodes } = pair;
    const [first, second] = nodes;
    await parkFirstKey(pair);
    const [parked] = await first.keys();
    stage.app.clock.advance((parked?.away?.until ?? 0) * 1000 - stage.app.clock.nowMs());
    stage.upstream.reset();
    stage.upstream.setDefault({ latencyMs: 100 });
    const before = stage.upstream.requestCount;
    const calls = [second, first, second, first, second].map((node) => node.chat());
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
    expect(keysTried(stage, before).filter((key) => key === FIRST_KEY)).toHaveLength(1);
    for (const node of nodes) await node.hears("working");
    // The node that is asked first has stored what it has seen by then.
    for (const node of nodes)
      expect((await node.incidents()).map(({ kind }) => kind)).toEqual(["recovered", "parked"]);
  });
});

describe.each(ENGINES)("a node on %s that is started again", (engine) => {
  test("knows which keys are parked and what has happened", async () => {
    const stage = await stages.create({ engine, channel: TWO_KEYS, options: { RetryTimes: "3" } });
    stage.upstream.when({ key: FIRST_KEY }, BAD_KEY);
    for (let call = 0; call < 2; call++) expect((await stage.chat()).status).toBe(200);
    await stage.app.restart();
    const node = await nodeOf(stage, stage.app.app);
    expect((await node.keys()).map(({ state }) => state)).toEqual(["parked", "working"]);
    expect(await node.incidents()).toMatchObject([{ kind: "parked", key: 1 }]);
    const before = stage.upstream.requestCount;
    for (let call = 0; call < 2; call++) expect(await node.chat()).toBe(200);
    expect(keysTried(stage, before)).toEqual([SECOND_KEY, SECOND_KEY]);
  });

  test("has forgotten what it knew of a channel that a person has switched on again", async () => {
    const stage = await stages.create({ engine, channel: TWO_KEYS, options: { RetryTimes: "3" } });
    stage.upstream.when({ key: FIRST_KEY }, BAD_KEY);
    for (let call = 0; call < 2; call++) await stage.chat();
    stage.app.clock.advance(1000);
    for (const status of [ChannelStatus.disabled, ChannelStatus.enabled]) {
      await stage.app.parts.channels.update(stage.channelId, { status });
      await stage.routed();
    }
    await stage.app.restart();
    const node = await nodeOf(stage, stage.app.app);
    expect((await node.keys()).map(({ state }) => state)).toEqual(["working", "working"]);
  });
});
