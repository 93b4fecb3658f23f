import { describe, expect, test } from "bun:test";
import { sampleClaim } from "../../../test/relay/sample-claim.ts";
import { createMemoryLimitCounter } from "./memory-limit-counter.ts";

const START_MS = 600_000;
const requests = sampleClaim();
const tokens = sampleClaim({ key: "user:1:tpm", metric: "tokens", limit: 100, cost: 60 });
const place = sampleClaim({
  key: "user:1:places",
  metric: "concurrency",
  limit: 1,
  windowMs: 0,
  isSliding: false,
});

describe("limits in memory", () => {
  test("are taken all together or not at all", () => {
    const counter = createMemoryLimitCounter();
    const take = () => counter.take([requests, tokens], "a", START_MS);
    expect(take().isTaken).toBe(true);
    expect(take()).toEqual({
      isTaken: false,
      states: [
        { current: 1, previous: 0 },
        { current: 60, previous: 0 },
      ],
    });
    expect([1, 2, 3].map(() => counter.take([requests], "b", START_MS).isTaken)).toEqual([true, true, false]);
  });

  test("keys are counted apart", () => {
    const counter = createMemoryLimitCounter();
    const other = sampleClaim({ key: "user:2:rpm", limit: 1 });
    const one = sampleClaim({ limit: 1 });
    expect([one, other, one].map((claim) => counter.take([claim], "a", START_MS).isTaken)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("tokens that were not used are free again, in the window that they were taken from", () => {
    const counter = createMemoryLimitCounter();
    counter.take([tokens], "a", START_MS);
    counter.correct([{ claim: tokens, takenAtMs: START_MS, delta: -50 }], START_MS + 10);
    expect(counter.take([tokens], "b", START_MS + 20).states).toEqual([{ current: 10, previous: 0 }]);
    const laterMs = START_MS + 60_000;
    counter.correct([{ claim: tokens, takenAtMs: START_MS, delta: -70 }], laterMs);
    expect(counter.take([tokens], "c", laterMs).states).toEqual([{ current: 0, previous: 0 }]);
  });

  test("tokens beyond the estimate count from now on", () => {
    const counter = createMemoryLimitCounter();
    counter.take([tokens], "a", START_MS);
    counter.correct([{ claim: tokens, takenAtMs: START_MS, delta: 500 }], START_MS + 60_000);
    expect(counter.take([tokens], "b", START_MS + 60_000).states).toEqual([{ current: 500, previous: 60 }]);
  });

  test("what was given back too late changes nothing", () => {
    const counter = createMemoryLimitCounter();
    counter.take([tokens], "a", START_MS);
    counter.take([tokens], "b", START_MS + 180_000);
    counter.correct([{ claim: tokens, takenAtMs: START_MS, delta: -60 }], START_MS + 180_000);
    expect(counter.take([tokens], "c", START_MS + 180_000).states).toEqual([{ current: 60, previous: 0 }]);
  });

  test("a place is free when it is given back", () => {
    const counter = createMemoryLimitCounter();
    expect(counter.take([place], "a", START_MS).isTaken).toBe(true);
    expect(counter.take([place], "b", START_MS).isTaken).toBe(false);
    counter.release([place, requests], "a");
    expect(counter.size).toBe(0);
    expect(counter.take([place], "b", START_MS).isTaken).toBe(true);
  });

  test("windows that are over are forgotten", () => {
    const counter = createMemoryLimitCounter();
    for (let user = 0; user < 1000; user++)
      counter.take([sampleClaim({ key: `user:${user}:rpm` })], "a", START_MS);
    expect(counter.size).toBe(1000);
    counter.take([sampleClaim({ key: "user:last:rpm" })], "a", START_MS + 180_000);
    expect(counter.size).toBe(1);
  });
});
