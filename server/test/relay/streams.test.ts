import { describe, expect, spyOn, test } from "bun:test";
import { connect } from "node:net";
import type { Behaviour } from "../support/fake-upstream/behaviour.ts";
import { dechunked, openRawHttpClient, rawBody } from "../support/fake-upstream/raw-http-client.ts";
import { stopAtInsertInto } from "../support/failing-insert.ts";
import { ENGINES } from "../support/test-app.ts";
import { CHANNEL_KEY, HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

const stages = useRelayStages();
const EVENT_STREAM = { "content-type": "text/event-stream" };
const WITH_USAGE = { stream: true, stream_options: { include_usage: true } };
const FINISH = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n';
const USAGE = 'data: {"id":"x","choices":[],"usage":{"prompt_tokens":7,"completion_tokens":5}}\n\n';
/** 7 × 2 + 5 × 2 × 3. */
const USAGE_QUOTA = 44;
/** What a vendor may send: comments, other fields, all line ends, spaces, unknown members, characters of many bytes. */
const ODD_EVENTS = [
  ": keep-alive\n\n",
  'event: chunk\r\ndata: { "choices" : [ {"index":0, "delta":{"content":"世界 👋"}, "zz":1.50} ] }\r\n\r\n',
  'data:{"choices":[{"index":0,"delta":{"content":"\\u4e16"}}],"usage":null}\n\n',
  "id: 7\nretry: 10\n\n",
  'data: {"choices":[{"index":0,\ndata: "delta":{"content":"two lines"}}]}\n\n',
  'data: {"choices":[{"index":0,"delta":{"content":"\n\n',
  "not a field at all\n\n",
  FINISH,
];
const DONE = "data: [DONE]\n\n";

async function openChat(stage: RelayStage, body: object = {}) {
  const client = await openRawHttpClient(Number(new URL(stage.url).port));
  const request = { model: "chat", messages: HELLO, stream: true, ...body };
  client.request("/v1/chat/completions", request, { authorization: `Bearer ${stage.apiKey}` });
  return client;
}

/** The parsed data of each event; throws when one is not whole. */
function eventsOf(text: string): unknown[] {
  expect(text).toEndWith("\n\n");
  return text
    .split("\n\n")
    .slice(0, -1)
    .map((event) => JSON.parse(event.replace(/^data: /, "")));
}

describe("a stream's bytes", () => {
  test("reach the client as the upstream sent them", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const sent = [...ODD_EVENTS, USAGE, DONE].join("");
    stage.upstream.setDefault({ body: sent, headers: EVENT_STREAM });
    const answer = await stage.chat(WITH_USAGE);
    expect(await answer.text()).toBe(sent);
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect((await stage.spending()).user).toBe(USAGE_QUOTA);
  });

  test("lose nothing but the usage that the gateway alone has asked for", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    stage.upstream.setDefault({ body: [...ODD_EVENTS, USAGE, DONE].join(""), headers: EVENT_STREAM });
    expect(await (await stage.chat({ stream: true })).text()).toBe([...ODD_EVENTS, DONE].join(""));
    expect((await stage.spending()).user).toBe(USAGE_QUOTA);
  });

  test("are the same when they come one by one, and when they come compressed", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const sent = [...ODD_EVENTS.slice(0, 3), FINISH, USAGE, DONE].join("");
    for (const fault of ["slow-loris", "gzip"] as const) {
      stage.upstream.enqueue({ body: sent, headers: EVENT_STREAM, fault, tricklePaceMs: 0 });
      expect(await (await stage.chat(WITH_USAGE)).text()).toBe(sent);
    }
    expect((await stage.spending()).user).toBe(2 * USAGE_QUOTA);
  });

  test("come as soon as the upstream sends them", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    stage.upstream.setDefault({ fault: "hang-mid-stream" });
    using client = await openChat(stage);
    await client.waitForText("Hello");
    expect(client.received.toString()).toContain("HTTP/1.1 200");
    client.close();
    await stage.waitForLogs(1);
  });

  test("end only when the charge is committed", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const { ledger } = stage.app.parts;
    const gate = Promise.withResolvers<void>();
    const settle = ledger.settle.bind(ledger);
    const asked = Promise.withResolvers<void>();
    const spy = spyOn(ledger, "settle").mockImplementation(async (charge) => {
      asked.resolve();
      await gate.promise;
      return settle(charge);
    });
    stage.upstream.setDefault({ chunkPaceMs: 5 });
    using client = await openChat(stage);
    await asked.promise;
    await client.waitForText("Hello");
    expect(client.received.toString()).not.toContain("[DONE]");
    gate.resolve();
    await client.waitForText("[DONE]");
    expect(spy).toHaveBeenCalledTimes(1);
  });

  test("end although the database was away for a moment, and are charged once", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    spyOn(stage.app.parts.ledger, "settle").mockRejectedValueOnce(new Error("database away"));
    expect(await (await stage.chat({ stream: true })).text()).toEndWith(DONE);
    expect(await stage.spending()).toMatchObject({ user: 140, charges: 1, held: 0 });
  });
});

