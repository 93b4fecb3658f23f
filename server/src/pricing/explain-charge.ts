import { exactSum, roundedCharge } from "./charge.ts";
import { formatDecimal } from "./decimal.ts";
import { scaledRateFor, wholeCount, wholeInput } from "./scaled-rate.ts";
import type { ChargeFactor, ChargeItem } from "./charge-classes.ts";
import type { Rate } from "./rate.ts";
import type { Usage } from "./usage.ts";

/** One class of use in a charge: `quantity × every factor = quota`. */
export interface ChargeLine {
  readonly item: ChargeItem;
  /** Tokens, requests, seconds, pictures or calls of a tool, as `item` says. */
  readonly quantity: number;
  readonly factors: readonly ChargeFactor[];
  /** Exact, in plain decimal notation; may have a fraction. */
  readonly quota: string;
}

/** The tier of a rate that a call's length chose. */
export interface ChosenTier {
  /** The call's whole input, cached tokens included. */
  readonly inputTokens: number;
  readonly aboveInputTokens: number;
}

/** A charge taken apart. The lines add up to `exactQuota`; rounding that once gives `quota`. */
export interface ChargeExplanation {
  readonly lines: readonly ChargeLine[];
  /** Absent where the price does not depend on the length, and for calls below the first tier. */
  readonly tier?: ChosenTier;
  readonly exactQuota: string;
  /** `minimum`: raised to one unit; `saturated`: cut to the largest amount that can be held. */
  readonly rounding: "none" | "half-away" | "minimum" | "saturated";
  readonly quota: number;
}

/** The same charge as `charge(rate, usage)`, with its formula. Not for the path of every request. */
export function explainCharge(rate: Rate, usage: Usage): ChargeExplanation {
  const scaled = scaledRateFor(rate, usage);
  const lines: ChargeLine[] = [];
  for (const { chargeClass, weight } of [...scaled.classes, ...scaled.toolClasses]) {
    const count = wholeCount(chargeClass.units(usage));
    if (count === 0) continue;
    lines.push({
      item: chargeClass.item,
      quantity: count / chargeClass.unitsPerQuantity,
      factors: chargeClass.factors,
      quota: formatDecimal({ digits: BigInt(count) * weight, scale: scaled.scale }),
    });
  }
  const sum = exactSum(scaled, usage);
  const { quota, saturated } = roundedCharge(sum, scaled.unit);
  const { tier } = scaled;
  return {
    lines,
    ...(tier && { tier: { inputTokens: wholeInput(usage), aboveInputTokens: tier.aboveInputTokens } }),
    exactQuota: formatDecimal({ digits: sum, scale: scaled.scale }),
    rounding: saturated ? "saturated" : roundingOf(sum, scaled.unit),
    quota,
  };
}

function roundingOf(sum: bigint, unit: bigint): "none" | "half-away" | "minimum" {
  if (sum % unit === 0n) return "none";
  return 2n * sum < unit ? "minimum" : "half-away";
}
