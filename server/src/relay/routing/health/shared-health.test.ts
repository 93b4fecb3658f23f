import { expect, test } from "bun:test";
import { createHealthStates } from "./health-state.ts";
import { openSharedHealth } from "./shared-health.ts";
import { buildRoutingTable } from "../routing-table.ts";

test("a word from another node is read whenever it comes, also as a reading ends", async () => {
  for (let ticks = 0; ticks < 20; ticks++) {
    const read: (readonly number[] | undefined)[] = [];
    let reading = Promise.withResolvers<[]>();
    let hear: (channelId: number | undefined) => unknown = () => undefined;
    const shared = await openSharedHealth({
      store: {
        write: async () => {},
        forget: async () => {},
        prune: async () => {},
        list(channelIds) {
          read.push(channelIds);
          return channelIds ? reading.promise : Promise.resolve([]);
        },
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
