import { describe, expect, test } from "bun:test";
import { sampleRelayChannel } from "../../../test/relay/sample-relay-call.ts";
import type { RelayChannel } from "../../resources/channels/relay-channels.ts";
import { createLiveRouting } from "./live-routing.ts";

/** A loader whose every load is answered by the test. */
function heldLoads() {
  const loads: PromiseWithResolvers<readonly RelayChannel[]>[] = [];
  const load = () => {
    const next = Promise.withResolvers<readonly RelayChannel[]>();
    loads.push(next);
    return next.promise;
  };
  return { loads, load };
}
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const channels = (...ids: number[]) => ids.map((id) => sampleRelayChannel({ id }));
const idsOf = (routing: Awaited<ReturnType<typeof createLiveRouting>>) =>
  routing
    .current()
    .tiers("default", "chat")
    .flatMap((tier) => tier.channels.map(({ id }) => id));

describe("live routing", () => {
  const start = async () => {
    const { loads, load } = heldLoads();
    const started = createLiveRouting(load);
    loads[0]?.resolve(channels(1));
    return { loads, routing: await started };
  };

  test("stands from the start and is swapped whole when it has been rebuilt", async () => {
    const { loads, routing } = await start();
    expect(idsOf(routing)).toEqual([1]);
    const before = routing.current();
    const refreshed = routing.refresh();
    expect(idsOf(routing)).toEqual([1]);
    loads[1]?.resolve(channels(1, 2));
    await refreshed;
    expect(idsOf(routing)).toEqual([1, 2]);
    expect(before.channel(2)).toBeUndefined();
  });
  test("loads once more, and only once, for all changes that come while it loads", async () => {
    const { loads, routing } = await start();
    const first = routing.refresh();
    const others = [routing.refresh(), routing.refresh(), routing.refresh()];
    loads[1]?.resolve(channels(2));
    await first;
    await nextTurn();
    expect(loads).toHaveLength(3);
    loads[2]?.resolve(channels(3));
    await Promise.all(others);
    expect(idsOf(routing)).toEqual([3]);
    expect(loads).toHaveLength(3);
  });
  test("keeps what it had when a load fails, and can be refreshed again", async () => {
    const { loads, routing } = await start();
    const failing = routing.refresh();
    const next = routing.refresh();
    loads[1]?.reject(new Error("database away"));
    await expect(failing).rejects.toThrow("database away");
    expect(idsOf(routing)).toEqual([1]);
    await nextTurn();
    loads[2]?.resolve(channels(4));
    await next;
    expect(idsOf(routing)).toEqual([4]);
  });
  test("loads once at a time, whenever a change comes", async () => {
    for (let ticks = 0; ticks < 30; ticks++) {
      const { loads, routing } = await start();
      const first = routing.refresh();
      const second = routing.refresh();
      loads[1]?.resolve(channels(2));
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      const third = routing.refresh();
      await nextTurn();
      expect([ticks, loads.length]).toEqual([ticks, 3]);
      loads[2]?.resolve(channels(3));
      await nextTurn();
      loads[3]?.resolve(channels(3));
      await Promise.all([first, second, third]);
      expect(idsOf(routing)).toEqual([3]);
    }
  });
});
