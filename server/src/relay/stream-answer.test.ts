import { describe, expect, test } from "bun:test";
import { bytesWithoutKey } from "./upstream-fault.ts";
import { UpstreamFault } from "../lib/egress/upstream-fault.ts";
import type { UpstreamFaultCode } from "../lib/egress/upstream-fault.ts";
import { answerOf } from "../../test/relay/sample-exchange.ts";
import {
  sampleCall,
  sampleClient,
  sampleRelayChannel,
  sampleRequest,
} from "../../test/relay/sample-relay-call.ts";
import type { KeepAlive } from "./keep-alive.ts";
import { openLane } from "./lanes/lane.ts";
import { passingStream } from "./lanes/passing-stream.ts";
import { openAiProvider } from "./providers/openai/openai-provider.ts";
import { createSseSplitter } from "./sse-events.ts";
import { streamBody } from "./stream-answer.ts";
import type { StreamEnd } from "./stream-answer.ts";

const bytes = (text: string) => Buffer.from(text);
const FIRST = 'data: {"choices":[{"delta":{"content":"a"}}]}\n\n';
const FINISH = 'data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n';
const DONE = "data: [DONE]\n\n";

/** A stream whose upstream sends what the test says; tells how it ended and what became of the upstream. */
function stage(
  options: {
    finish?: () => Promise<void>;
    hidesUsage?: boolean;
    drains?: boolean;
    clientHasLeft?: boolean;
    keepAlive?: KeepAlive;
  } = {},
) {
  const client = new AbortController();
  if (options.clientHasLeft) client.abort();
  const ends: StreamEnd[] = [];
  const fate = { aborted: false, timedOut: false, idleStopped: false };
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const upstream = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
    },
  });
  const stopping = new AbortController();
  const request = sampleRequest({ stream: true });
  const lane = openLane({ ...sampleCall(), request }, openAiProvider, {
    model: request.model,
    asksForUsage: options.hidesUsage ?? false,
    reportsStreamUsage: true,
  });
  if (lane.translation) throw new Error("the client speaks the upstream's dialect");
  const body = streamBody({
    answer: {
      kind: "stream",
      channel: sampleRelayChannel(),
      upstreamModel: "chat",
      lane,
      contentType: "text/event-stream",
      upstream: answerOf(new Response(upstream), stopping.signal),
      splitter: createSseSplitter(),
      firstEvents: [bytes(FIRST)],
      abort() {
        fate.aborted = true;
        stopping.abort();
      },
      idle: { touch: () => {}, stop: () => (fate.idleStopped = true) },
      timedOut: () => fate.timedOut,
    },
    stream: passingStream(lane, {
      requestId: "r1",
      createdAtSeconds: 0,
      model: "chat",
      language: () => "en",
      tickMs: () => 0,
      withoutKey: (event) => bytesWithoutKey(event, sampleRelayChannel()),
    }),
    keepAlive: options.keepAlive,
    drains: options.drains ?? false,
    client: sampleClient(client.signal),
    async finish(end) {
      ends.push(end);
      await options.finish?.();
    },
    errorEvent: (reason) => bytes(`data: ${reason}\n\n`),
  });
  return {
    client,
    ends,
    fate,
    body,
    send: (text: string) => controller?.enqueue(bytes(text)),
    endUpstream: () => controller?.close(),
    breakUpstream: (code: UpstreamFaultCode) => controller?.error(new UpstreamFault(code, "at 10.0.0.7")),
    text: () => new Response(body).text(),
  };
}

describe("a stream's body", () => {
  test("is what the upstream sends, and ends with the upstream's own closing mark", async () => {
    const { send, endUpstream, text, ends, fate } = stage();
    send(FINISH);
    send(DONE);
    endUpstream();
    expect(await text()).toBe(FIRST + FINISH + DONE);
    expect(ends).toEqual([{ reason: "done" }]);
    expect(fate).toEqual({ aborted: false, timedOut: false, idleStopped: true });
  });
  test("is pulled only as fast as the client reads", async () => {
    const { body, send } = stage();
    send(FINISH);
    const reader = body.getReader();
    expect((await reader.read()).value).toEqual(bytes(FIRST));
    expect((await reader.read()).value).toEqual(bytes(FINISH));
    await reader.cancel();
  });
  test("holds its last event back until the charge is committed", async () => {
    const gate = Promise.withResolvers<void>();
    const { body, send, ends } = stage({ finish: () => gate.promise });
    const reader = body.getReader();
    await reader.read();
    send(DONE);
    let last: unknown;
    const reading = reader.read().then(({ value }) => (last = value));
    while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
    expect(last).toBeUndefined();
    gate.resolve();
    expect(await reading).toEqual(bytes(DONE));
  });
  test("ends in an error where the charge cannot be committed", async () => {
    const { send, endUpstream, text } = stage({ finish: () => Promise.reject(new Error("database away")) });
    send(FINISH + DONE);
    endUpstream();
    expect(await text()).toBe(`${FIRST}data: upstream_error\n\n`);
  });
  test("loses the usage chunk that is hidden, and waits for no reader to do so", async () => {
    const usage = 'data: {"choices":[],"usage":{"prompt_tokens":1}}\n\n';
    const { send, endUpstream, text } = stage({ hidesUsage: true });
    send(usage);
    send(DONE);
    endUpstream();
    expect(await text()).toBe(FIRST + DONE);
  });
});

