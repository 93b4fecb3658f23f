import { expect, spyOn, test } from "bun:test";
import { eventsIn, FAULT_CLIENTS } from "./faults/fault-clients.ts";
import { faultStage, UPSTREAMS } from "./faults/fault-stage.ts";
import { useRelayStages } from "./relay-stage.ts";

const stages = useRelayStages();

test("no client of any dialect reads that its answer is complete before the charge is committed", async () => {
  const stage = await faultStage(stages, [
    { name: "plain", behaviour: { chunkPaceMs: 5 }, whole: "answer", stream: "answer" },
  ]);
  const pairs = UPSTREAMS.flatMap(({ model }) => FAULT_CLIENTS.map((client) => ({ model, client })));
  const { ledger } = stage.app.parts;
  const settle = ledger.settle.bind(ledger);
  const allAsked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  spyOn(ledger, "settle").mockImplementation(async (charge) => {
    asked += 1;
    if (asked === pairs.length) allAsked.resolve();
    await gate.promise;
    return settle(charge);
  });
  const streams = await Promise.all(
    pairs.map(async ({ model, client }) => {
      const answer = await stage.post(client.path(`${model}plain`, true), client.body(`${model}plain`, true));
      const received: string[] = [];
      const whole = (async () => {
        for await (const piece of answer.body ?? []) received.push(Buffer.from(piece).toString());
      })();
      return { client, received, whole };
    }),
  );
  await allAsked.promise;
  // What the gateway has written by now has arrived when the loop has turned a few times.
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  for (const { client, received } of streams)
    expect(eventsIn(received.join("")).some(client.isEnding), client.dialect).toBe(false);
  gate.resolve();
  for (const { client, received, whole } of streams) {
    await whole;
    expect(eventsIn(received.join("")).some(client.isEnding), client.dialect).toBe(true);
  }
  expect((await stage.spending()).charges).toBe(pairs.length);
});
