import { describe, expect, test } from "vitest";
import { explainBilling, type Billing } from "./explain-billing.ts";

const usage = { prompt_tokens: 1000, completion_tokens: 500 };
const input = { uncached: 600, cacheRead: 300, cacheWrite5m: 100, cacheWrite1h: 0, audio: 0, image: 0 };
const output = { text: 400, reasoning: 100, audio: 0, image: 0 };
const rate = {
  kind: "tokens",
  model: "gpt-4o",
  modelRatio: 1.25,
  completionRatio: 4,
  cacheRatio: 0.5,
  cacheWriteRatio5m: 1.25,
  cacheWriteRatio1h: 2,
  imageRatio: 1,
  audioRatio: 1,
  audioCompletionRatio: 1,
  groupRatio: 0.8,
  quotaPerUnit: 500_000,
};

/** What the shown sum comes to. */
function totalUsd(billing: Billing | undefined): number {
  if (billing === undefined) return Number.NaN;
  if (billing.kind === "call") return billing.count * billing.usdEach * billing.groupRatio;
  return (
    billing.groupRatio *
    billing.terms.reduce((sum, term) => sum + (term.tokens / 1e6) * term.usdPerMillion, 0)
  );
}

describe("the sum behind a charge", () => {
  test("uses the price and usage stored with it, class by class", () => {
    const billing = explainBilling(usage, {
      rate,
      usage: { requests: 1, source: "upstream", input, output },
    });
    expect(billing).toMatchObject({
      kind: "tokens",
      terms: [
        { kind: "prompt", tokens: 600, usdPerMillion: 2.5 },
        { kind: "cacheRead", tokens: 300, usdPerMillion: 1.25 },
        { kind: "cacheWrite", tokens: 100, usdPerMillion: 3.125 },
        { kind: "completion", tokens: 500, usdPerMillion: 10 },
      ],
    });
    expect(totalUsd(billing)).toBeCloseTo(0.8 * (0.0015 + 0.000375 + 0.0003125 + 0.005), 10);
  });
  test("multiplies a price per call", () => {
    const call = { kind: "call", modelPriceUsd: 0.04, per: "request", groupRatio: 2 };
    const stored = { rate: call, usage: { requests: 3, source: "upstream", input, output } };
    expect(totalUsd(explainBilling(usage, stored))).toBeCloseTo(0.24, 10);
    const bySecond = { rate: { ...call, per: "second" }, usage: { ...stored.usage, seconds: 2.5 } };
    expect(explainBilling(usage, bySecond)).toMatchObject({ per: "second", count: 2.5 });
  });
  test("works from the ratios of older rows: the specification's formula", () => {
    const billing = explainBilling(usage, { model_ratio: 1.25, completion_ratio: 4, group_ratio: 2 });
    expect(totalUsd(billing)).toBeCloseTo((2 * 1.25 * (1000 + 500 * 4)) / 500_000, 10);
  });
  test("takes cached tokens of older rows out of the prompt", () => {
    const billing = explainBilling(usage, { model_ratio: 1, cache_tokens: 400, cache_ratio: 0.1 });
    expect(billing).toMatchObject({
      terms: [{ tokens: 600 }, { kind: "cacheRead", tokens: 400 }, { tokens: 500 }],
    });
  });
  test("prefers a ratio that was the user's own", () => {
    expect(explainBilling(usage, { model_ratio: 1, group_ratio: 2, user_group_ratio: 0.5 })?.groupRatio).toBe(
      0.5,
    );
    expect(explainBilling(usage, { model_ratio: 1, group_ratio: 2, user_group_ratio: -1 })?.groupRatio).toBe(
      2,
    );
  });
  test("is not invented where nothing was stored", () => {
    expect(explainBilling(usage, {})).toBeUndefined();
    expect(explainBilling(usage, { rate: "broken", usage: 7 })).toBeUndefined();
  });
});