describe.each(ENGINES)("a client that leaves on %s", (engine) => {
  test("in the middle of a stream stops the upstream within a second and pays for what was produced", async () => {
    const stage = await stages.create({ engine });
    stage.upstream.setDefault({ chunkCount: 400, chunkPaceMs: 5 });
    using client = await openChat(stage);
    await client.waitForText("word5");
    client.close();
    const leftAtMs = performance.now();
    const { endedAtMs = Infinity, piecesSent } = await stage.upstream.waitForClientClose(0);
    expect(endedAtMs - leftAtMs).toBeLessThan(1000);
    const [row] = await stage.waitForLogs(1);
    expect(row).toMatchObject({
      is_stream: 1,
      prompt_tokens: 9,
      quota: 18 + (row?.completion_tokens ?? 0) * 6,
    });
    expect(row?.other.stream_status).toEqual({ end_reason: "client_gone" });
    // " word0" counts about 3 tokens: at least what the client has seen, at most what the upstream has sent.
    expect(row?.completion_tokens).toBeWithin(6, Math.ceil(piecesSent * 3.5) + 1);
    expect(await stage.spending()).toEqual({
      user: row?.quota ?? 0,
      token: row?.quota ?? 0,
      charges: 1,
      held: 0,
    });
  });

  test("before the upstream has answered gets his money back, and the upstream is stopped", async () => {
    const stage = await stages.create({ engine });
    stage.upstream.setDefault({ fault: "hang" });
    for (const [index, stream] of [true, false].entries()) {
      using client = await openChat(stage, { stream });
      await stage.upstream.waitForRequest(index);
      client.close();
      await stage.upstream.waitForClientClose(index, 1000);
    }
    await stage.app.parts.ledger.idle();
    expect(await stage.logs()).toEqual([]);
  });
});

test("a client that leaves while the upstream is silent is noticed", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  stage.upstream.setDefault({ fault: "hang-mid-stream" });
  using client = await openChat(stage);
  await client.waitForText("Hello");
  client.close();
  await stage.upstream.waitForClientClose(0, 1000);
  expect((await stage.waitForLogs(1))[0]?.other.stream_status).toEqual({ end_reason: "client_gone" });
});

