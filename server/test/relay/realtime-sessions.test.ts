import { expect, test } from "bun:test";
import OpenAI from "openai";
import { OpenAIRealtimeWS } from "openai/realtime/ws";
import { startFakeProxy } from "../../src/lib/egress/proxy/fake-proxy.fixture.ts";
import { startFakeRealtime } from "../support/fake-realtime/fake-realtime.ts";
import { openClient, openOfficialClient } from "./realtime-client.ts";
import { useRealtimeStages } from "./realtime-stage.ts";
import type { RealtimeStage } from "./realtime-stage.ts";
import { CHANNEL_KEY } from "./relay-stage.ts";
import { startTlsFront } from "./tls-front.ts";

const stages = useRealtimeStages();
const engine = "sqlite";
const ADDRESS = "/v1/realtime?model=voice";

/** Asks for the upgrade without going on with it, to read a refusal. */
function askFor(
  stage: RealtimeStage,
  address: string,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
) {
  return fetch(`${stage.url}${address}`, {
    signal,
    headers: {
      authorization: `Bearer ${stage.apiKey}`,
      upgrade: "websocket",
      connection: "upgrade",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      ...headers,
    },
  });
}

async function refusalOf(asked: Promise<Response>) {
  const answer = await asked;
  const { error } = Object(await answer.json());
  return [answer.status, error.code];
}

test("OpenAI's client for servers opens a session with its key in a header", async () => {
  const stage = await stages.create({ engine });
  using front = await startTlsFront(Number(new URL(stage.url).port));
  const openAi = new OpenAI({ apiKey: stage.apiKey, baseURL: `https://127.0.0.1:${front.port}/v1` });
  const official = new OpenAIRealtimeWS({ model: "voice", options: { rejectUnauthorized: false } }, openAi);
  const session = await new Promise((resolve) => official.once("session.created", resolve));
  expect(session).toMatchObject({ type: "session.created" });
  official.close();
  const upstream = await stage.fake.connection(0);
  expect(await upstream.closed).toMatchObject({ code: 1000 });
  expect(upstream.headers.get("authorization")).toBe(`Bearer ${CHANNEL_KEY}`);
  expect(upstream.headers.has("openai-beta")).toBe(false);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});

test("messages pass both ways as they are: tools, unknown events, bytes, large ones", async () => {
  const stage = await stages.create({ engine });
  const client = openOfficialClient(stage, "voice");
  await client.next("session.created");
  const upstream = await stage.fake.connection(0);
  const odd = '{ "type":"made.up" , "n":1.0, "text":"\\u00e9😀", "deep":{"a":[null]} }';
  const call = { type: "response.function_call_arguments.delta", response_id: "r", delta: '{"city":"' };
  client.socket.send(odd);
  client.socket.send(new Uint8Array([0, 255, 7]));
  const output = { type: "function_call_output", call_id: "c", output: "12 degrees" };
  client.send({ type: "conversation.item.create", item: output });
  const audio = "A".repeat(15 * 1024 * 1024);
  client.send({ type: "input_audio_buffer.append", audio });
  expect(await upstream.waitFor("conversation.item.create")).toEqual({
    type: "conversation.item.create",
    item: output,
  });
  expect(await upstream.waitFor("made.up")).toEqual(JSON.parse(odd));
  expect(upstream.binary).toEqual([Buffer.from([0, 255, 7])]);
  expect(String((await upstream.waitFor("input_audio_buffer.append"))["audio"]).length).toBe(audio.length);

  upstream.send(odd);
  upstream.send(new Uint8Array(70_000).fill(9));
  upstream.send(call);
  upstream.send({ type: "response.output_audio.delta", response_id: "r", delta: "A".repeat(1024 * 1024) });
  await client.next("response.output_audio.delta");
  expect(client.heard.slice(1, 4)).toEqual([JSON.parse(odd), new Uint8Array(70_000).fill(9), call]);
  client.socket.close();
  await upstream.closed;
});

test("a message above the bound ends the session, whichever side it comes from", async () => {
  const stage = await stages.create({ engine });
  const tooLong = "A".repeat(25 * 1024 * 1024);
  const sending = openClient(stage, ADDRESS);
  await sending.next("session.created");
  sending.socket.send(tooLong);
  expect(await sending.closed).toMatchObject({ code: 1009 });
  await (
    await stage.fake.connection(0)
  ).closed;

  const hearing = openClient(stage, ADDRESS);
  await hearing.next("session.created");
  const upstream = await stage.fake.connection(1);
  upstream.send({ type: "response.output_audio.delta", delta: tooLong });
  expect(await hearing.next("error")).toMatchObject({ error: { code: "upstream_truncated" } });
  expect(await hearing.closed).toMatchObject({ code: 1011 });
  expect(await upstream.closed).toMatchObject({ code: 1009 });
});

