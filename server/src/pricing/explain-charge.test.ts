import { expect, test } from "bun:test";
import { charge } from "./charge.ts";
import { explainCharge } from "./explain-charge.ts";
import { callRate, tokenRate } from "./rate-fixtures.ts";
import { emptyUsage, usageOf } from "./usage.ts";

test("an explanation shows every factor of every class that was used, with its source", () => {
  const rate = tokenRate({ modelRatio: 1.25, completionRatio: 4, cacheRatio: 0.5, groupRatio: 0.9 });
  const usage = usageOf({ input: { uncached: 10, cacheRead: 3 }, output: { text: 2 }, requests: 1 });
  expect(explainCharge(rate, usage)).toEqual({
    lines: [
      {
        item: "input.uncached",
        quantity: 10,
        factors: [
          { name: "modelRatio", value: 1.25, source: "operator" },
          { name: "groupRatio", value: 0.9, source: "operator" },
        ],
        quota: "11.25",
      },
      {
        item: "input.cacheRead",
        quantity: 3,
        factors: [
          { name: "modelRatio", value: 1.25, source: "operator" },
          { name: "cacheRatio", value: 0.5, source: "default" },
          { name: "groupRatio", value: 0.9, source: "operator" },
        ],
        quota: "1.6875",
      },
      {
        item: "output.text",
        quantity: 2,
        factors: [
          { name: "modelRatio", value: 1.25, source: "operator" },
          { name: "completionRatio", value: 4, source: "operator" },
          { name: "groupRatio", value: 0.9, source: "operator" },
        ],
        quota: "9",
      },
    ],
    exactQuota: "21.9375",
    rounding: "half-away",
    quota: 22,
  });
});

test("a call by the second is explained in seconds and dollars", () => {
  const rate = callRate({ modelPriceUsd: 0.4, per: "second" });
  expect(explainCharge(rate, usageOf({ requests: 1, seconds: 1.5 }))).toEqual({
    lines: [
      {
        item: "second",
        quantity: 1.5,
        factors: [
          { name: "modelPriceUsd", value: 0.4, source: "default" },
          { name: "groupRatio", value: 1, source: "operator" },
          { name: "quotaPerUnit", value: 500_000 },
        ],
        quota: "300000",
      },
    ],
    exactQuota: "300000",
    rounding: "none",
    quota: 300_000,
  });
});

test("an explanation names what rounding did", () => {
  const tiny = tokenRate({ modelRatio: 0.001 });
  expect(explainCharge(tiny, usageOf({ input: { uncached: 1 } }))).toMatchObject({
    exactQuota: "0.001",
    rounding: "minimum",
    quota: 1,
  });
  expect(explainCharge(tiny, usageOf({ input: { uncached: 500 } })).rounding).toBe("half-away");
  expect(explainCharge(tiny, usageOf({ input: { uncached: 1000 } })).rounding).toBe("none");
  const huge = tokenRate({ modelRatio: 1e300 });
  expect(explainCharge(huge, usageOf({ input: { uncached: 1 } })).rounding).toBe("saturated");
});

test("a charge of nothing has no lines", () => {
  const explained = explainCharge(tokenRate(), emptyUsage());
  expect(explained).toEqual({ lines: [], exactQuota: "0", rounding: "none", quota: 0 });
});

test("an explanation ends at the amount that was charged", () => {
  const rate = tokenRate({ modelRatio: 0.068493, groupRatio: 1.1 });
  const usage = usageOf({ input: { uncached: 777 }, output: { text: 333, reasoning: 5 } });
  expect(explainCharge(rate, usage).quota).toBe(charge(rate, usage).quota);
});

test("a surcharge for tools has a line of its own, whose factors make the price of one call", () => {
  const rate = tokenRate({
    groupRatio: 1.5,
    toolPrices: { web_search: { usdPerThousand: 10, source: "operator" } },
  });
  const explained = explainCharge(rate, usageOf({ toolCalls: { web_search: 2 } }));
  expect(explained.lines).toEqual([
    {
      item: "tool.web_search",
      quantity: 2,
      factors: [
        { name: "toolPriceUsdPerThousand", value: 10, source: "operator" },
        { name: "perThousand", value: 0.001 },
        { name: "groupRatio", value: 1.5, source: "operator" },
        { name: "quotaPerUnit", value: 500_000 },
      ],
      quota: "15000",
    },
  ]);
});

test("multipliers are factors under their names", () => {
  const rate = callRate({ per: "image", multipliers: [{ name: "size", value: 2 }] });
  const [line] = explainCharge(rate, usageOf({ requests: 1, images: 3 })).lines;
  expect(line?.item).toBe("image");
  expect(line?.factors.at(-1)).toEqual({ name: "multiplier.size", value: 2 });
  expect(line?.quota).toBe("3000000");
});

test("audio with a price in dollars is explained in dollars a million", () => {
  const rate = tokenRate({
    audioInputUsd: 0.7,
    sources: { ...tokenRate().sources, audioInputUsd: "default" },
  });
  expect(explainCharge(rate, usageOf({ input: { audio: 10 } })).lines[0]).toEqual({
    item: "input.audio",
    quantity: 10,
    factors: [
      { name: "audioInputUsd", value: 0.7, source: "default" },
      { name: "perMillion", value: 0.000001 },
      { name: "groupRatio", value: 1, source: "operator" },
      { name: "quotaPerUnit", value: 500_000 },
    ],
    quota: "3.5",
  });
});

test("an explanation names the tier that the length chose, and its ratios are the tier's", () => {
  const rate = tokenRate({
    completionRatio: 4,
    tiers: [{ aboveInputTokens: 10, source: "default", modelRatio: 2 }],
  });
  const explained = explainCharge(
    rate,
    usageOf({ input: { uncached: 8, cacheRead: 3 }, output: { text: 1 } }),
  );
  expect(explained.tier).toEqual({ inputTokens: 11, aboveInputTokens: 10 });
  expect(explained.lines.at(-1)?.factors).toEqual([
    { name: "modelRatio", value: 2, source: "default" },
    { name: "completionRatio", value: 4, source: "operator" },
    { name: "groupRatio", value: 1, source: "operator" },
  ]);
  expect(explainCharge(rate, usageOf({ input: { uncached: 10 } })).tier).toBeUndefined();
});