describe.each(ENGINES)("an upstream that breaks off on %s", (engine) => {
  const faults = [
    "ends-early",
    "reset-mid-body",
    "reset-mid-event",
    "reset-mid-utf8",
    "close-mid-body",
    "malformed-chunked",
  ] as const satisfies readonly Behaviour["fault"][];

  test("ends in an error event and never in [DONE]; half an event never reaches the client", async () => {
    const stage = await stages.create({ engine });
    for (const [index, fault] of faults.entries()) {
      stage.upstream.enqueue({ fault, chunkCount: 6, chunkPaceMs: 10 });
      const answer = await stage.chat({ stream: true });
      const events = eventsOf(await answer.text());
      expect(events.length, fault).toBeGreaterThan(2);
      expect(events.at(-1), fault).toEqual({
        error: {
          message: `The upstream broke off before the end of its answer. (request id: ${answer.headers.get("x-request-id")})`,
          type: "upstream_error",
          param: null,
          code: "upstream_truncated",
        },
      });
      const row = (await stage.logs())[index];
      expect(row?.other.stream_status?.end_reason, fault).toBe("upstream_truncated");
      expect(JSON.stringify(row?.other.stream_status), "the row names no address").not.toMatch(
        /127\.0|http:/,
      );
      expect(row?.other.usage, fault).toMatchObject({ source: "counted" });
      expect(row?.quota, fault).toBe(18 + (row?.completion_tokens ?? 0) * 6);
    }
    expect((await stage.spending()).charges).toBe(faults.length);
  });
});

describe("the end of a stream", () => {
  const endings: [string, string][] = [
    ["without [DONE], but with a reason why it finished", ""],
    ["with [DONE] and no blank line", "data: [DONE]\n"],
    ["with [DONE] and no line end", "data: [DONE]"],
    ["with stray line ends", "\r\n"],
  ];
  test.each(endings)("%s is clean, and nothing is invented", async (_, ending) => {
    const stage = await stages.create({ engine: "sqlite" });
    const sent = ODD_EVENTS[1] + FINISH + USAGE + ending;
    stage.upstream.setDefault({ body: sent, headers: EVENT_STREAM });
    expect(await (await stage.chat(WITH_USAGE)).text()).toBe(sent);
    const [row] = await stage.logs();
    expect(row).toMatchObject({ quota: USAGE_QUOTA, other: { stream_status: { end_reason: "done" } } });
  });

  test("with half an event is broken off, even after a reason why it finished", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    stage.upstream.setDefault({ body: `${FINISH}data: {"choi`, headers: EVENT_STREAM });
    const text = await (await stage.chat({ stream: true })).text();
    expect(eventsOf(text)).toHaveLength(2);
    expect(text).toContain("upstream_truncated");
  });

  test("is the answer's end, even if the upstream holds the connection: that is cut", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const sent = FINISH + DONE;
    // The fault sends the first half of the body, then nothing.
    stage.upstream.setDefault({
      body: sent.padEnd(2 * sent.length),
      headers: EVENT_STREAM,
      fault: "hang-mid-stream",
    });
    expect(await (await stage.chat(WITH_USAGE)).text()).toBe(sent);
    await stage.upstream.waitForClientClose(0, 3000);
  });

  test("leaves the connection for the next call", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    for (let call = 0; call < 3; call++) await (await stage.chat({ stream: true })).text();
    expect(new Set(stage.upstream.requests.map(({ connectionIndex }) => connectionIndex)).size).toBe(1);
  });
});

describe("an error event in the middle of a stream", () => {
  test("is passed on and ends it, without the key that it quotes", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    const message = `quota of ${CHANNEL_KEY} is used up`;
    stage.upstream.setDefault({ fault: "error-event", error: { message } });
    const text = await (await stage.chat({ stream: true })).text();
    expect(eventsOf(text).at(-1)).toMatchObject({ error: { message: "quota of *** is used up" } });
    expect(text).not.toContain(CHANNEL_KEY);
    const [row] = await stage.logs();
    expect(row?.other.stream_status).toEqual({
      end_reason: "upstream_error",
      error: "quota of *** is used up",
    });
    expect(row?.quota).toBe(18 + (row?.completion_tokens ?? 0) * 6);
  });
});

