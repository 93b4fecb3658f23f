import { expect, test } from "bun:test";
import { product, sum, wholeUnits } from "../../test/pricing/fractions.ts";
import { chanceOf } from "../../test/pricing/random-numbers.ts";
import type { Chance } from "../../test/pricing/random-numbers.ts";
import { charge, exactSum, roundedCharge } from "./charge.ts";
import { explainCharge } from "./explain-charge.ts";
import { callRate, tokenRate } from "./rate-fixtures.ts";
import { scaledRateFor } from "./scaled-rate.ts";
import { usageOf } from "./usage.ts";
import type { Rate, RateTier, TokenRate } from "./rate.ts";
import type { Usage } from "./usage.ts";

/*
 * An independent pricing of the same call, written from the spec's formula with long-hand fractions: every
 * number becomes numerator over denominator, each line is written out, and rounding looks at the remainder. Slow, and
 * shares no code with the module.
 */
function referenceQuota(rate: Rate, usage: Usage): number {
  const lines = rate.kind === "call" ? [callLine(rate, usage)] : tokenLines(rate, usage);
  const tools = Object.entries(usage.toolCalls ?? {}).map(([tool, calls]) =>
    product(calls, rate.toolPrices?.[tool]?.usdPerThousand ?? 0, 0.001, rate.quotaPerUnit, rate.groupRatio),
  );
  return wholeUnits(sum([...lines, ...tools]));
}

function multipliersOf(rate: Rate): readonly number[] {
  return (rate.multipliers ?? []).map(({ value }) => value);
}

function callLine(rate: Rate & { kind: "call" }, { requests, seconds = requests, images = requests }: Usage) {
  const quantity = { request: requests, second: seconds, image: images }[rate.per];
  return product(rate.modelPriceUsd, rate.quotaPerUnit, rate.groupRatio, quantity, ...multipliersOf(rate));
}

function tokenLines(rate: TokenRate, { input, output }: Usage) {
  const length = Object.values(input).reduce((whole, part) => whole + part, 0);
  const tier = rate.tiers?.findLast(({ aboveInputTokens }) => length > aboveInputTokens);
  const ratios = { ...rate, ...tier };
  const shared = [rate.groupRatio, ...multipliersOf(rate)];
  const line = (...factors: readonly number[]) => product(...factors, ratios.modelRatio, ...shared);
  return [
    line(input.uncached),
    line(input.cacheRead, ratios.cacheRatio),
    line(input.cacheWrite5m, ratios.cacheWriteRatio5m),
    line(input.cacheWrite1h, ratios.cacheWriteRatio1h),
    line(input.image, ratios.imageRatio),
    rate.audioInputUsd === undefined || tier?.audioRatio !== undefined
      ? line(input.audio, ratios.audioRatio)
      : product(input.audio, rate.audioInputUsd, 0.000001, rate.quotaPerUnit, ...shared),
    line(output.text + output.reasoning + output.image, ratios.completionRatio),
    line(output.audio, ratios.audioRatio, ratios.audioCompletionRatio),
  ];
}

function ratioOf(chance: Chance): number {
  return chance.pick([
    () => 0,
    () => 1,
    () => chance.pick([0.1, 0.25, 0.5, 1.25, 1.6, 2, 8, 37.5]),
    () => Math.round(chance.next() * 1e6) / 1e6,
    () => Math.round(chance.next() * 1000) / 100,
    () => chance.next() * 30,
    () => 2.5 / 0.3,
    () => chance.next() * 1e-7,
  ])();
}

function tierOf(chance: Chance, aboveInputTokens: number): RateTier {
  return {
    aboveInputTokens,
    source: "default",
    ...(chance.is(0.9) && { modelRatio: ratioOf(chance) }),
    ...(chance.is(0.5) && { completionRatio: ratioOf(chance) }),
    ...(chance.is(0.5) && { cacheRatio: ratioOf(chance) }),
    ...(chance.is(0.5) && { cacheWriteRatio5m: ratioOf(chance) }),
    ...(chance.is(0.3) && { audioRatio: ratioOf(chance) }),
  };
}

