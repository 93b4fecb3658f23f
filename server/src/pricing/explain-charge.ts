import { roundedCharge } from "./charge.ts";
import { formatDecimal } from "./decimal.ts";
import { factorValue, scaledRate, wholeCount } from "./scaled-rate.ts";
import type { CallRateFactor, PriceSource, Rate, TokenRateFactor } from "./rate.ts";
import type { ChargeClass, ChargeItem } from "./scaled-rate.ts";
import type { Usage } from "./usage.ts";

/** One multiplier of a line, and where its value came from. */
export interface ChargeFactor {
  readonly name: TokenRateFactor | CallRateFactor | "quotaPerUnit";
  readonly value: number;
  readonly source?: PriceSource;
}

/** One class of use in a charge: `quantity × every factor = quota`. */
export interface ChargeLine {
  readonly item: ChargeItem;
  /** Tokens, requests or seconds, as `item` says. */
  readonly quantity: number;
  readonly factors: readonly ChargeFactor[];
  /** Exact, in plain decimal notation; may have a fraction. */
  readonly quota: string;
}

/** A charge taken apart. The lines add up to `exactQuota`; rounding that once gives `quota`. */
export interface ChargeExplanation {
  readonly lines: readonly ChargeLine[];
  readonly exactQuota: string;
  /** `minimum`: raised to one unit; `saturated`: cut to the largest amount that can be held. */
  readonly rounding: "none" | "half-away" | "minimum" | "saturated";
  readonly quota: number;
}

/** The same charge as `charge(rate, usage)`, with its formula. Not for the path of every request. */
export function explainCharge(rate: Rate, usage: Usage): ChargeExplanation {
  const scaled = scaledRate(rate);
  const lines: ChargeLine[] = [];
  let sum = 0n;
  for (const { chargeClass, weight } of scaled.classes) {
    const count = wholeCount(chargeClass.units(usage));
    if (count === 0) continue;
    const cost = BigInt(count) * weight;
    sum += cost;
    lines.push({
      item: chargeClass.item,
      quantity: count / chargeClass.unitsPerQuantity,
      factors: factorsOf(rate, chargeClass),
      quota: formatDecimal({ digits: cost, scale: scaled.scale }),
    });
  }
  const { quota, saturated } = roundedCharge(sum, scaled.unit);
  return {
    lines,
    exactQuota: formatDecimal({ digits: sum, scale: scaled.scale }),
    rounding: saturated ? "saturated" : roundingOf(sum, scaled.unit),
    quota,
  };
}

function roundingOf(sum: bigint, unit: bigint): "none" | "half-away" | "minimum" {
  if (sum % unit === 0n) return "none";
  return 2n * sum < unit ? "minimum" : "half-away";
}

function factorsOf(rate: Rate, chargeClass: ChargeClass): readonly ChargeFactor[] {
  const sources: Partial<Record<string, PriceSource>> = rate.sources;
  const factors = chargeClass.factors.map((name): ChargeFactor => {
    const source = sources[name];
    return { name, value: factorValue(rate, name), ...(source !== undefined && { source }) };
  });
  return rate.kind === "call" ? [...factors, { name: "quotaPerUnit", value: rate.quotaPerUnit }] : factors;
}
