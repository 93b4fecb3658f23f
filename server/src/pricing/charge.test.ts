import { describe, expect, test } from "bun:test";
import { charge, chargeRoundedUp } from "./charge.ts";
import { callRate, tokenRate } from "./rate-fixtures.ts";
import { emptyUsage, usageOf } from "./usage.ts";

const MILLION = 1_000_000;

test("the formula of the spec: group x model x (prompt + completion x completion ratio)", () => {
  const rate = tokenRate({ modelRatio: 1.25, completionRatio: 4, groupRatio: 0.8 });
  const usage = usageOf({ input: { uncached: 1000 }, output: { text: 500 } });
  expect(charge(rate, usage).quota).toBe(0.8 * 1.25 * (1000 + 500 * 4));
});

test("each class of tokens has its own price", () => {
  const rate = tokenRate({
    modelRatio: 2,
    completionRatio: 3,
    cacheRatio: 0.1,
    cacheWriteRatio5m: 1.25,
    cacheWriteRatio1h: 2,
    imageRatio: 5,
    audioRatio: 7,
    audioCompletionRatio: 11,
  });
  const costOf = (parts: Parameters<typeof usageOf>[0]) => charge(rate, usageOf(parts)).quota;
  expect(costOf({ input: { uncached: 100 } })).toBe(200);
  expect(costOf({ input: { cacheRead: 100 } })).toBe(20);
  expect(costOf({ input: { cacheWrite5m: 100 } })).toBe(250);
  expect(costOf({ input: { cacheWrite1h: 100 } })).toBe(400);
  expect(costOf({ input: { image: 100 } })).toBe(1000);
  expect(costOf({ input: { audio: 100 } })).toBe(1400);
  expect(costOf({ output: { text: 100 } })).toBe(600);
  expect(costOf({ output: { reasoning: 100 } })).toBe(600);
  expect(costOf({ output: { image: 100 } })).toBe(600);
  expect(costOf({ output: { audio: 100 } })).toBe(15_400);
});

test("a cost is rounded once, half away from zero", () => {
  const half = tokenRate({ modelRatio: 0.5 });
  expect(charge(half, usageOf({ input: { uncached: 3 } })).quota).toBe(2);
  expect(charge(half, usageOf({ input: { uncached: 5 } })).quota).toBe(3);
  // Two classes of 0.5 each make exactly one unit, not two.
  const usage = usageOf({ input: { uncached: 1 }, output: { text: 1 } });
  expect(charge(half, usage).quota).toBe(1);
  expect(charge(tokenRate({ modelRatio: 0.49 }), usageOf({ input: { uncached: 3 } })).quota).toBe(1);
});

test("decimal fractions never lose or gain a unit", () => {
  // In binary, 1.005 x 1000 x 0.1 is 100.49999999999999.
  const rate = tokenRate({ modelRatio: 1.005, groupRatio: 0.1 });
  expect(charge(rate, usageOf({ input: { uncached: 1000 } })).quota).toBe(101);
});

test("something used at a price above zero costs at least one unit", () => {
  const rate = tokenRate({ modelRatio: 0.001, cacheRatio: 0.01 });
  expect(charge(rate, usageOf({ input: { cacheRead: 1 } })).quota).toBe(1);
  expect(charge(callRate({ modelPriceUsd: 1e-9 }), usageOf({ requests: 1 })).quota).toBe(1);
  const bySecond = callRate({ modelPriceUsd: 1e-9, per: "second" });
  expect(charge(bySecond, usageOf({ requests: 1, seconds: 0.0004 })).quota).toBe(1);
});

test("nothing used costs nothing", () => {
  expect(charge(tokenRate({ modelRatio: 15 }), emptyUsage()).quota).toBe(0);
  expect(charge(tokenRate({ modelRatio: 15 }), usageOf({ requests: 1 })).quota).toBe(0);
  expect(charge(callRate({ modelPriceUsd: 0.1 }), emptyUsage()).quota).toBe(0);
});

test("use at a price of zero costs nothing", () => {
  const usage = usageOf({ input: { uncached: MILLION }, output: { text: MILLION }, requests: 1 });
  expect(charge(tokenRate({ modelRatio: 0 }), usage).quota).toBe(0);
  expect(charge(tokenRate({ groupRatio: 0 }), usage).quota).toBe(0);
  expect(charge(callRate({ modelPriceUsd: 0 }), usage).quota).toBe(0);
  expect(charge(callRate({ groupRatio: 0 }), usage).quota).toBe(0);
});

test("a call costs its price whatever tokens it used", () => {
  const rate = callRate({ modelPriceUsd: 0.04, groupRatio: 1.5 });
  const usage = usageOf({ input: { uncached: MILLION }, output: { text: MILLION }, requests: 1 });
  expect(charge(rate, usage).quota).toBe(30_000);
  expect(charge(rate, usageOf({ requests: 3 })).quota).toBe(90_000);
});

test("a call costs in proportion to what a dollar buys", () => {
  const rate = callRate({ modelPriceUsd: 0.1, quotaPerUnit: 1_000_000 });
  expect(charge(rate, usageOf({ requests: 1 })).quota).toBe(100_000);
});

test("media is charged by the second, and for one second when its length is not known", () => {
  const rate = callRate({ modelPriceUsd: 0.4, per: "second" });
  expect(charge(rate, usageOf({ requests: 1, seconds: 8 })).quota).toBe(1_600_000);
  expect(charge(rate, usageOf({ requests: 1, seconds: 1.234 })).quota).toBe(246_800);
  expect(charge(rate, usageOf({ requests: 1 })).quota).toBe(200_000);
});

