import { decimalOf, decimalToNumber, multiplyDecimals } from "./decimal.ts";

/** A one-hour cache write costs 2 where a five-minute one costs 1.25. */
const ONE_HOUR_OVER_FIVE_MINUTES = decimalOf(1.6);

/** The ratio of a cache write that lives an hour, from that of one that lives five minutes. */
export function oneHourCacheWrite(fiveMinutes: number): number {
  return decimalToNumber(multiplyDecimals(decimalOf(fiveMinutes), ONE_HOUR_OVER_FIVE_MINUTES));
}