describe.each(ENGINES)("a stream that cannot be charged on %s", (engine) => {
  test("ends in an error, and nothing of it stays set aside", async () => {
    const stage = await stages.create({ engine });
    const { goOn } = await stopAtInsertInto(stage.app.parts.database, "logs");
    // The pauses between the tries.
    const pauses = spyOn(Bun, "sleep").mockResolvedValue();
    const text = await (await stage.chat({ stream: true })).text();
    pauses.mockRestore();
    await goOn();
    expect(text).not.toContain(DONE);
    expect(eventsOf(text).at(-1)).toMatchObject({ error: { code: "server_internal" } });
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });
});

describe("STREAMING_TIMEOUT", () => {
  test("ends a stream that falls silent in an error event, and closes the upstream", async () => {
    const stage = await stages.create({ engine: "sqlite", config: { streamIdleTimeoutMs: 500 } });
    stage.upstream.setDefault({ fault: "hang-mid-stream" });
    const text = await (await stage.chat({ stream: true })).text();
    expect(eventsOf(text).at(-1)).toMatchObject({
      error: { type: "upstream_error", code: "upstream_timeout" },
    });
    await stage.upstream.waitForClientClose(0, 1000);
    expect((await stage.logs())[0]?.other.stream_status?.end_reason).toBe("timeout");
  });

  test("answers 504 for a stream that never starts, and nothing is charged", async () => {
    const stage = await stages.create({ engine: "sqlite", config: { streamIdleTimeoutMs: 500 } });
    stage.upstream.setDefault({ fault: "hang" });
    const answer = await stage.chat({ stream: true });
    expect(answer.status).toBe(504);
    expect(await answer.json()).toMatchObject({ error: { code: "upstream_timeout" } });
    await stage.upstream.waitForClientClose(0, 1000);
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });

  test("does not touch a stream that is slow as a whole but never silent for so long", async () => {
    const stage = await stages.create({ engine: "sqlite", config: { streamIdleTimeoutMs: 1000 } });
    stage.upstream.setDefault({ chunkCount: 12, chunkPaceMs: 100 });
    expect(await (await stage.chat({ stream: true })).text()).toEndWith(DONE);
  });
});

describe("a client that does not read", () => {
  const PIECES = 600;
  const PIECE = "x".repeat(60_000);

  test("holds the upstream back instead of filling the memory, and gets all when it reads on", async () => {
    const stage = await stages.create({ engine: "sqlite" });
    stage.upstream.setDefault({ content: Array.from({ length: PIECES }, () => PIECE) });
    const socket = connect(Number(new URL(stage.url).port), "127.0.0.1");
    socket.pause();
    const body = JSON.stringify({ model: "chat", messages: HELLO, stream: true });
    socket.write(
      `POST /v1/chat/completions HTTP/1.1\r\nhost: gate\r\nauthorization: Bearer ${stage.apiKey}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const request = await stage.upstream.waitForRequest(0);
    // There is no event for nothing happening: the upstream has been held back when it sends no more for a while.
    for (let sent = -1; sent !== request.piecesSent; await Bun.sleep(150)) sent = request.piecesSent;
    expect(request.state).toBe("open");
    expect(request.piecesSent).toBeWithin(1, PIECES / 2);

    let receivedBytes = 0;
    let tail = "";
    const whole = Promise.withResolvers<void>();
    socket.on("data", (bytes) => {
      receivedBytes += bytes.length;
      tail = (tail + bytes.toString()).slice(-100);
      if (tail.includes("[DONE]")) whole.resolve();
    });
    socket.resume();
    await whole.promise;
    expect(receivedBytes).toBeGreaterThan(PIECES * PIECE.length);
    socket.destroy();
    expect((await stage.spending()).user).toBe(140);
  }, 20_000);
});

test("a stream reaches a client on the bare socket in whole chunks", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  using client = await openChat(stage);
  await client.waitForText("0\r\n\r\n");
  const text = dechunked(rawBody(client.received)).toString();
  expect(text).toEndWith(DONE);
  expect(client.received.toString()).toContain("x-request-id: ");
});