test("counts that are not positive numbers cost nothing and a fraction of a token is a token", () => {
  const rate = tokenRate({ modelRatio: 1 });
  for (const uncached of [Number.NaN, Infinity, -5, -0]) {
    expect(charge(rate, usageOf({ input: { uncached }, output: { text: 7 } })).quota).toBe(7);
  }
  expect(charge(rate, usageOf({ input: { uncached: 1.2 } })).quota).toBe(2);
});

test("a cost beyond the safe integers is cut to the largest and marked", () => {
  const rate = tokenRate({ modelRatio: 1e6 });
  const usage = usageOf({ input: { uncached: Number.MAX_SAFE_INTEGER } });
  expect(charge(rate, usage)).toEqual({ quota: Number.MAX_SAFE_INTEGER, saturated: true });
  expect(charge(tokenRate({ modelRatio: 1 }), usage)).toEqual({
    quota: Number.MAX_SAFE_INTEGER,
    saturated: false,
  });
});

test("a rate that was stored as JSON charges the same", () => {
  const rate = tokenRate({ modelRatio: 0.068493, completionRatio: 2.5 / 0.3, groupRatio: 0.873 });
  const usage = usageOf({ input: { uncached: 12_345, cacheRead: 678 }, output: { text: 9012 } });
  expect(charge(JSON.parse(JSON.stringify(rate)), usage)).toEqual(charge(rate, usage));
});

test("pictures are charged one by one, and a request of unknown length as one", () => {
  const rate = callRate({ modelPriceUsd: 0.04, per: "image" });
  expect(charge(rate, usageOf({ requests: 1, images: 4 })).quota).toBe(80_000);
  expect(charge(rate, usageOf({ requests: 1 })).quota).toBe(20_000);
  expect(charge(rate, usageOf({ requests: 1, images: 0 })).quota).toBe(0);
});

test("tools cost their price for a thousand calls times the group's ratio", () => {
  const toolPrices = { web_search: { usdPerThousand: 10, source: "default" } } as const;
  const usage = usageOf({ requests: 1, toolCalls: { web_search: 3, unheard_of: 100 } });
  expect(charge(tokenRate({ toolPrices, groupRatio: 0.5 }), usage).quota).toBe(7500);
  expect(charge(callRate({ toolPrices, modelPriceUsd: 0.1 }), usage).quota).toBe(65_000);
  expect(charge(tokenRate(), usage).quota).toBe(0);
  expect(charge(tokenRate({ toolPrices }), usageOf({ toolCalls: { web_search: -1 } })).quota).toBe(0);
});

test("multipliers multiply all of a call but its tools", () => {
  const toolPrices = { web_search: { usdPerThousand: 10, source: "default" } } as const;
  const multipliers = [
    { name: "size", value: 2 },
    { name: "quality", value: 1.5 },
  ];
  const usage = usageOf({ requests: 1, input: { uncached: 100 }, toolCalls: { web_search: 1 } });
  expect(charge(callRate({ modelPriceUsd: 0.04, multipliers, toolPrices }), usage).quota).toBe(65_000);
  expect(charge(tokenRate({ multipliers, toolPrices }), usage).quota).toBe(5300);
});

test("audio with a price in dollars costs it whatever the model ratio is", () => {
  const rate = tokenRate({ modelRatio: 0.15, audioRatio: 9, audioInputUsd: 1, groupRatio: 2 });
  expect(charge(rate, usageOf({ input: { audio: MILLION } })).quota).toBe(1_000_000);
});

describe("tiers", () => {
  const rate = tokenRate({
    completionRatio: 4,
    tiers: [
      { aboveInputTokens: 100, source: "default", modelRatio: 2 },
      { aboveInputTokens: 200, source: "default", modelRatio: 3, completionRatio: 5 },
    ],
  });

  test("a tier prices the whole call, output included, once its input is longer", () => {
    expect(charge(rate, usageOf({ input: { uncached: 100 } })).quota).toBe(100);
    expect(charge(rate, usageOf({ input: { uncached: 101 } })).quota).toBe(202);
    expect(charge(rate, usageOf({ input: { uncached: 200 }, output: { text: 10 } })).quota).toBe(480);
    expect(charge(rate, usageOf({ input: { uncached: 201 }, output: { text: 10 } })).quota).toBe(753);
  });

  test("all input counts for the length, cached input too, and no output", () => {
    const input = { uncached: 50, cacheRead: 51, cacheWrite5m: 50, cacheWrite1h: 25, audio: 12, image: 12 };
    const same = { ...rate, cacheWriteRatio5m: 1, cacheWriteRatio1h: 1 };
    expect(charge(same, usageOf({ input })).quota).toBe(400);
    expect(charge(same, usageOf({ input: { ...input, image: 13 } })).quota).toBe(603);
    expect(charge(rate, usageOf({ output: { text: 1000 } })).quota).toBe(4000);
  });

  test("the order in which tiers were stored does not matter", () => {
    const backwards = { ...rate, tiers: rate.tiers?.toReversed() ?? [] };
    for (const uncached of [100, 101, 200, 201]) {
      const usage = usageOf({ input: { uncached } });
      expect(charge(backwards, usage)).toEqual(charge(rate, usage));
    }
  });
});

test("what is set aside is rounded up and in the call's tier", () => {
  const rate = tokenRate({
    modelRatio: 0.25,
    tiers: [{ aboveInputTokens: 5, source: "default", modelRatio: 1.1 }],
  });
  const roundedUp = (uncached: number) => chargeRoundedUp(rate, usageOf({ input: { uncached } }));
  expect([0, 1, 4, 5, 6].map(roundedUp)).toEqual([0, 1, 1, 2, 7]);
  const dear = tokenRate({ modelRatio: 1e9 });
  expect(chargeRoundedUp(dear, usageOf({ input: { uncached: 1e9 } }))).toBe(Number.MAX_SAFE_INTEGER);
});
