import { expect, test } from "bun:test";
import { charge } from "./charge.ts";
import { explainCharge } from "./explain-charge.ts";
import { callRate, tokenRate } from "./rate-fixtures.ts";
import { usageOf } from "./usage.ts";
import type { Rate } from "./rate.ts";
import type { Usage } from "./usage.ts";

/*
 * An independent pricing of the same call, written from the spec's formula with long-hand fractions: every
 * number becomes numerator over denominator, the formula is written out in one line, and rounding looks at
 * the remainder. Slow, and shares no code with the module.
 */
type Fraction = readonly [numerator: bigint, denominator: bigint];

function fraction(value: number): Fraction {
  const [mantissa = "", exponent = "0"] = value.toString().split("e");
  const point = mantissa.indexOf(".");
  const decimals = point === -1 ? 0 : mantissa.length - point - 1;
  let numerator = BigInt(mantissa.replace(".", ""));
  let denominator = 1n;
  for (let index = 0; index < decimals; index++) denominator *= 10n;
  for (let power = Number(exponent); power > 0; power--) numerator *= 10n;
  for (let power = Number(exponent); power < 0; power++) denominator *= 10n;
  return [numerator, denominator];
}

function times(...factors: readonly number[]): Fraction {
  return factors
    .map(fraction)
    .reduce(([a, b], [numerator, denominator]) => [a * numerator, b * denominator], [1n, 1n]);
}

function plus(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n]);
}

function referenceQuota(rate: Rate, { input, output, requests, seconds = requests }: Usage): number {
  const exact =
    rate.kind === "call"
      ? times(
          rate.modelPriceUsd,
          rate.quotaPerUnit,
          rate.groupRatio,
          rate.per === "second" ? seconds : requests,
        )
      : plus([
          times(input.uncached, rate.modelRatio, rate.groupRatio),
          times(input.cacheRead, rate.cacheRatio, rate.modelRatio, rate.groupRatio),
          times(input.cacheWrite5m, rate.cacheWriteRatio5m, rate.modelRatio, rate.groupRatio),
          times(input.cacheWrite1h, rate.cacheWriteRatio1h, rate.modelRatio, rate.groupRatio),
          times(input.image, rate.imageRatio, rate.modelRatio, rate.groupRatio),
          times(input.audio, rate.audioRatio, rate.modelRatio, rate.groupRatio),
          times(
            output.text + output.reasoning + output.image,
            rate.completionRatio,
            rate.modelRatio,
            rate.groupRatio,
          ),
          times(output.audio, rate.audioRatio, rate.audioCompletionRatio, rate.modelRatio, rate.groupRatio),
        ]);
  const [numerator, denominator] = exact;
  if (numerator === 0n) return 0;
  const whole = numerator / denominator;
  const rest = numerator - whole * denominator;
  const rounded = rest + rest >= denominator ? whole + 1n : whole;
  return rounded === 0n ? 1 : Number(rounded);
}

/** A generator with a fixed seed, so that a failure can be repeated (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function randomCase(random: () => number): { rate: Rate; usage: Usage } {
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(random() * items.length)] ?? items[0];
  const ratio = (): number =>
    pick([
      () => 0,
      () => 1,
      () => pick([0.1, 0.25, 0.5, 1.25, 1.6, 2, 8, 37.5]),
      () => Math.round(random() * 1e6) / 1e6,
      () => Math.round(random() * 1000) / 100,
      () => random() * 30,
      () => 2.5 / 0.3,
      () => random() * 1e-7,
    ])();
  const count = (): number =>
    pick([
      () => 0,
      () => Math.floor(random() * 3),
      () => Math.floor(random() * 5000),
      () => Math.floor(random() * 2e6),
    ])();
  const shared = { groupRatio: ratio(), quotaPerUnit: pick([500_000, 1_000_000, 7]) };
  const rate: Rate =
    random() < 0.2
      ? callRate({ ...shared, modelPriceUsd: ratio(), per: pick(["request", "second"]) })
      : tokenRate({
          ...shared,
          modelRatio: ratio(),
          completionRatio: ratio(),
          cacheRatio: ratio(),
          cacheWriteRatio5m: ratio(),
          cacheWriteRatio1h: ratio(),
          imageRatio: ratio(),
          audioRatio: ratio(),
          audioCompletionRatio: ratio(),
        });
  const usage = usageOf({
    input: {
      uncached: count(),
      cacheRead: count(),
      cacheWrite5m: count(),
      cacheWrite1h: count(),
      audio: count(),
      image: count(),
    },
    output: { text: count(), reasoning: count(), audio: count(), image: count() },
    requests: Math.floor(random() * 3),
    ...(random() < 0.5 && { seconds: Math.floor(random() * 20_000) / 1000 }),
  });
  return { rate, usage };
}

test("10,000 random calls cost the same as by an independent reference, to the unit", () => {
  const random = randomNumbers(20_261_121);
  const halves = { away: 0, minimum: 0 };
  for (let round = 0; round < 10_000; round++) {
    const { rate, usage } = randomCase(random);
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
  }
  // The cases that matter most must have come up.
  expect(halves.away).toBeGreaterThan(10);
  expect(halves.minimum).toBeGreaterThan(10);
});