function rateOf(chance: Chance): Rate {
  const isRound = chance.is(0.2);
  const ratio = () => (isRound ? chance.pick([0.5, 1, 1, 2]) : ratioOf(chance));
  const shared = {
    groupRatio: ratio(),
    quotaPerUnit: chance.pick([500_000, 1_000_000, 7]),
    ...(chance.is(0.3) && {
      multipliers: [
        { name: "size", value: ratio() },
        { name: "quality", value: ratio() },
      ],
    }),
    ...(chance.is(0.5) && {
      toolPrices: { search: { usdPerThousand: ratio(), source: "default" as const } },
    }),
  };
  if (chance.is(0.2)) {
    return callRate({
      ...shared,
      modelPriceUsd: ratio(),
      per: chance.pick(["request", "second", "image"] as const),
    });
  }
  return tokenRate({
    ...shared,
    modelRatio: ratio(),
    completionRatio: ratio(),
    cacheRatio: ratio(),
    cacheWriteRatio5m: ratio(),
    cacheWriteRatio1h: ratio(),
    imageRatio: ratio(),
    audioRatio: ratio(),
    audioCompletionRatio: ratio(),
    ...(chance.is(0.2) && { audioInputUsd: ratio() }),
    ...(chance.is(0.4) && { tiers: [tierOf(chance, 4000), tierOf(chance, 500_000)] }),
  });
}

function usageFor(chance: Chance): Usage {
  const isTiny = chance.is(0.1);
  const count = (): number =>
    isTiny
      ? chance.whole(2)
      : chance.pick([() => 0, () => chance.whole(3), () => chance.whole(5000), () => chance.whole(2e6)])();
  return usageOf({
    input: {
      uncached: count(),
      cacheRead: count(),
      cacheWrite5m: count(),
      cacheWrite1h: count(),
      audio: count(),
      image: count(),
    },
    output: { text: count(), reasoning: count(), audio: count(), image: count() },
    requests: chance.whole(3),
    ...(chance.is(0.5) && { seconds: chance.whole(20_000) / 1000 }),
    ...(chance.is(0.5) && { images: chance.whole(5) }),
    ...(chance.is(0.5) && { toolCalls: { search: chance.whole(9), unpriced: 3 } }),
  });
}

test("10,000 random rates and calls cost the same as by an independent reference, to the unit", () => {
  const chance = chanceOf(20_261_121);
  const halves = { away: 0, minimum: 0, exactInDoubles: 0 };
  for (let round = 0; round < 10_000; round++) {
    const rate = rateOf(chance);
    const usage = usageFor(chance);
    const { quota } = charge(rate, usage);
    const explained = explainCharge(rate, usage);
    if (quota !== referenceQuota(rate, usage) || explained.quota !== quota) {
      expect({ round, rate, usage, quota }).toEqual({
        round,
        rate,
        usage,
        quota: referenceQuota(rate, usage),
      });
    }
    if (explained.rounding === "minimum") halves.minimum++;
    if (explained.exactQuota.endsWith(".5")) halves.away++;
    if (scaledRateFor(rate, usage).isSmall) halves.exactInDoubles++;
  }
  // The cases that matter most must have come up.
  for (const times of Object.values(halves)) expect(times).toBeGreaterThan(10);
});

test("a charge in doubles is the charge in big integers, up to the last safe integer and beyond", () => {
  const chance = chanceOf(7);
  const seen = { small: 0, saturated: 0 };
  for (let round = 0; round < 10_000; round++) {
    const decimals = 10 ** chance.whole(5);
    const rate = tokenRate({
      modelRatio: chance.whole(50 * decimals) / decimals,
      completionRatio: chance.whole(100) / 10,
      groupRatio: chance.whole(30) / 10,
    });
    const largest = 2 ** (1 + chance.whole(53));
    const usage = usageOf({
      input: { uncached: chance.whole(largest), cacheRead: chance.whole(largest) },
      output: { text: chance.whole(largest) },
    });
    const scaled = scaledRateFor(rate, usage);
    const exact = roundedCharge(exactSum(scaled, usage), scaled.unit);
    if (charge(rate, usage).quota !== exact.quota)
      expect({ rate, usage }).toEqual({ rate, usage: usageOf({}) });
    if (scaled.isSmall) seen.small++;
    if (exact.saturated) seen.saturated++;
  }
  expect(seen.small).toBeGreaterThan(9000);
  expect(seen.saturated).toBeGreaterThan(10);
});
