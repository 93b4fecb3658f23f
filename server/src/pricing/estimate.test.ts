import { expect, test } from "bun:test";
import { charge } from "./charge.ts";
import { estimateQuota } from "./estimate.ts";
import { callRate, tokenRate } from "./rate-fixtures.ts";
import { usageOf } from "./usage.ts";

test("an estimate is the price of the prompt and of an answer at its limit", () => {
  const rate = tokenRate({ modelRatio: 1.25, completionRatio: 4, groupRatio: 0.8 });
  expect(estimateQuota(rate, { promptTokens: 2000, maxOutputTokens: 1000 })).toBe(6000);
});

test("a short prompt is reserved as the pre-consumed amount", () => {
  const rate = tokenRate({ modelRatio: 2 });
  expect(estimateQuota(rate, { promptTokens: 10 })).toBe(1000);
  expect(estimateQuota(rate, { promptTokens: 10, preConsumedTokens: 0 })).toBe(20);
  expect(estimateQuota(rate, { promptTokens: 10, maxOutputTokens: 5, preConsumedTokens: 100 })).toBe(
    200 + 5 * estimateQuota(rate, { promptTokens: 0, maxOutputTokens: 1, preConsumedTokens: 0 }),
  );
});

test("an estimate is rounded up, never below the exact amount", () => {
  const rate = tokenRate({ modelRatio: 0.001 });
  expect(estimateQuota(rate, { promptTokens: 1, preConsumedTokens: 0 })).toBe(1);
  expect(estimateQuota(rate, { promptTokens: 1001, preConsumedTokens: 0 })).toBe(2);
  expect(estimateQuota(rate, { promptTokens: 2000, preConsumedTokens: 0 })).toBe(2);
});

test("a call is estimated at its full price", () => {
  const rate = callRate({ modelPriceUsd: 0.04, groupRatio: 1.5 });
  expect(estimateQuota(rate, { promptTokens: 0 })).toBe(30_000);
  expect(estimateQuota(rate, { promptTokens: 0 })).toBe(charge(rate, usageOf({ requests: 1 })).quota);
});

test("media by the second is estimated at the length that was asked for", () => {
  const rate = callRate({ modelPriceUsd: 0.4, per: "second" });
  expect(estimateQuota(rate, { promptTokens: 0, seconds: 8 })).toBe(1_600_000);
  expect(estimateQuota(rate, { promptTokens: 0 })).toBe(200_000);
});

test("a free model needs no reservation", () => {
  expect(estimateQuota(tokenRate({ modelRatio: 0 }), { promptTokens: 1e6, maxOutputTokens: 1e6 })).toBe(0);
  expect(estimateQuota(tokenRate({ groupRatio: 0 }), { promptTokens: 1e6 })).toBe(0);
});

test("limits that are not positive numbers are ignored, and absurd ones cannot be paid", () => {
  const rate = tokenRate();
  expect(estimateQuota(rate, { promptTokens: Number.NaN, maxOutputTokens: -1 })).toBe(500);
  expect(estimateQuota(tokenRate({ modelRatio: 75 }), { promptTokens: 1, maxOutputTokens: 1e300 })).toBe(
    Number.MAX_SAFE_INTEGER,
  );
});
