import { describe, expect, test } from "bun:test";
import { costAccount } from "../../src/ledger/account.ts";
import { openRawHttpClient } from "../support/fake-upstream/raw-http-client.ts";
import type { Behaviour } from "../support/fake-upstream/behaviour.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
/** What the fake upstream reports: 10 × 2 + 20 × 3 × 2. */
const FULL_QUOTA = 140;
/** A vendor that fails and bills all the same: 7 × 2 + 5 × 3 × 2 = 44. */
const BILLED_FAILURE: Behaviour = {
  status: 500,
  body: {
    error: { message: "the model crashed", type: "server_error" },
    usage: { prompt_tokens: 7, completion_tokens: 5, total_tokens: 12 },
  },
};
const BILLED_QUOTA = 44;

/** What the books hold as the operator's cost at the stage's first channel. */
async function costOf({ app, channelId }: RelayStage) {
  const account = costAccount(channelId);
  return (await app.parts.ledger.balances([account])).get(account)?.posted;
}

async function openChat(stage: RelayStage, stream: boolean) {
  const client = await openRawHttpClient(Number(new URL(stage.url).port));
  const request = { model: "chat", messages: HELLO, stream };
  client.request("/v1/chat/completions", request, { authorization: `Bearer ${stage.apiKey}` });
  return client;
}

describe("with DrainOnDisconnect a client that leaves", () => {
  const start = () => stages.create({ engine: "sqlite", options: { DrainOnDisconnect: "true" } });
  const expectPaidInFull = async (stage: RelayStage) => {
    const [row] = await stage.waitForLogs(1);
    expect(row).toMatchObject({ prompt_tokens: 10, completion_tokens: 20, quota: FULL_QUOTA });
    expect(row?.other.stream_status).toEqual({ end_reason: "client_gone" });
    expect(stage.upstream.requests[0]?.state).toBe("answered");
    expect(await stage.spending()).toEqual({ user: FULL_QUOTA, token: FULL_QUOTA, charges: 1, held: 0 });
  };

  test("in the middle of a stream pays for all of it, once the upstream has ended", async () => {
    const stage = await start();
    stage.upstream.setDefault({ chunkCount: 60, chunkPaceMs: 5 });
    using client = await openChat(stage, true);
    await client.waitForText("word5");
    client.close();
    await expectPaidInFull(stage);
  });

  test("pays nothing for a stream that its upstream breaks off before the first word", async () => {
    const stage = await start();
    const role = { choices: [{ index: 0, delta: { role: "assistant", content: "" } }] };
    stage.upstream.setDefault({
      firstChunkDelayMs: 300,
      body: `data: ${JSON.stringify(role)}\n\n`,
      headers: { "content-type": "text/event-stream" },
    });
    using client = await openChat(stage, true);
    await stage.upstream.waitForRequest(0);
    expect((await stage.spending()).held).toBeGreaterThan(0);
    client.close();
    while ((await stage.spending()).held > 0) await new Promise((resolve) => setImmediate(resolve));
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });

  test("before a whole answer pays for it", async () => {
    const stage = await start();
    // Long enough for a busy machine to notice the closed connection before the answer.
    stage.upstream.setDefault({ latencyMs: 800 });
    using client = await openChat(stage, false);
    await stage.upstream.waitForRequest(0);
    client.close();
    await expectPaidInFull(stage);
  });
});

describe("an attempt that failed and that the upstream billed", () => {
  test("is the operator's cost, beside the user's charge for the one that worked", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      channel: { key: "sk-first", priority: 10 },
      options: { RetryTimes: "1" },
    });
    await stage.addChannel({ key: "sk-second" });
    stage.upstream.when({ key: "sk-first" }, BILLED_FAILURE);
    expect((await stage.chat()).status).toBe(200);
    const [row] = await stage.logs();
    expect(row?.quota).toBe(FULL_QUOTA);
    expect(row?.other.admin_info?.attempts).toMatchObject([
      { channel_id: stage.channelId, status_code: 500, operator_quota: BILLED_QUOTA },
      { channel_id: stage.channelId + 1 },
    ]);
    expect(row?.other.admin_info?.attempts?.[1]).not.toHaveProperty("operator_quota");
    expect(await costOf(stage)).toBe(BILLED_QUOTA);
    expect(await stage.spending()).toEqual({ user: FULL_QUOTA, token: FULL_QUOTA, charges: 1, held: 0 });
  });

  const USAGE = { input_tokens: 7, output_tokens: 5, total_tokens: 12 };

  test.each([
    [
      "an answer that cannot be read",
      24,
      "/v1/chat/completions",
      { messages: HELLO },
      { body: { candidates: [], usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 5 } } },
    ],
    [
      "a failure that begins a stream",
      1,
      "/v1/responses",
      { input: "Hello", stream: true },
      {
        body: `data: ${JSON.stringify({
          type: "response.failed",
          response: { status: "failed", error: { code: "server_error", message: "no" }, usage: USAGE },
        })}\n\n`,
        headers: { "content-type": "text/event-stream" },
      },
    ],
  ] as const)("may be %s", async (_, type, path, body, behaviour) => {
    const stage = await stages.create({ engine: "sqlite", channel: { type }, options: { RetryTimes: "0" } });
    stage.upstream.setDefault(behaviour);
    const failed = await stage.post(path, { model: "chat", ...body });
    expect(failed.status).toBeGreaterThanOrEqual(400);
    await failed.text();
    expect(await costOf(stage)).toBe(BILLED_QUOTA);
    expect(await stage.logs()).toMatchObject([{ type: 5, quota: 0 }]);
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });

  test("is told of and booked where the next channel cannot carry the request at all", async () => {
    const stage = await stages.create({
      engine: "sqlite",
      channel: { priority: 10 },
      options: { RetryTimes: "1" },
    });
    await stage.addChannel({ type: 14, key: "sk-second" });
    stage.upstream.when({ path: "/v1/chat/completions" }, BILLED_FAILURE);
    const refused = await stage.chat({ messages: [{ role: "nobody", content: "Hello" }] });
    expect(refused.status).toBe(400);
    await refused.text();
    expect(await costOf(stage)).toBe(BILLED_QUOTA);
    expect(await stage.logs()).toMatchObject([
      { type: 5, quota: 0, other: { admin_info: { attempts: [{ operator_quota: BILLED_QUOTA }] } } },
    ]);
  });

  test("is told in a row of its own when no other worked, and nobody is charged", async () => {
    const stage = await stages.create({ engine: "sqlite", options: { RetryTimes: "0" } });
    stage.upstream.setDefault(BILLED_FAILURE);
    const failed = await stage.chat();
    expect(failed.status).toBe(500);
    await failed.arrayBuffer();
    const [row] = await stage.logs();
    expect(row).toMatchObject({ type: 5, quota: 0 });
    expect(row?.other.admin_info?.attempts).toMatchObject([{ operator_quota: BILLED_QUOTA }]);
    await (await stage.chat()).arrayBuffer();
    expect(await costOf(stage)).toBe(2 * BILLED_QUOTA);
    const { differences, notes } = await stage.app.parts.ledger.audit();
    expect([differences, notes]).toEqual([
      [],
      ["upstreams billed 88 units for failed attempts at 1 channel: the operator's cost"],
    ]);
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });
});
