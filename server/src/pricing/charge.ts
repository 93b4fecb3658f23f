import { scaledRateFor, wholeCount } from "./scaled-rate.ts";
import type { ScaledClass, ScaledRate } from "./scaled-rate.ts";
import type { Rate } from "./rate.ts";
import type { Usage } from "./usage.ts";

/** What a call costs. */
export interface Charge {
  /** Whole quota units, a safe integer, never negative. */
  readonly quota: number;
  /** The exact cost was above the largest safe integer, which is what `quota` then holds. */
  readonly saturated: boolean;
}

const MAX_QUOTA = BigInt(Number.MAX_SAFE_INTEGER);

/**
 * The cost of `usage` at `rate`: decimal-exact, rounded once at the very end, half away from zero. Use at a
 * price above zero costs at least one unit; no use, or use at a price of zero, costs nothing.
 */
export function charge(rate: Rate, usage: Usage): Charge {
  const scaled = scaledRateFor(rate, usage);
  return smallCharge(scaled, usage) ?? roundedCharge(exactSum(scaled, usage), scaled.unit);
}

/**
 * The same cost rounded up: what to set aside so that a call of at most this use never costs more. Zero only where
 * nothing is used or the price is zero.
 */
export function chargeRoundedUp(rate: Rate, usage: Usage): number {
  const scaled = scaledRateFor(rate, usage);
  const sum = smallSum(scaled, usage);
  if (sum !== undefined) {
    const rest = sum % scaled.smallUnit;
    return (sum - rest) / scaled.smallUnit + (rest > 0 ? 1 : 0);
  }
  const quota = (exactSum(scaled, usage) + scaled.unit - 1n) / scaled.unit;
  return quota > MAX_QUOTA ? Number.MAX_SAFE_INTEGER : Number(quota);
}

/** The exact cost in 1/`scaled.unit` quota. */
export function exactSum(scaled: ScaledRate, usage: Usage): bigint {
  const sum = sumOfClasses(scaled.classes, usage);
  return usage.toolCalls === undefined ? sum : sum + sumOfClasses(scaled.toolClasses, usage);
}

function sumOfClasses(classes: readonly ScaledClass[], usage: Usage): bigint {
  let sum = 0n;
  for (const { chargeClass, weight } of classes) {
    const count = wholeCount(chargeClass.units(usage));
    if (count > 0) sum += BigInt(count) * weight;
  }
  return sum;
}

/** Rounds an exact sum in 1/`unit` quota: the one place where a cost becomes whole. */
export function roundedCharge(sum: bigint, unit: bigint): Charge {
  const rounded = (2n * sum + unit) / (2n * unit);
  const quota = rounded === 0n && sum > 0n ? 1n : rounded;
  return quota > MAX_QUOTA
    ? { quota: Number.MAX_SAFE_INTEGER, saturated: true }
    : { quota: Number(quota), saturated: false };
}

/** The same charge in doubles, or undefined where they could not hold it exactly. Remainders of doubles are exact. */
function smallCharge(scaled: ScaledRate, usage: Usage): Charge | undefined {
  const sum = smallSum(scaled, usage);
  if (sum === undefined) return undefined;
  const rest = sum % scaled.smallUnit;
  const whole = (sum - rest) / scaled.smallUnit;
  const rounded = 2 * rest >= scaled.smallUnit ? whole + 1 : whole;
  return { quota: rounded === 0 && sum > 0 ? 1 : rounded, saturated: false };
}

/**
 * The exact cost in 1/`scaled.unit` quota as a double, or undefined where it could not hold it. Every product and every
 * sum is a whole number that is not negative; one above the safe integers would leave the sum above them whatever is
 * added later, so that a sum within them proves that no step was rounded.
 */
function smallSum(scaled: ScaledRate, usage: Usage): number | undefined {
  if (!scaled.isSmall) return undefined;
  let sum = smallSumOfClasses(scaled.classes, usage);
  if (usage.toolCalls !== undefined) sum += smallSumOfClasses(scaled.toolClasses, usage);
  return sum > Number.MAX_SAFE_INTEGER ? undefined : sum;
}

function smallSumOfClasses(classes: readonly ScaledClass[], usage: Usage): number {
  let sum = 0;
  for (const { chargeClass, smallWeight } of classes) {
    const count = wholeCount(chargeClass.units(usage));
    if (count > 0) sum += count * smallWeight;
  }
  return sum;
}
