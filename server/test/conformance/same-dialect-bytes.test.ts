import { describe, expect, test } from "bun:test";
import { attempt } from "../../src/relay/attempt.ts";
import type { AttemptDeps, AttemptOutcome } from "../../src/relay/attempt.ts";
import type { ClientDialect } from "../../src/relay/formats/chat/chat-dialect.ts";
import { passingStream } from "../../src/relay/lanes/passing-stream.ts";
import { readChatRequest } from "../../src/relay/lanes/read-chat-request.ts";
import { streamBody } from "../../src/relay/stream-answer.ts";
import { sampleCall, sampleRelayChannel } from "../relay/sample-relay-call.ts";
import { WIRE_SAMPLES } from "./wire-samples.ts";

const DEPS: Omit<AttemptDeps, "openExchange"> = {
  asksForUsage: true,
  drainsOnDisconnect: () => false,
  relayTimeoutMs: 0,
  streamingTimeoutMs: 0,
  firstTokenTimeoutMs: () => 0,
};
const CHANNEL_TYPES: Readonly<Record<ClientDialect, number>> = {
  "openai-chat": 1,
  "openai-responses": 1,
  anthropic: 14,
  gemini: 24,
};

/** An upstream whose answer arrives in these pieces. */
function arriving(pieces: readonly Uint8Array[], contentType: string): AttemptDeps {
  const left = [...pieces];
  const read = () => left.shift();
  const headers = new Headers({ "content-type": contentType });
  const answer = { status: 200, ok: true, headers, read, bytes: async () => Buffer.concat(left.splice(0)) };
  return { ...DEPS, openExchange: () => ({ answer: Promise.resolve(answer), abort: () => {} }) };
}

function callOf(dialect: ClientDialect, stream: boolean) {
  const { request } = WIRE_SAMPLES[dialect];
  const body = Buffer.from(JSON.stringify(dialect === "gemini" ? request : { ...request, stream }));
  return sampleCall({
    request: readChatRequest({ dialect, ...(dialect === "gemini" && { model: "m", stream }) }, body),
  });
}

async function attempted(
  dialect: ClientDialect,
  stream: boolean,
  pieces: readonly Uint8Array[],
): Promise<AttemptOutcome> {
  const channel = sampleRelayChannel({ type: CHANNEL_TYPES[dialect] });
  const deps = arriving(pieces, stream ? "text/event-stream" : "application/json");
  return attempt(callOf(dialect, stream), channel, deps);
}

/** What the client of a stream reads, in latin1: byte for byte. */
async function streamed(dialect: ClientDialect, pieces: readonly Uint8Array[]): Promise<string> {
  const call = callOf(dialect, true);
  const answer = await attempted(dialect, true, pieces);
  if (answer.kind !== "stream") return `it is ${answer.kind}`;
  const { lane } = answer;
  if (lane.translation) return "it is translated";
  const stream = passingStream(lane, {
    requestId: "r1",
    createdAtSeconds: 0,
    model: "m",
    language: () => "en",
    tickMs: () => 0,
    withoutKey: (bytes) => bytes,
  });
  const body = streamBody({
    answer,
    stream,
    client: call.client,
    keepAlive: undefined,
    drains: false,
    finish: async () => {},
    errorEvent: (reason) => Buffer.from(`it ended by ${reason}`),
  });
  const received: Uint8Array[] = [];
  for await (const piece of body) received.push(piece);
  return Buffer.concat(received).toString("latin1");
}

const bytewise = (bytes: Buffer) => Array.from(bytes, (byte) => Buffer.of(byte));
const cutAt = (bytes: Buffer, place: number) => [bytes.subarray(0, place), bytes.subarray(place)];

// The table's names are the dialects.
describe.each(Object.keys(WIRE_SAMPLES) as ClientDialect[])("%s in its own dialect", (dialect) => {
  const events = WIRE_SAMPLES[dialect].events.map((event) => Buffer.from(event));
  const stream = Buffer.concat(events);
  const whole = Buffer.from(WIRE_SAMPLES[dialect].whole);

  test("is streamed byte for byte, wherever the upstream's bytes are cut in two", async () => {
    for (let place = 1; place < stream.length; place++)
      expect(await streamed(dialect, cutAt(stream, place)), `cut at ${place}`).toBe(
        stream.toString("latin1"),
      );
  });

  test("is streamed byte for byte when the bytes come one by one, all at once, or event by event", async () => {
    for (const pieces of [bytewise(stream), [stream], events])
      expect(await streamed(dialect, pieces)).toBe(stream.toString("latin1"));
  });

  test("arrives whole as it was sent, wherever it is cut", async () => {
    for (const pieces of [bytewise(whole), ...Array.from(whole, (_, place) => cutAt(whole, place))]) {
      const answer = await attempted(dialect, false, pieces);
      expect(answer.kind === "whole" && Buffer.from(answer.bytes).equals(whole)).toBe(true);
    }
  });

  test("goes up as it came, unknown fields and all", async () => {
    const { request } = callOf(dialect, true);
    const sent: unknown[] = [];
    const deps = arriving([stream], "text/event-stream");
    await attempt(sampleCall({ request }), sampleRelayChannel({ type: CHANNEL_TYPES[dialect] }), {
      ...deps,
      openExchange(asked) {
        sent.push(asked.body);
        return deps.openExchange(asked);
      },
    });
    expect(sent.map((body) => Buffer.from(String(body)).toString())).toEqual([request.text]);
    expect(request.text).toContain('"zz_unknown":{"deep":[1.5,null]}');
  });
});