test("close codes and reasons travel both ways", async () => {
  const stage = await stages.create({ engine });
  const first = openClient(stage, ADDRESS);
  await first.next("session.created");
  (await stage.fake.connection(0)).close(4008, "session_expired");
  expect(await first.closed).toEqual({ code: 4008, reason: "session_expired" });
  const second = openClient(stage, ADDRESS);
  await second.next("session.created");
  second.socket.close(4001, "done here");
  expect(await (await stage.fake.connection(1)).closed).toEqual({ code: 4001, reason: "done here" });
});

test("refusals before the session are answers in the envelope, with their status", async () => {
  const stage = await stages.create({ engine });
  const none = { authorization: "" };
  expect(await refusalOf(askFor(stage, ADDRESS, none))).toEqual([401, "invalid_api_key"]);
  expect(await refusalOf(askFor(stage, ADDRESS, { authorization: "Bearer sk-no" }))).toEqual([
    401,
    "invalid_api_key",
  ]);
  expect(await refusalOf(askFor(stage, "/v1/realtime"))).toEqual([400, "model_missing"]);
  expect(await refusalOf(askFor(stage, "/v1/realtime?model=nobody"))).toEqual([503, "model_not_found"]);
  const plain = fetch(`${stage.url}${ADDRESS}`, { headers: { authorization: `Bearer ${stage.apiKey}` } });
  expect(await refusalOf(plain)).toEqual([426, "realtime_no_upgrade"]);
  for (const path of ["client_secrets", "sessions", "transcription_sessions", "calls"])
    expect(await refusalOf(stage.post(`/v1/realtime/${path}`, {}))).toEqual([501, "api_not_implemented"]);
  expect(stage.fake.attempts).toEqual([]);
});

test("a channel that opens no session gives way to another, and the last one's refusal is told", async () => {
  const config = { errorLogEnabled: true };
  const stage = await stages.create({ engine, config, options: { RetryTimes: "1" } });
  using other = startFakeRealtime();
  const busy = () =>
    Response.json(
      { error: { message: `busy, ${CHANNEL_KEY}`, type: "requests", code: "busy" } },
      { status: 429 },
    );
  stage.fake.refusals.push(busy());
  await stage.addChannel({ base_url: other.url, models: ["voice"], priority: -1 });
  const client = openClient(stage, ADDRESS);
  await client.next("session.created");
  expect([stage.fake.attempts.length, other.connections.length]).toEqual([1, 1]);
  client.socket.close();
  await other.connections[0]?.closed;

  stage.fake.refusals.push(busy());
  other.refusals.push(busy());
  const answer = await askFor(stage, ADDRESS);
  expect(answer.status).toBe(429);
  expect(await answer.json()).toEqual({ error: { message: "busy, ***", type: "requests", code: "busy" } });
  expect((await stage.logs()).at(-1)).toMatchObject({ type: 5, quota: 0 });
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});

test("a session that begins with an error is no session: another channel may open one", async () => {
  const stage = await stages.create({ engine, options: { RetryTimes: "1" } });
  using other = startFakeRealtime();
  const error = { type: "invalid_request_error", code: "model_not_found", message: `no, ${CHANNEL_KEY}` };
  stage.fake.greetings.push({ type: "error", error });
  await stage.addChannel({ base_url: other.url, models: ["voice"], priority: -1 });
  const client = openClient(stage, ADDRESS);
  await client.next("session.created");
  expect(client.heard.length).toBe(1);
  await stage.fake.connections[0]?.closed;
  client.socket.close();
  await other.connections[0]?.closed;

  other.greetings.push({ type: "error", error });
  const answer = await askFor(stage, ADDRESS);
  expect(answer.status).toBe(502);
  expect(Object(await answer.json()).error.message).toStartWith(
    "The upstream answered with an error: no, ***",
  );
});

test("an error in the middle of a session does not quote the channel's key", async () => {
  const stage = await stages.create({ engine });
  const client = openClient(stage, ADDRESS);
  await client.next("session.created");
  const upstream = await stage.fake.connection(0);
  const error = { type: "server_error", message: `Bearer ${CHANNEL_KEY} has expired` };
  const told = { ...error, message: "Bearer *** has expired" };
  upstream.send({ type: "error", error });
  expect(await client.next("error")).toEqual({ type: "error", error: told });
  const failed = (details: object) => ({
    type: "response.done",
    response: { id: "r", status: "failed", status_details: { type: "failed", error: details }, usage: null },
  });
  upstream.send(failed(error));
  expect(await client.next("response.done")).toEqual(failed(told));
  upstream.send(new TextEncoder().encode(JSON.stringify({ type: "error", error })));
  upstream.send({ type: "made.up", key: CHANNEL_KEY });
  // What is no error is the upstream's own business.
  expect(await client.next("made.up")).toEqual({ type: "made.up", key: CHANNEL_KEY });
  expect(client.heard.at(-2)).toEqual(
    new TextEncoder().encode(JSON.stringify({ type: "error", error: told })),
  );
  client.socket.close();
  await upstream.closed;
});

