import { heapStats } from "bun:jsc";
import { expect, test } from "bun:test";
import { openRawHttpClient } from "../support/fake-upstream/raw-http-client.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

/** The small version of `npm run bench -- storm`. */
const stages = useRelayStages();
const STREAMS = 100;
const ROUNDS = 5;
const GROWTH_MAX = 1.2;

/** Opens streams, drops them when the upstream has said something (or has only been asked), and waits until it is free. */
async function storm(stage: RelayStage, isSilent: boolean): Promise<void> {
  stage.upstream.setDefault({ fault: isSilent ? "hang" : "hang-mid-stream" });
  const logged = (await stage.logs()).length;
  const clients = await Promise.all(
    Array.from({ length: STREAMS }, async () => {
      const client = await openRawHttpClient(Number(new URL(stage.url).port));
      const body = { model: "chat", messages: HELLO, stream: true };
      client.request("/v1/chat/completions", body, { authorization: `Bearer ${stage.apiKey}` });
      if (!isSilent) await client.waitForText("Hello");
      return client;
    }),
  );
  await stage.upstream.waitForRequest(STREAMS - 1);
  for (const client of clients) client.close();
  const indexes = Array.from({ length: STREAMS }, (_, index) => index);
  await Promise.all(indexes.map((index) => stage.upstream.waitForClientClose(index)));
  await stage.upstream.waitForOpenConnections(0);
  if (!isSilent) await stage.waitForLogs(logged + STREAMS);
  stage.upstream.reset();
}

function objectsAlive(): number {
  Bun.gc(true);
  return heapStats().objectCount;
}

test("clients that leave by the hundred leave nothing behind: no upstream socket, no hold, no memory", async () => {
  const stage = await stages.create({ engine: "sqlite" });
  for (const isSilent of [false, true]) await storm(stage, isSilent);
  const before = objectsAlive();
  for (let round = 0; round < ROUNDS; round++) await storm(stage, round % 2 === 1);
  expect(objectsAlive() / before).toBeLessThan(GROWTH_MAX);
  const { charges, held } = await stage.spending();
  expect({ charges, held }).toEqual({ charges: 4 * STREAMS, held: 0 });
}, 20_000);
