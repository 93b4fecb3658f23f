import { expect, test } from "bun:test";
import { sampleClaim } from "../../../test/relay/sample-claim.ts";
import { durationText, limitHeaders } from "./limit-headers.ts";

test("of several limits the one with the least left is told", () => {
  const claims = [sampleClaim({ limit: 100 }), sampleClaim({ limit: 50 })];
  const states = [
    { current: 96, previous: 0 },
    { current: 10, previous: 0 },
  ];
  expect(limitHeaders(claims, { isTaken: true, states }, 30_000)).toEqual({
    "x-ratelimit-limit-requests": "100",
    "x-ratelimit-remaining-requests": "3",
    "x-ratelimit-reset-requests": "1m30s",
  });
});

test("tokens have headers of their own, places and days have none", () => {
  const claims = [
    sampleClaim({ metric: "tokens", limit: 500, cost: 40 }),
    sampleClaim({ metric: "concurrency", windowMs: 0, isSliding: false }),
    sampleClaim({ metric: "day-requests", windowMs: 86_400_000, isSliding: false }),
  ];
  const states = claims.map(() => ({ current: 0, previous: 0 }));
  expect(limitHeaders(claims, { isTaken: true, states }, 0)).toEqual({
    "x-ratelimit-limit-tokens": "500",
    "x-ratelimit-remaining-tokens": "460",
    "x-ratelimit-reset-tokens": "2m0s",
  });
});

test.each([
  [0, "0ms"],
  [250, "250ms"],
  [1500, "1.5s"],
  [60_000, "1m0s"],
  [3_661_000, "1h1m1s"],
])("%i ms are written %s", (ms, text) => {
  expect(durationText(ms)).toBe(text);
});
