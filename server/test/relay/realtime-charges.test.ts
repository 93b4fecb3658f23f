import { describe, expect, spyOn, test } from "bun:test";
import { AUDIO_USAGE, finishResponse, TEXT_USAGE } from "../support/fake-realtime/fake-realtime.ts";
import { stopAtInsertInto } from "../support/failing-insert.ts";
import { ENGINES } from "../support/test-app.ts";
import { openClient, openOfficialClient } from "./realtime-client.ts";
import { RESPONSE_HOLD, useRealtimeStages } from "./realtime-stage.ts";

const stages = useRealtimeStages();
const ADDRESS = "/v1/realtime?model=voice";
const ASK = { type: "response.create", response: { output_modalities: ["text"] } };
const ASK_ALOUD = { type: "response.create", response: { output_modalities: ["audio"] } };

describe.each(ENGINES)("the charges of a realtime session on %s", (engine) => {
  test("every response is charged by itself before the client hears of its end, text and sound apart", async () => {
    const stage = await stages.create({ engine });
    const client = openOfficialClient(stage, "voice");
    await client.next("session.created");
    expect(await stage.spending()).toMatchObject({ charges: 0, held: 2 * RESPONSE_HOLD });

    client.send(ASK);
    await client.next("response.done");
    expect(await stage.spending()).toMatchObject({ user: 60, token: 60, charges: 1 });
    client.send(ASK_ALOUD);
    await client.next("response.done");
    // 20 + 30 × ½ text in, 50 × 4 sound in, 20 × 2 text out, 40 × 8 sound out.
    expect(await stage.spending()).toMatchObject({ user: 655, token: 655, charges: 2 });
    client.socket.close(1000);
    expect(await stage.fake.connections[0]?.closed).toMatchObject({ code: 1000 });

    const [text, sound] = await stage.logs();
    expect(text).toMatchObject({
      model_name: "voice",
      quota: 60,
      prompt_tokens: 40,
      completion_tokens: 10,
      is_stream: 1,
      other: { ws: true, text_input: 40, audio_input: 0, upstream_usage: TEXT_USAGE },
    });
    expect(sound).toMatchObject({
      quota: 595,
      prompt_tokens: 100,
      completion_tokens: 60,
      other: {
        ws: true,
        audio: true,
        audio_input: 50,
        audio_output: 40,
        text_output: 20,
        cache_tokens: 30,
        session_id: text?.request_id,
        pre_consumed_quota: RESPONSE_HOLD,
        upstream_usage: AUDIO_USAGE,
        stream_status: { end_reason: "done" },
      },
    });
    expect(text?.other.session_id).toBe(text?.request_id);
    expect(sound?.request_id).not.toBe(text?.request_id);
  });

  test("a balance that cannot pay the next response ends the session with an error", async () => {
    const stage = await stages.create({ engine, user: { quota: RESPONSE_HOLD + 30 } });
    const client = openOfficialClient(stage, "voice");
    await client.next("session.created");
    client.send(ASK);
    await client.next("response.done");
    const told = await client.next("error");
    expect(told).toMatchObject({
      type: "error",
      event_id: expect.any(String),
      error: { code: "insufficient_user_quota", type: expect.any(String), message: expect.any(String) },
    });
    expect(await client.closed).toEqual({ code: 1008, reason: "insufficient_user_quota" });
    await stage.fake.connections[0]?.closed;
    expect(await stage.spending()).toMatchObject({ user: 60, charges: 1, held: 0 });
  });

  test("a response whose client has left is cancelled, and charged as the upstream tells", async () => {
    const stage = await stages.create({ engine });
    stage.fake.responses = "begin";
    const client = openOfficialClient(stage, "voice");
    await client.next("session.created");
    client.send(ASK);
    await client.next("response.output_text.delta");
    client.socket.terminate();
    const upstream = await stage.fake.connection(0);
    expect(await upstream.waitFor("response.cancel")).toMatchObject({ response_id: expect.any(String) });
    expect(await upstream.closed).toMatchObject({ code: 1001 });
    const [row] = await stage.waitForLogs(1);
    expect(row).toMatchObject({ quota: 60, other: { stream_status: { end_reason: "client_gone" } } });
    expect(await stage.spending()).toMatchObject({ user: 60, charges: 1, held: 0 });
  });

  test("an upstream that breaks off is told of, and what was seen of its response is charged", async () => {
    const stage = await stages.create({ engine });
    stage.fake.responses = "break";
    const client = openOfficialClient(stage, "voice");
    await client.next("session.created");
    const item = { type: "message", role: "user", content: [{ type: "input_text", text: "Good morning" }] };
    client.send({ type: "conversation.item.create", item });
    client.send(ASK_ALOUD);
    expect(await client.next("error")).toMatchObject({ error: { code: "upstream_truncated" } });
    expect(await client.closed).toEqual({ code: 1011, reason: "upstream.truncated" });
    const [row] = await stage.waitForLogs(1);
    // Estimated: three tokens in, three out, and ten of sound.
    expect(row).toMatchObject({
      quota: 3 + 3 * 2 + 10 * 8,
      other: {
        usage: { source: "counted", output: { text: 3, audio: 10 } },
        stream_status: { end_reason: "upstream_truncated" },
      },
    });
    expect(await stage.spending()).toMatchObject({ user: 89, charges: 1, held: 0 });
  });
});

