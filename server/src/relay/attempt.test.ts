import { describe, expect, test } from "bun:test";
import { UpstreamFault } from "../lib/egress/upstream-fault.ts";
import { exchangeOf } from "../../test/relay/sample-exchange.ts";
import { sampleCall, sampleRelayChannel, sampleRequest } from "../../test/relay/sample-relay-call.ts";
import { attempt } from "./attempt.ts";
import type { AttemptDeps, AttemptOutcome } from "./attempt.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
}

/** Attempts calls on an upstream that answers each with `answer`; remembers what was sent. */
function upstreamOf(answer: (signal: AbortSignal) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const deps: AttemptDeps = {
    openExchange({ url, headers, body }) {
      const exchange = exchangeOf(answer);
      sent.push({
        url,
        headers: { ...headers },
        body: Buffer.from(body ?? "").toString(),
        signal: exchange.signal,
      });
      return exchange;
    },
    asksForUsage: true,
    drainsOnDisconnect: () => false,
    relayTimeoutMs: 0,
    streamingTimeoutMs: 60_000,
    firstTokenTimeoutMs: () => 0,
  };
  const call = (body: object = {}, channel: Partial<RelayChannel> = {}, changes: Partial<AttemptDeps> = {}) =>
    attempt(sampleCall({ request: sampleRequest(body) }), sampleRelayChannel(channel), {
      ...deps,
      ...changes,
    });
  return { sent, call };
}

/** An event stream whose chunks come one by one and which tells when it is cancelled. */
function eventStream(...chunks: string[]) {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = chunks.shift();
      if (next === undefined) controller.close();
      else controller.enqueue(Buffer.from(next));
    },
    cancel() {
      cancelled = true;
    },
  });
  const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  return { response, isCancelled: () => cancelled };
}
const problemOf = (outcome: AttemptOutcome) =>
  outcome.kind === "failed" ? [outcome.status, outcome.error.code] : outcome.kind;

describe("an attempt", () => {
  test("sends the call to the channel's address with its key, and nothing else of the client's", async () => {
    const { sent, call } = upstreamOf(() => Response.json({ choices: [] }));
    expect(await call({}, { organization: "org", modelMapping: new Map([["chat", "v"]]) })).toMatchObject({
      kind: "whole",
      upstreamModel: "v",
      body: { choices: [] },
    });
    expect(sent[0]).toMatchObject({
      url: "http://upstream.test/v1/chat/completions",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        authorization: "Bearer sk-channel",
        "openai-organization": "org",
      },
    });
    expect(JSON.parse(sent[0]?.body ?? "")).toMatchObject({ model: "v" });
  });
  test("fails without a call where a channel's type or mapping is of no use", async () => {
    const { sent, call } = upstreamOf(() => Response.json({}));
    expect(problemOf(await call({}, { type: 9999 }))).toEqual([undefined, "upstream.unreachable"]);
    const circle = new Map([
      ["chat", "b"],
      ["b", "chat"],
    ]);
    expect(problemOf(await call({}, { modelMapping: circle }))).toEqual([undefined, "mapping.cycle"]);
    expect(sent).toEqual([]);
  });
  test("tells a refusal by the channel's mapping of its status, in the upstream's words", async () => {
    const error = { error: { message: "no such key sk-channel" } };
    const { call } = upstreamOf(() => Response.json(error, { status: 401, headers: { "retry-after": "3" } }));
    const outcome = await call({}, { statusCodeMapping: new Map([[401, 500]]) });
    expect(outcome).toMatchObject({
      kind: "failed",
      status: 500,
      detail: "The upstream answered with an error: no such key ***",
      upstreamError: { retryAfter: "3" },
    });
  });
  test("gives an answer that is none no status, so that another channel is tried", async () => {
    const html = upstreamOf(() => new Response("<html>", { headers: { "content-type": "text/html" } }));
    expect(problemOf(await html.call())).toEqual([undefined, "upstream.invalid"]);
    const error = upstreamOf(() => Response.json({ error: { message: "overloaded" } }));
    expect(problemOf(await error.call())).toEqual([502, "upstream.error"]);
  });
  test("keeps the address of a failed connection for administrators", async () => {
    const { call } = upstreamOf(() => {
      throw new UpstreamFault("refused", "connect to http://10.0.0.7 with sk-channel");
    });
    const outcome = await call();
    expect(outcome).toMatchObject({
      kind: "failed",
      error: { message: "The upstream could not be reached: the connection was refused" },
      detail: "connect to http://10.0.0.7 with ***",
    });
  });
  test("that takes too long, or whose client leaves, ends the upstream call", async () => {
    const never = (signal: AbortSignal) =>
      new Promise<Response>((_, reject) => {
        signal.addEventListener("abort", () => reject(new UpstreamFault("aborted", "stopped")));
      });
    const slow = upstreamOf(never);
    expect(problemOf(await slow.call({}, {}, { relayTimeoutMs: 5 }))).toEqual([
      undefined,
      "upstream.timeout",
    ]);
    expect(problemOf(await slow.call({ stream: true }, {}, { streamingTimeoutMs: 5 }))).toEqual([
      undefined,
      "upstream.timeout",
    ]);
    expect(slow.sent.every(({ signal }) => signal.aborted)).toBe(true);
  });
});

describe("an attempt at a stream", () => {
  test("waits for the first whole event and hands over the rest", async () => {
    const { response } = eventStream('data: {"a"', ":1}\n\ndata: 2", "\n\n");
    const outcome = await upstreamOf(() => response).call({ stream: true });
    if (outcome.kind !== "stream") throw new Error("it is no stream");
    expect(outcome.firstEvents.map((event) => Buffer.from(event).toString())).toEqual(['data: {"a":1}\n\n']);
    expect(Buffer.from(outcome.splitter.rest()).toString()).toBe("data: 2");
    expect(outcome.lane.hidesUsage).toBe(true);
    outcome.idle.stop();
  });
  test("that begins with an error fails and lets the upstream go", async () => {
    const { response, isCancelled } = eventStream(
      ': hi\n\ndata: {"error":{"message":"full"}}\n\n',
      "data: 1\n\n",
    );
    const { sent, call } = upstreamOf(() => response);
    expect(problemOf(await call({ stream: true }))).toEqual([502, "upstream.error"]);
    expect([isCancelled(), sent[0]?.signal.aborted]).toEqual([true, true]);
  });
  test("takes a word of errors inside an answer for what it is", async () => {
    const { response } = eventStream('data: {"choices":[{"delta":{"content":"an \\"error\\""}}]}\n\n');
    const outcome = await upstreamOf(() => response).call({ stream: true });
    expect(outcome.kind).toBe("stream");
    if (outcome.kind === "stream") outcome.idle.stop();
  });
  test("that ends before its first event, or is none, fails", async () => {
    const empty = upstreamOf(() => eventStream("data: half").response);
    expect(problemOf(await empty.call({ stream: true }))).toEqual([undefined, "upstream.truncated"]);
    const whole = upstreamOf(() => Response.json({ choices: [] }));
    expect(problemOf(await whole.call({ stream: true }))).toEqual([502, "upstream.invalid"]);
    const error = upstreamOf(() => Response.json({ error: { message: "no" } }));
    expect(problemOf(await error.call({ stream: true }))).toEqual([502, "upstream.error"]);
  });
});
