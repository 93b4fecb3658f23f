import { describe, expect, test } from "bun:test";
import type { Behaviour } from "../support/fake-upstream/behaviour.ts";
import { ENGINES } from "../support/test-app.ts";
import { useRelayStages } from "./relay-stage.ts";
import type { RelayStage, StageOptions } from "./relay-stage.ts";

const stages = useRelayStages();
const DAY_MS = 86_400_000;
const ERROR_EVENT = 'data: {"error":{"message":"overloaded","type":"server_error"}}\n\n';

/** Two channels: `sk-first` is always tried before `sk-second`. */
async function twoChannels(options: Partial<StageOptions> & { retryTimes?: number } = {}) {
  const { retryTimes = 1, ...rest } = options;
  const stage = await stages.create({
    engine: "sqlite",
    channel: { key: "sk-first", priority: 10 },
    ...rest,
    options: { RetryTimes: String(retryTimes), ...rest.options },
  });
  const secondId = await stage.addChannel({ key: "sk-second" });
  return { stage, secondId };
}

const keysTried = (stage: RelayStage) => stage.upstream.requests.map(({ key }) => key);

describe.each(ENGINES)("a failed channel on %s", (engine) => {
  test("gives way to the next one, and only the answer is charged", async () => {
    const { stage, secondId } = await twoChannels({ engine });
    stage.upstream.when({ key: "sk-first" }, { status: 500 });
    const answer = await stage.chat();
    expect(answer.status).toBe(200);
    expect(keysTried(stage)).toEqual(["sk-first", "sk-second"]);
    expect(await stage.spending()).toEqual({ user: 140, token: 140, charges: 1, held: 0 });
    const [row] = await stage.logs();
    expect(row?.channel_id).toBe(secondId);
    expect(row?.other.admin_info).toEqual({
      use_channel: [stage.channelId, secondId],
      attempts: [
        {
          channel_id: stage.channelId,
          status_code: 500,
          error: expect.stringContaining("The server had an error"),
          duration_ms: expect.any(Number),
        },
        { channel_id: secondId, duration_ms: expect.any(Number) },
      ],
    });
  });

  test("leaves nothing behind when no other is left, but a row where errors are logged", async () => {
    const { stage, secondId } = await twoChannels({
      engine,
      config: { errorLogEnabled: true },
      retryTimes: 9,
    });
    stage.upstream.setDefault({ status: 503 });
    const answer = await stage.chat();
    expect(answer.status).toBe(503);
    expect(keysTried(stage)).toEqual(["sk-first", "sk-second"]);
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
    const [row] = await stage.logs();
    expect(row).toMatchObject({ type: 5, quota: 0, channel_id: secondId, model_name: "chat" });
    expect(row?.request_id).toBe(answer.headers.get("x-request-id") ?? "");
    expect(row?.other).toMatchObject({
      status_code: 503,
      admin_info: { use_channel: [stage.channelId, secondId] },
    });
  });
});