describe("the charges of a realtime session", () => {
  const engine = "sqlite";

  test("an upstream that does not say what a cancelled response used is left, and its response counted", async () => {
    const stage = await stages.create({ engine });
    stage.fake.responses = "begin";
    const client = openClient(stage, ADDRESS);
    await client.next("session.created");
    const upstream = await stage.fake.connection(0);
    // Not the fake's own response: it answers no cancelling.
    upstream.send({ type: "response.created", response: { id: "mute" } });
    upstream.send({ type: "response.output_text.delta", response_id: "mute", delta: "Hello there" });
    await client.next("response.output_text.delta");
    stage.fake.responses = "answer";
    const leftAtMs = performance.now();
    client.socket.close(3001, "bye");
    expect(await upstream.closed).toEqual({ code: 3001, reason: "bye" });
    expect(performance.now() - leftAtMs).toBeLessThan(1000);
    const [row] = await stage.waitForLogs(1);
    expect(row).toMatchObject({ quota: 6, other: { usage: { source: "counted" } } });
  });

  test("responses beside each other each have their price set aside, and end with the session that cannot pay", async () => {
    const stage = await stages.create({ engine, user: { quota: 2 * RESPONSE_HOLD } });
    const client = openClient(stage, ADDRESS);
    await client.next("session.created");
    const upstream = await stage.fake.connection(0);
    for (const id of ["one", "two"]) upstream.send({ type: "response.created", response: { id } });
    await client.next("response.created");
    await client.next("response.created");
    upstream.send({ type: "response.output_text.delta", response_id: "one", delta: "Hello there" });
    await client.next("response.output_text.delta");
    expect(await stage.spending()).toMatchObject({ charges: 0, held: 2 * 2 * RESPONSE_HOLD });
    upstream.send({ type: "response.created", response: { id: "three" } });
    expect(await client.next("error")).toMatchObject({ error: { code: "insufficient_user_quota" } });
    await upstream.closed;
    expect(await stage.spending()).toEqual({ user: 6, token: 6, charges: 1, held: 0 });
    const [row] = await stage.logs();
    expect(row?.other.stream_status).toEqual({ end_reason: "done", error: "insufficient_user_quota" });
  });

  test("responses beside each other are charged once each, and one that used nothing is not", async () => {
    const stage = await stages.create({ engine });
    const client = openClient(stage, ADDRESS);
    await client.next("session.created");
    const upstream = await stage.fake.connection(0);
    for (const id of ["one", "two", "three"]) upstream.send({ type: "response.created", response: { id } });
    finishResponse(upstream, "one", "completed", TEXT_USAGE);
    finishResponse(upstream, "three", "failed", null);
    finishResponse(upstream, "two", "completed", TEXT_USAGE);
    for (let count = 0; count < 3; count++) await client.next("response.done");
    client.socket.close();
    await upstream.closed;
    expect(await stage.spending()).toEqual({ user: 120, token: 120, charges: 2, held: 0 });
    const ids = (await stage.logs()).map((row) => row.request_id);
    expect(new Set(ids).size).toBe(2);
  });

  test("what is written down of the client's sound is charged at the price of the model that writes", async () => {
    const stage = await stages.create({ engine });
    const client = openClient(stage, ADDRESS);
    await client.next("session.created");
    const transcription = { model: "whisper-1" };
    client.send({ type: "session.update", session: { audio: { input: { transcription } } } });
    await client.next("session.updated");
    const upstream = await stage.fake.connection(0);
    const completed = {
      type: "conversation.item.input_audio_transcription.completed",
      item_id: "i",
      transcript: "x",
    };
    upstream.send({ ...completed, usage: { type: "duration", seconds: 7 } });
    await client.next(completed.type);
    client.socket.close();
    await upstream.closed;
    const [row] = await stage.logs();
    expect(row).toMatchObject({ model_name: "whisper-1", quota: 21, other: { ws: true } });
    expect(await stage.spending()).toEqual({ user: 21, token: 21, charges: 1, held: 0 });
  });

  test("a response that cannot be charged ends the session, and nothing of it stays set aside", async () => {
    const stage = await stages.create({ engine });
    const client = openClient(stage, ADDRESS);
    await client.next("session.created");
    const upstream = await stage.fake.connection(0);
    const { goOn } = await stopAtInsertInto(stage.app.parts.database, "logs");
    // The pauses between the tries.
    const pauses = spyOn(Bun, "sleep").mockResolvedValue();
    client.send(ASK);
    expect(await client.next("error")).toMatchObject({ error: { code: "server_internal" } });
    expect(await client.closed).toMatchObject({ code: 1011 });
    await upstream.closed;
    pauses.mockRestore();
    await goOn();
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
  });

  test("events in frames of bytes are charged and checked like texts", async () => {
    const stage = await stages.create({ engine });
    const client = openClient(stage, ADDRESS);
    await client.next("session.created");
    const upstream = await stage.fake.connection(0);
    const asBytes = (event: object) => new TextEncoder().encode(JSON.stringify(event));
    client.socket.send(asBytes({ type: "session.update", event_id: "e1", session: { model: "dear" } }));
    expect(await client.next("error")).toMatchObject({
      error: { code: "realtime_other_model", event_id: "e1" },
    });
    expect(upstream.binary).toEqual([]);
    upstream.send(asBytes({ type: "response.created", response: { id: "r" } }));
    const done = asBytes({ type: "response.done", response: { id: "r", usage: TEXT_USAGE } });
    upstream.send(done);
    upstream.send({ type: "made.up" });
    await client.next("made.up");
    expect(client.heard.at(-2)).toEqual(done);
    client.socket.close();
    await upstream.closed;
    expect(await stage.spending()).toEqual({ user: 60, token: 60, charges: 1, held: 0 });
  });

  test("a key that was disabled meanwhile gets no further response", async () => {
    const stage = await stages.create({ engine });
    const client = openClient(stage, ADDRESS);
    await client.next("session.created");
    await stage.app.parts.tokens.update(stage.userId, stage.tokenId, { status: 2 });
    client.send(ASK);
    await client.next("response.done");
    expect(await client.next("error")).toMatchObject({ error: { code: "key_disabled" } });
    expect(await client.closed).toMatchObject({ code: 1008 });
    expect(await stage.spending()).toMatchObject({ user: 60, charges: 1, held: 0 });
  });

  test("a server that stops ends an idle session, and lets a response end first", async () => {
    const stage = await stages.create({ engine });
    stage.fake.responses = "begin";
    const idle = openClient(stage, ADDRESS);
    await idle.next("session.created");
    const busy = openClient(stage, ADDRESS);
    await busy.next("session.created");
    busy.send(ASK);
    const begun = await busy.next("response.created");
    const stopped = stage.app.stop();
    expect(await idle.next("error")).toMatchObject({ error: { code: "server_draining" } });
    expect(await idle.closed).toMatchObject({ code: 1001 });
    const upstream = await stage.fake.connection(1);
    finishResponse(upstream, Object(begun["response"]).id, "completed", TEXT_USAGE);
    await busy.next("response.done");
    expect(await busy.closed).toMatchObject({ code: 1001 });
    await stopped;
    await stage.app.restart();
    expect(await stage.spending()).toMatchObject({ user: 60, charges: 1, held: 0 });
  });

  test("a server that must not wait longer cuts a response off, and charges what was seen of it", async () => {
    const stage = await stages.create({ engine, config: { shutdownTimeoutMs: 20 } });
    const client = openClient(stage, ADDRESS);
    await client.next("session.created");
    const upstream = await stage.fake.connection(0);
    upstream.send({ type: "response.created", response: { id: "endless" } });
    upstream.send({ type: "response.output_text.delta", response_id: "endless", delta: "Hello there" });
    await client.next("response.output_text.delta");
    await stage.app.stop();
    expect(await upstream.closed).toMatchObject({ code: expect.any(Number) });
    await stage.app.restart();
    const [row] = await stage.logs();
    expect(row).toMatchObject({ quota: 6, other: { stream_status: { end_reason: "shutdown" } } });
    expect(await stage.spending()).toMatchObject({ user: 6, charges: 1, held: 0 });
  });
});
