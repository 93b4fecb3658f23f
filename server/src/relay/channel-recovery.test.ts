import { describe, expect, test } from "bun:test";
import { exchangeOf } from "../../test/relay/sample-exchange.ts";
import { sampleRelayChannel } from "../../test/relay/sample-relay-call.ts";
import { createChannelRecovery } from "./channel-recovery.ts";
import type { ChannelRecoveryDeps } from "./channel-recovery.ts";

const MINUTE_MS = 60_000;
const CHANNEL = sampleRelayChannel({ id: 1, key: "a\nb", setting: { multi_key_mode: "random" } });

/** One channel that the system has switched off; its upstream answers what the test says. */
function ward(changes: Partial<ChannelRecoveryDeps> = {}) {
  const clock = { nowMs: 1_000_000_000 };
  const off = new Set([1]);
  const keysTried: (string | undefined)[] = [];
  const upstream = { works: (_key: string | undefined): boolean => false };
  const faults: unknown[] = [];
  const recovery = createChannelRecovery({
    channels: {
      switchedOff: () => Promise.resolve([...off]),
      switchOn: (id) => Promise.resolve(off.delete(id)),
    },
    loadChannel: () => Promise.resolve(CHANNEL),
    openExchange({ headers }) {
      const key = headers["authorization"]?.replace("Bearer ", "");
      keysTried.push(key);
      return exchangeOf(() =>
        upstream.works(key)
          ? Response.json({ choices: [] })
          : Response.json({ error: { message: "no" } }, { status: 401 }),
      );
    },
    asksForUsage: false,
    drainsOnDisconnect: () => false,
    relayTimeoutMs: 0,
    streamingTimeoutMs: 60_000,
    firstTokenTimeoutMs: () => 0,
    nowMs: () => clock.nowMs,
    random: () => 0,
    enables: () => true,
    leads: () => Promise.resolve(true),
    slowTestMs: () => 0,
    onEnabled: () => {},
    reportFault: (_, error) => faults.push(error),
    ...changes,
  });
  /** How many tests there are when it is looked every minute for so long. */
  const testsWithin = async (minutes: number) => {
    const before = keysTried.length;
    for (let minute = 0; minute < minutes; minute++) {
      clock.nowMs += MINUTE_MS;
      await recovery.run();
    }
    return (keysTried.length - before) / 2;
  };
  return { recovery, clock, off, keysTried, upstream, faults, testsWithin };
}

describe("a channel that the system has switched off", () => {
  test("is tested by the one of several nodes whose part that is", async () => {
    const { recovery, testsWithin } = ward({ leads: () => Promise.resolve(false) });
    await recovery.run();
    expect(await testsWithin(60)).toBe(0);
  });

  test("is tested after a while, and less and less often while it fails", async () => {
    const { recovery, keysTried, testsWithin } = ward();
    await recovery.run();
    expect(keysTried).toEqual([]);
    // After 1, 2, 4, 8, 16 and 32 minutes.
    expect(await testsWithin(63)).toBe(6);
    expect(await testsWithin(24 * 60)).toBeWithin(5, 8);
  });

  test("comes back when one of its keys works", async () => {
    const enabled: number[] = [];
    const { recovery, clock, off, keysTried, upstream } = ward({ onEnabled: (id) => enabled.push(id) });
    upstream.works = (key) => key === "b";
    await recovery.run();
    clock.nowMs += MINUTE_MS;
    await recovery.run();
    expect([[...off], enabled, keysTried]).toEqual([[], [1], ["a", "b"]]);
  });

  test("waits longer when it is switched off again soon after", async () => {
    const { recovery, off, upstream, testsWithin } = ward();
    upstream.works = () => true;
    await recovery.run();
    await testsWithin(1);
    expect(off.size).toBe(0);
    off.add(1);
    await recovery.run();
    expect(await testsWithin(1)).toBe(0);
    await testsWithin(1);
    expect(off.size).toBe(0);
  });

  test("begins anew when it has worked for long", async () => {
    const { recovery, off, upstream, testsWithin } = ward();
    upstream.works = () => true;
    await recovery.run();
    await testsWithin(90);
    off.add(1);
    await recovery.run();
    await testsWithin(1);
    expect(off.size).toBe(0);
  });

  test("stays off when it answers too slowly, when nobody wants it back, and when the program ends", async () => {
    // Even an answer that takes no time at all.
    const slow = ward({ slowTestMs: () => -1 });
    slow.upstream.works = () => true;
    const unwanted = ward({ enables: () => false });
    const ending = ward();
    await ending.recovery.stop();
    for (const { recovery, testsWithin, off } of [slow, unwanted, ending]) {
      await recovery.run();
      await testsWithin(2);
      expect(off.size).toBe(1);
    }
    expect(slow.keysTried.length).toBeGreaterThan(0);
    expect([unwanted.keysTried, ending.keysTried]).toEqual([[], []]);
  });
});

test("a database that is away is told, and the next look is as ever", async () => {
  const { recovery, faults } = ward({
    channels: { switchedOff: () => Promise.reject(new Error("away")), switchOn: () => Promise.resolve(true) },
  });
  await recovery.run();
  await recovery.run();
  expect(faults).toHaveLength(2);
});
