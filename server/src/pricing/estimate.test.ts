import { describe, expect, test } from "bun:test";
import { charge } from "./charge.ts";
import { estimateHold, estimateQuota } from "./estimate.ts";
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

test("pictures and sound in a prompt are estimated at their own prices", () => {
  const rate = tokenRate({ imageRatio: 2, audioRatio: 16 });
  expect(estimateQuota(rate, { promptTokens: 1000, imageTokens: 300, audioTokens: 100 })).toBe(
    600 + 300 * 2 + 100 * 16,
  );
});

test("pictures sold by the piece are estimated at the number that was asked for", () => {
  const rate = callRate({ modelPriceUsd: 0.04, per: "image" });
  expect(estimateQuota(rate, { promptTokens: 0, images: 3 })).toBe(60_000);
  expect(estimateQuota(rate, { promptTokens: 0 })).toBe(20_000);
});

describe("a hold", () => {
  test("covers an answer of the default length for each choice, where the client gives no limit", () => {
    const rate = tokenRate({ completionRatio: 4 });
    expect(estimateHold(rate, { promptTokens: 1000 }).quota).toBe(1000 + 1000 * 4);
    expect(estimateHold(rate, { promptTokens: 1000, choices: 3, defaultOutputTokens: 50 }).quota).toBe(1600);
    expect(estimateHold(rate, { promptTokens: 1000, defaultOutputTokens: 0 }).quota).toBe(1000);
  });
  test("covers the client's own limit, which stands for all its choices, and nothing where there is no answer", () => {
    expect(estimateHold(tokenRate(), { promptTokens: 1000, maxOutputTokens: 600, choices: 3 }).quota).toBe(
      1600,
    );
    expect(estimateHold(tokenRate(), { promptTokens: 1000, maxOutputTokens: 0 }).quota).toBe(1000);
  });
  test("is bounded by what a model can write, for each choice", () => {
    const hold = (choices: number) =>
      estimateHold(tokenRate(), { promptTokens: 1000, maxOutputTokens: 1e15, choices }).quota;
    expect(hold(1)).toBe(1000 + 262_144);
    expect(hold(2)).toBe(1000 + 2 * 262_144);
  });
  test("of a call's full price knows no answer", () => {
    expect(estimateHold(callRate({ modelPriceUsd: 0.02 }), { promptTokens: 1e6 }).quota).toBe(10_000);
  });
  test("of a free call is nothing, but asks for a balance unless the operator waives it", () => {
    for (const rate of [
      tokenRate({ modelRatio: 0 }),
      tokenRate({ groupRatio: 0 }),
      callRate({ modelPriceUsd: 0 }),
    ]) {
      expect(estimateHold(rate, { promptTokens: 1e6 })).toEqual({ quota: 0, requiresPositiveBalance: true });
      expect(estimateHold(rate, { promptTokens: 1e6, freeCallsNeedBalance: false })).toEqual({
        quota: 0,
        requiresPositiveBalance: false,
      });
    }
    expect(estimateHold(tokenRate(), { promptTokens: 1 }).requiresPositiveBalance).toBe(false);
  });
});
