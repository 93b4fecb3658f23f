import { expect, test } from "bun:test";
import { buildRoutingTable } from "../routing-table.ts";
import { createBreaker } from "./breaker.ts";
import type { BreakerStore } from "./breaker-store.ts";
import { createHealthStates } from "./health-state.ts";
import { openSharedHealth } from "./shared-health.ts";

/** A node over a store that the test answers for; `hear` is what other nodes say. */
async function nodeOver(store: Partial<BreakerStore>) {
  let hear: (channelId: number | undefined) => unknown = () => undefined;
  const shared = await openSharedHealth({
    store: {
      write: async () => {},
      forget: async () => {},
      prune: async () => {},
      list: async () => [],
      ...store,
    },
    states: createHealthStates(),
    feed: {
      publish: async () => {},
      subscribe(_, listener) {
        hear = listener;
        return () => {};
      },
    },
    nodeId: "here",
    table: () => buildRoutingTable([]),
    forget: () => {},
    hashOfKey: (key) => key,
    nowMs: () => 0,
    random: () => 0,
    onProblem: (problem) => expect(problem).toBeUndefined(),
  });
  return { shared, hear: (channelId: number) => hear(channelId) };
}

test("a word from another node is read whenever it comes, also as a reading ends", async () => {
  for (let ticks = 0; ticks < 20; ticks++) {
    const read: (readonly number[] | undefined)[] = [];
    let reading = Promise.withResolvers<[]>();
    const { shared, hear } = await nodeOver({
      list(channelIds) {
        read.push(channelIds);
        return channelIds ? reading.promise : Promise.resolve([]);
      },
    });
    hear(1);
    reading.resolve([]);
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    reading = Promise.withResolvers();
    reading.resolve([]);
    hear(2);
    await new Promise((resolve) => setImmediate(resolve));
    expect([ticks, ...read]).toEqual([ticks, undefined, [1], [2]]);
    await shared.close();
  }
});

test("what is being stored of a channel as it is forgotten is forgotten too", async () => {
  const done: string[] = [];
  const begun = Promise.withResolvers<void>();
  const writing = Promise.withResolvers<void>();
  const { shared } = await nodeOver({
    async write() {
      begun.resolve();
      await writing.promise;
      done.push("written");
    },
    forget: async () => void done.push("forgotten"),
  });
  const subject = { scope: "channel", channelId: 1, keyIndex: undefined, model: undefined } as const;
  shared.note(createBreaker(subject), "", 0);
  await begun.promise;
  shared.forget(1, 0);
  await new Promise((resolve) => setImmediate(resolve));
  writing.resolve();
  await shared.close();
  expect(done).toEqual(["written", "forgotten"]);
});