describe("what is worth another channel", () => {
  const eventStream = { "content-type": "text/event-stream" };
  const faults: [string, Behaviour, { stream?: boolean }][] = [
    ["a 429", { status: 429 }, {}],
    ["a close before the headers", { fault: "close-before-headers" }, {}],
    ["a reset before the headers", { fault: "reset-before-headers" }, {}],
    ["a reset after the headers", { fault: "reset-after-headers" }, { stream: true }],
    ["a reset in the middle of a whole answer", { fault: "reset-mid-body" }, {}],
    ["a whole answer that is shorter than announced", { fault: "content-length-too-long" }, {}],
    ["a whole answer that is longer than announced", { fault: "content-length-too-short" }, {}],
    ["a whole answer that is not JSON", { fault: "malformed-sse" }, {}],
    ["broken framing", { fault: "malformed-chunked" }, {}],
    ["a proxy's page", { fault: "html-error" }, {}],
    ["a page under status 200", { fault: "html-error", status: 200 }, {}],
    ["an error under status 200", { fault: "error-in-200" }, {}],
    ["a redirect", { fault: "redirect" }, {}],
    ["an error as a stream's first event", { body: ERROR_EVENT, headers: eventStream }, { stream: true }],
    ["a stream that ends before its first event", { body: "", headers: eventStream }, { stream: true }],
    ["a stream that is none", { body: "hello" }, { stream: true }],
  ];
  test("every failure before the first byte is, and the client sees nothing of it", async () => {
    const { stage } = await twoChannels();
    for (const [name, behaviour, body] of faults) {
      // What the fault before has taught is over.
      stage.app.clock.advance(DAY_MS);
      stage.upstream.reset();
      stage.upstream.when({ key: "sk-first" }, behaviour);
      const answer = await stage.chat(body);
      expect(await answer.text(), name).toContain(body.stream ? "[DONE]" : '"chat.completion"');
      expect(keysTried(stage), name).toEqual(["sk-first", "sk-second"]);
    }
    expect(await stage.spending()).toMatchObject({ user: faults.length * 140, charges: faults.length });
  });

  test("a channel that nobody listens behind is, and so is one at a forbidden address", async () => {
    for (const address of ["http://127.0.0.1:9", "http://169.254.169.254"]) {
      const { stage } = await twoChannels({ channel: { key: "sk-first", priority: 10, base_url: address } });
      expect((await stage.chat()).status).toBe(200);
      expect(keysTried(stage)).toEqual(["sk-second"]);
    }
  });

  test("a stream that stays silent at its start is", async () => {
    const { stage } = await twoChannels({ config: { streamIdleTimeoutMs: 500 } });
    stage.upstream.when({ key: "sk-first" }, { fault: "hang" });
    const answer = await stage.chat({ stream: true });
    expect(await answer.text()).toContain("[DONE]");
    await stage.upstream.waitForClientClose(0);
    expect(await stage.spending()).toMatchObject({ user: 140, charges: 1 });
  });

  test("an answer that takes longer than RELAY_TIMEOUT is", async () => {
    const { stage } = await twoChannels({ config: { relayTimeoutMs: 600 } });
    stage.upstream.when({ key: "sk-first" }, { fault: "hang" });
    expect((await stage.chat()).status).toBe(200);
    await stage.upstream.waitForClientClose(0);
  });

  test("an error whose page is endless is, by its status", async () => {
    const { stage } = await twoChannels();
    stage.upstream.when({ key: "sk-first" }, { status: 429, body: Buffer.alloc(70_000, "x") });
    expect((await stage.chat()).status).toBe(200);
    const [row] = await stage.logs();
    expect(row?.other.admin_info?.attempts?.[0]).toMatchObject({ status_code: 429 });
  });

  test("a status that the channel maps to a retryable one is", async () => {
    const mapping = JSON.stringify({ 400: 500 });
    const { stage } = await twoChannels({
      channel: { key: "sk-first", priority: 10, status_code_mapping: mapping },
    });
    stage.upstream.when({ key: "sk-first" }, { status: 400 });
    expect((await stage.chat()).status).toBe(200);
  });

  test("a 400 is not: another channel would say the same", async () => {
    const { stage } = await twoChannels({ retryTimes: 5 });
    stage.upstream.setDefault({ status: 400, error: { message: "too many tokens", param: "max_tokens" } });
    const answer = await stage.chat();
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { message: "too many tokens", param: "max_tokens" } });
    expect(keysTried(stage)).toEqual(["sk-first"]);
  });

  test("only the statuses of AutomaticRetryStatusCodes are, from the moment it changes", async () => {
    const { stage } = await twoChannels();
    stage.upstream.when({ key: "sk-first" }, { status: 408 });
    expect((await stage.chat()).status).toBe(408);
    await stage.app.parts.options.set("AutomaticRetryStatusCodes", "408");
    expect((await stage.chat()).status).toBe(200);
  });

  test("nothing is once the first byte was streamed", async () => {
    const { stage } = await twoChannels({ retryTimes: 5 });
    stage.upstream.setDefault({ chunkCount: 8, chunkPaceMs: 5, fault: "reset-mid-body" });
    const text = await (await stage.chat({ stream: true })).text();
    expect(text).toContain("word0");
    expect(text).toContain("upstream_truncated");
    expect(keysTried(stage)).toEqual(["sk-first"]);
  });

  test("nothing is once the client has left", async () => {
    const { stage } = await twoChannels({ retryTimes: 5 });
    stage.upstream.setDefault({ fault: "hang" });
    const leaving = new AbortController();
    const answer = stage.chat({}, { signal: leaving.signal }).catch(() => "left");
    await stage.upstream.waitForRequest(0);
    leaving.abort();
    expect(await answer).toBe("left");
    await stage.upstream.waitForClientClose(0);
    await stage.app.parts.ledger.idle();
    expect(keysTried(stage)).toEqual(["sk-first"]);
  });
});

describe("the order of channels", () => {
  test("without retries the first failure is the answer", async () => {
    const { stage } = await twoChannels({ retryTimes: 0 });
    stage.upstream.when({ key: "sk-first" }, { status: 500 });
    expect((await stage.chat()).status).toBe(500);
    expect(keysTried(stage)).toEqual(["sk-first"]);
  });

  test("the tiers are tried from the highest priority, and no channel twice", async () => {
    const { stage } = await twoChannels({ retryTimes: 20 });
    await stage.addChannel({ key: "sk-also-first", priority: 10 });
    await stage.addChannel({ key: "sk-last", priority: -5 });
    stage.upstream.setDefault({ status: 500 });
    await stage.chat();
    const keys = keysTried(stage);
    expect(keys.slice(0, 2).sort()).toEqual(["sk-also-first", "sk-first"]);
    expect(keys.slice(2)).toEqual(["sk-second", "sk-last"]);
  });

  test("a tier is shared by weight, and a new channel takes part at once", async () => {
    const { stage } = await twoChannels({ channel: { key: "sk-first", weight: 1 } });
    for (let call = 0; call < 20; call++) await stage.chat();
    // A weight of 0 is only drawn when the others are used up.
    expect(new Set(keysTried(stage))).toEqual(new Set(["sk-first"]));
    await stage.addChannel({ key: "sk-heavy", weight: 1_000_000 });
    await stage.chat();
    expect(keysTried(stage).at(-1)).toBe("sk-heavy");
  });

  test("a channel serves only its groups and its models", async () => {
    const { stage } = await twoChannels({
      channel: { key: "sk-first", priority: 10, group: ["vip"] },
      retryTimes: 5,
    });
    await stage.addChannel({ key: "sk-other", priority: 20, models: ["other"] });
    stage.upstream.setDefault({ status: 500 });
    await stage.chat();
    expect(keysTried(stage)).toEqual(["sk-second"]);
  });
});
