import { expect, test } from "bun:test";
import { createSessionLimits } from "./session-limits.ts";

/** Starts the limits; resolves with the code of what ends the session, and how often the upstream was pinged. */
async function firstEnd(times: Parameters<typeof createSessionLimits>[0], isAnswering: boolean) {
  const limits = createSessionLimits(times);
  let pings = 0;
  const error = await new Promise<{ code: string }>((resolve) => {
    limits.start({
      isAnswering: () => isAnswering,
      isHeldBack: () => false,
      ping: () => (pings += 1),
      onExpired: resolve,
    });
  });
  limits.stop();
  return { code: error.code, pings };
}

test("nobody says anything for too long", async () => {
  const { code, pings } = await firstEnd({ streamingTimeoutMs: 10_000, idleMs: 600 }, false);
  expect(code).toBe("realtime.idle");
  expect(pings).toBeGreaterThan(0);
});

test("an upstream that answers must not fall silent, one that waits may", async () => {
  const answering = { streamingTimeoutMs: 20, idleMs: 10_000 };
  expect(await firstEnd(answering, true)).toMatchObject({ code: "upstream.timeout" });
  const waiting = { streamingTimeoutMs: 20, idleMs: 100 };
  expect(await firstEnd(waiting, false)).toMatchObject({ code: "realtime.idle" });
});

test("an upstream that is held back is not silent", async () => {
  const limits = createSessionLimits({ streamingTimeoutMs: 20, idleMs: 40 });
  let turns = 0;
  const error = await new Promise<{ code: string }>((resolve) => {
    const isHeldBack = () => ++turns < 10;
    limits.start({ isAnswering: () => true, isHeldBack, ping: () => {}, onExpired: resolve });
  });
  limits.stop();
  expect(error.code).toBe("upstream.timeout");
  expect(turns).toBeGreaterThanOrEqual(10);
});

test("no limit for an answering upstream is no limit", async () => {
  expect(await firstEnd({ streamingTimeoutMs: 0, idleMs: 20 }, true)).toMatchObject({
    code: "realtime.idle",
  });
});
