import { expect, test } from "bun:test";
import { connect } from "node:net";
import { systemClock } from "../../src/lib/clock.ts";
import type { FakeRealtimeConnection } from "../support/fake-realtime/fake-realtime.ts";
import { openClient } from "./realtime-client.ts";
import { useRealtimeStages } from "./realtime-stage.ts";
import type { RealtimeStage } from "./realtime-stage.ts";

const stages = useRealtimeStages();
const engine = "sqlite";
const ADDRESS = "/v1/realtime?model=voice";
const MEGABYTE = 1024 * 1024;
const DELTA = { type: "response.output_audio.delta", response_id: "r", delta: "A".repeat(MEGABYTE) };

/** A client on the bare socket, which can stop to read. */
async function openBareClient(stage: RealtimeStage) {
  const socket = connect(Number(new URL(stage.url).port), "127.0.0.1");
  const begun = Promise.withResolvers<void>();
  let bytes = 0;
  socket.on("data", (data: Buffer) => {
    bytes += data.length;
    begun.resolve();
  });
  const lines = [
    `GET ${ADDRESS} HTTP/1.1`,
    "host: gate.test",
    `authorization: Bearer ${stage.apiKey}`,
    "upgrade: websocket",
    "connection: Upgrade",
    "sec-websocket-version: 13",
    "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  await begun.promise;
  return { socket, received: () => bytes };
}

/** Turns of the event loop until a thing is so; it must become so by itself. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
}

/** What waits at a side once everything else has been taken. */
async function settledWait(connection: FakeRealtimeConnection): Promise<number> {
  for (let last = -1; last !== connection.waiting(); await Bun.sleep(30)) last = connection.waiting();
  return connection.waiting();
}

test("a client that does not read holds the upstream back, loses nothing, and may leave", async () => {
  const stage = await stages.create({ engine });
  const client = await openBareClient(stage);
  const upstream = await stage.fake.connection(0);
  client.socket.pause();
  for (let count = 0; count < 40; count++) upstream.send(DELTA);
  // The rest lies in the system's buffers of two connections, and one message in the gateway.
  expect(await settledWait(upstream)).toBeGreaterThan(15 * MEGABYTE);
  client.socket.resume();
  await until(() => client.received() > 40 * MEGABYTE);
  expect(upstream.waiting()).toBe(0);

  client.socket.pause();
  for (let count = 0; count < 20; count++) upstream.send(DELTA);
  const leftAtMs = performance.now();
  client.socket.destroy();
  await upstream.closed;
  expect(performance.now() - leftAtMs).toBeLessThan(1000);
});

test("an upstream that does not read holds the client back, and gets everything in the end", async () => {
  const stage = await stages.create({ engine });
  const client = openClient(stage, ADDRESS);
  await client.next("session.created");
  const upstream = await stage.fake.connection(0);
  upstream.pause();
  const append = { type: "input_audio_buffer.append", audio: DELTA.delta };
  for (let count = 0; count < 30; count++) client.send(append);
  for (let last = -1; last !== client.socket.bufferedAmount; await Bun.sleep(30))
    last = client.socket.bufferedAmount;
  expect(client.socket.bufferedAmount).toBeGreaterThan(10 * MEGABYTE);
  upstream.resume();
  await until(() => upstream.received.length === 30);
  client.socket.close();
  await upstream.closed;
});

test("an upstream that falls silent in the middle of a response ends the session", async () => {
  const stage = await stages.create({ engine, clock: systemClock, config: { streamIdleTimeoutMs: 500 } });
  stage.fake.responses = "begin";
  const client = openClient(stage, ADDRESS);
  await client.next("session.created");
  client.send({ type: "response.create" });
  expect(await client.next("error")).toMatchObject({ error: { code: "upstream_timeout" } });
  expect(await client.closed).toEqual({ code: 1001, reason: "upstream.timeout" });
  const [row] = await stage.waitForLogs(1);
  expect(row).toMatchObject({ quota: 6, other: { stream_status: { end_reason: "timeout" } } });
});

test("sessions that are opened and left leave no connection and no hold", async () => {
  const stage = await stages.create({ engine });
  for (let round = 0; round < 3; round++) {
    const clients = Array.from({ length: 20 }, () => openClient(stage, ADDRESS));
    await Promise.all(clients.map((client) => client.next("session.created")));
    for (const client of clients) client.socket.terminate();
  }
  const closed = await Promise.all(stage.fake.connections.map((connection) => connection.closed));
  expect(closed.length).toBe(60);
  expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
});
