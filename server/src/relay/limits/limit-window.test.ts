import { describe, expect, test } from "bun:test";
import { sampleClaim } from "../../../test/relay/sample-claim.ts";
import { fits, resetMsOf, usedOf, waitMsOf } from "./limit-window.ts";

const MINUTE_MS = 60_000;
const perMinute = sampleClaim({ limit: 10 });
const perDay = sampleClaim({ limit: 10, windowMs: 86_400_000, isSliding: false, metric: "day-requests" });
const place = sampleClaim({ limit: 2, windowMs: 0, isSliding: false, metric: "concurrency" });

describe("a window of a minute", () => {
  test("fades out evenly over the one after it", () => {
    const state = { current: 1, previous: 8 };
    const at = (seconds: number) => usedOf(perMinute, state, MINUTE_MS * 5 + seconds * 1000);
    expect([at(0), at(15), at(30), at(45)]).toEqual([9, 7, 5, 3]);
  });

  test("is full at its limit, not before", () => {
    expect(fits(perMinute, { current: 9, previous: 0 }, 0)).toBe(true);
    expect(fits(perMinute, { current: 10, previous: 0 }, 0)).toBe(false);
  });

  test.each([
    { current: 10, previous: 0, atMs: 0 },
    { current: 10, previous: 0, atMs: 20_000 },
    { current: 0, previous: 10, atMs: 0 },
    { current: 4, previous: 9, atMs: 1000 },
    { current: 25, previous: 3, atMs: 59_999 },
    { current: 9, previous: 1000, atMs: 7 },
  ])("has room again when it says so and a moment before not: %o", ({ atMs, ...state }) => {
    const waitMs = waitMsOf(perMinute, state, atMs);
    const later = (nowMs: number) =>
      nowMs < MINUTE_MS ? state : { current: 0, previous: nowMs < 2 * MINUTE_MS ? state.current : 0 };
    expect(fits(perMinute, later(atMs + waitMs), atMs + waitMs)).toBe(true);
    expect(fits(perMinute, later(atMs + waitMs - 2), atMs + waitMs - 2)).toBe(false);
  });

  test("counts for nothing when its reset is over", () => {
    expect(resetMsOf(perMinute, { current: 3, previous: 3 }, 20_000)).toBe(100_000);
    expect(resetMsOf(perMinute, { current: 0, previous: 3 }, 20_000)).toBe(40_000);
    expect(resetMsOf(perMinute, { current: 0, previous: 0 }, 20_000)).toBe(0);
  });
});

test("a day begins anew at midnight of UTC", () => {
  const atMs = Date.UTC(2026, 0, 1, 23, 59, 0);
  expect(waitMsOf(perDay, { current: 10, previous: 99 }, atMs)).toBe(MINUTE_MS);
  expect(resetMsOf(perDay, { current: 10, previous: 0 }, atMs)).toBe(MINUTE_MS);
  expect(usedOf(perDay, { current: 0, previous: 99 }, atMs + MINUTE_MS)).toBe(0);
});

test("a place may be free a second later", () => {
  expect(waitMsOf(place, { current: 1, previous: 0 }, 5)).toBe(0);
  expect(waitMsOf(place, { current: 2, previous: 0 }, 5)).toBe(1000);
});