test("a mapped model goes by its own name there, and no session changes to another model", async () => {
  const model_mapping = JSON.stringify({ voice: "gpt-realtime" });
  const stage = await stages.create({ engine, channel: { model_mapping } });
  const client = openClient(stage, ADDRESS, [
    "realtime",
    `openai-insecure-api-key.${stage.apiKey}`,
    "openai-beta.realtime-v1",
  ]);
  await client.next("session.created");
  expect(client.socket.protocol).toBe("realtime");
  const upstream = await stage.fake.connection(0);
  expect(upstream.url.search).toBe("?model=gpt-realtime");
  expect(upstream.headers.get("openai-beta")).toBe("realtime=v1");
  client.send({ type: "session.update", event_id: "e1", session: { model: "dear" } });
  expect(await client.next("error")).toMatchObject({
    error: { code: "realtime_other_model", event_id: "e1" },
  });
  client.send({ type: "session.update", session: { model: "voice", voice: "ash" } });
  await client.next("session.updated");
  client.socket.send(new TextEncoder().encode('{"type":"session.update", "session":{"model":"voice"}}'));
  client.send({ type: "session.update", session: { model: "gpt-realtime" } });
  await client.next("session.updated");
  expect(upstream.received).toEqual([
    { type: "session.update", session: { model: "gpt-realtime", voice: "ash" } },
    { type: "session.update", session: { model: "gpt-realtime" } },
  ]);
  expect(upstream.binary.map(String)).toEqual([
    '{"type":"session.update", "session":{"model":"gpt-realtime"}}',
  ]);
  client.socket.close();
  await upstream.closed;
});

test("Azure's channels have both of its addresses, and its clients theirs", async () => {
  const stage = await stages.create({ engine, channel: { type: 3, other: "2025-04-01-preview" } });
  const client = openClient(stage, "/openai/realtime?api-version=2025-04-01-preview&deployment=voice", {
    headers: { "api-key": stage.apiKey },
  });
  await client.next("session.created");
  const upstream = await stage.fake.connection(0);
  expect(upstream.url.pathname + upstream.url.search).toBe(
    "/openai/realtime?api-version=2025-04-01-preview&deployment=voice",
  );
  expect(upstream.headers.get("api-key")).toBe(CHANNEL_KEY);
  client.socket.close();
  await upstream.closed;
});

test.each(["http", "socks5h"])("a session goes through the %s proxy of its channel", async (scheme) => {
  await using proxy = await startFakeProxy({ credentials: "me:secret" });
  const setting = JSON.stringify({ proxy: `${scheme}://me:secret@127.0.0.1:${proxy.port}` });
  const stage = await stages.create({ engine, channel: { setting } });
  const client = openOfficialClient(stage, "voice");
  await client.next("session.created");
  const upstream = await stage.fake.connection(0);
  expect(proxy.asked).toEqual([new URL(stage.fake.url).host]);
  const audio = "A".repeat(1024 * 1024);
  client.send({ type: "input_audio_buffer.append", audio });
  expect(await upstream.waitFor("input_audio_buffer.append")).toEqual({
    type: "input_audio_buffer.append",
    audio,
  });
  client.socket.close();
  await upstream.closed;
  const giveUpAtMs = performance.now() + 2000;
  while (proxy.open() > 0 && performance.now() < giveUpAtMs)
    await new Promise((resolve) => setImmediate(resolve));
  expect(proxy.open()).toBe(0);
});

test("a proxy that refuses opens no session, and the client hears nothing of it", async () => {
  await using proxy = await startFakeProxy({ credentials: "me:secret" });
  const setting = JSON.stringify({ proxy: `http://me:wrong@127.0.0.1:${proxy.port}` });
  const stage = await stages.create({ engine, channel: { setting } });
  const answer = await askFor(stage, ADDRESS);
  expect(answer.status).toBe(502);
  expect(await answer.text()).not.toMatch(/proxy|wrong|127\.0\.0\.1/i);
  expect(stage.fake.attempts).toEqual([]);
  expect(await stage.spending()).toMatchObject({ charges: 0, held: 0 });
});

test("an upstream that cannot be reached is an answer like any other failure", async () => {
  const stage = await stages.create({ engine, channel: { base_url: "http://127.0.0.1:9" } });
  expect(await refusalOf(askFor(stage, ADDRESS))).toEqual([502, "upstream_unreachable"]);
  expect(await stage.spending()).toMatchObject({ held: 0 });
});

test("a client that leaves before the upstream has greeted leaves nothing behind", async () => {
  const stage = await stages.create({ engine });
  stage.fake.isSilent = true;
  const leaving = new AbortController();
  const asked = askFor(stage, ADDRESS, {}, leaving.signal);
  const upstream = await stage.fake.connection(0);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  await upstream.closed;
  expect(await stage.spending()).toMatchObject({ charges: 0, held: 0 });
});
