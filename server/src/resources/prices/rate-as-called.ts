import { perImage, withMultipliers } from "../../pricing/rate-multipliers.ts";
import type { Rate, RateMultiplier } from "../../pricing/rate.ts";

/**
 * A model's rate with what a past call itself multiplied its price by (size, quality, resolution): that is in the
 * frozen rate of its log row and no part of a price table. Rows without a rate leave the rate as it is.
 */
export function rateAsCalled(rate: Rate, frozen: unknown): Rate {
  const { per, multipliers }: Record<string, unknown> = Object(frozen);
  const sold = per === "image" ? perImage(rate) : rate;
  return Array.isArray(multipliers) ? withMultipliers(sold, multipliers.filter(isMultiplier)) : sold;
}

function isMultiplier(value: unknown): value is RateMultiplier {
  const { name, value: factor }: Record<string, unknown> = Object(value);
  return typeof name === "string" && typeof factor === "number" && Number.isFinite(factor) && factor >= 0;
}
