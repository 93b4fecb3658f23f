import { scaledRate, wholeCount } from "./scaled-rate.ts";
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
  const scaled = scaledRate(rate);
  let sum = 0n;
  for (const { chargeClass, weight } of scaled.classes) {
    const count = wholeCount(chargeClass.units(usage));
    if (count > 0) sum += BigInt(count) * weight;
  }
  return roundedCharge(sum, scaled.unit);
}

/** Rounds an exact sum in 1/`unit` quota: the one place where a cost becomes whole. */
export function roundedCharge(sum: bigint, unit: bigint): Charge {
  const rounded = (2n * sum + unit) / (2n * unit);
  const quota = rounded === 0n && sum > 0n ? 1n : rounded;
  return quota > MAX_QUOTA
    ? { quota: Number.MAX_SAFE_INTEGER, saturated: true }
    : { quota: Number(quota), saturated: false };
}