describe("a stream that breaks off", () => {
  test("by the upstream's end or failure ends in an error event, without half an event", async () => {
    const ended = stage();
    ended.send('data: {"half"');
    ended.endUpstream();
    expect(await ended.text()).toBe(`${FIRST}data: upstream_truncated\n\n`);
    expect(ended.ends).toEqual([{ reason: "upstream_truncated", error: undefined }]);
    const broken = stage();
    const text = broken.text();
    broken.breakUpstream("truncated");
    expect(await text).toBe(`${FIRST}data: upstream_truncated\n\n`);
    expect(broken.ends[0]?.error).toBe("the connection was closed before the answer was whole");
    expect(broken.fate.aborted).toBe(true);
  });
  test("by silence says so", async () => {
    const { breakUpstream, text, fate, ends } = stage();
    fate.timedOut = true;
    breakUpstream("aborted");
    expect(await text()).toBe(`${FIRST}data: timeout\n\n`);
    expect(ends[0]?.reason).toBe("timeout");
  });
  test("after a reason why it finished is whole without a closing mark", async () => {
    for (const rest of ["", "\n", "data: [DONE]", "data: [DONE]\n"]) {
      const { send, endUpstream, text, ends } = stage();
      send(FINISH + rest);
      endUpstream();
      expect(await text()).toBe(FIRST + FINISH + rest);
      expect(ends).toEqual([{ reason: "done" }]);
    }
  });
  test("by an error event of the upstream passes that on without the channel's key", async () => {
    const { send, text, ends, fate } = stage();
    send('data: {"error":{"message":"bad sk-channel"}}\n\ndata: more\n\n');
    expect(await text()).toBe(`${FIRST}data: {"error":{"message":"bad ***"}}\n\ndata: more\n\n`);
    expect(ends).toEqual([{ reason: "upstream_error", error: "bad ***" }]);
    expect(fate).toMatchObject({ aborted: true });
  });
});

describe("a client that leaves", () => {
  test("stops the upstream at once, and is charged once", async () => {
    const { body, client, ends, fate } = stage();
    const reader = body.getReader();
    await reader.read();
    const waiting = reader.read();
    client.abort();
    expect(fate).toMatchObject({ aborted: true, idleStopped: true });
    expect((await waiting).done).toBe(true);
    await reader.cancel();
    expect(ends).toEqual([{ reason: "client_gone" }]);
  });
  test("by closing the body is noticed as well", async () => {
    const { body, ends, fate } = stage();
    await body.cancel();
    expect(ends).toEqual([{ reason: "client_gone" }]);
    expect(fate.aborted).toBe(true);
  });
  test("before anything was read is noticed from the start", () => {
    const { ends } = stage({ clientHasLeft: true });
    expect(ends).toEqual([{ reason: "client_gone" }]);
  });
  test("is charged for all of the answer where the operator wants that", async () => {
    for (const startReading of [true, false]) {
      const { body, client, ends, fate, send, endUpstream } = stage({ drains: true });
      const reader = body.getReader();
      await reader.read();
      const waiting = startReading ? reader.read() : undefined;
      client.abort();
      expect(ends).toEqual([]);
      send(FINISH);
      send(DONE);
      endUpstream();
      while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
      expect(ends).toEqual([{ reason: "client_gone" }]);
      expect(fate).toMatchObject({ idleStopped: true });
      await reader.cancel();
      await waiting;
    }
  });
});

describe("a keep-alive", () => {
  const PING = ": PING\n\n";
  const keepAlive = { everyMs: 15, bytes: bytes(PING) };

  test("is sent while the upstream is silent, between whole events, and not after the end", async () => {
    const { body, send, endUpstream } = stage({ keepAlive });
    const reader = body.getReader();
    const next = async () => Buffer.from((await reader.read()).value ?? []).toString();
    expect([await next(), await next(), await next()]).toEqual([FIRST, PING, PING]);
    send(FIRST.slice(0, 9));
    expect(await next()).toBe(PING);
    send(FIRST.slice(9) + FINISH);
    expect(await next()).toBe(FIRST + FINISH);
    send(DONE);
    endUpstream();
    expect([await next(), await next()]).toEqual([DONE, ""]);
  });

  test("waits for a client that does not read, and does not touch the upstream's own limit", async () => {
    const { body, ends, client, fate } = stage({ keepAlive });
    const reader = body.getReader();
    await reader.read();
    const ping = reader.read();
    expect(Buffer.from((await ping).value ?? []).toString()).toBe(PING);
    await Bun.sleep(60);
    client.abort();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).not.toBe(PING + PING);
    expect(ends).toEqual([{ reason: "client_gone" }]);
    expect(fate.idleStopped).toBe(true);
  });
});
