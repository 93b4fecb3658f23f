/** Fewer decimals than these would say nothing of a small number, more say nothing to anyone. */
const LEAST_DECIMALS = 6;
const MOST_DECIMALS = 12;

/**
 * A ratio or price without trailing zeros and without an exponent: 1.25 → "1.25", 4 → "4". It has at most six decimals;
 * a smaller number keeps its first two digits.
 */
export function formatRatio(value: number): string {
  const needed = value === 0 ? 0 : 1 - Math.floor(Math.log10(Math.abs(value)));
  const decimals = Math.min(MOST_DECIMALS, Math.max(LEAST_DECIMALS, needed));
  return value.toLocaleString("en-US", { useGrouping: false, maximumFractionDigits: decimals });
}
