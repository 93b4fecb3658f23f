/** A ratio or price without trailing zeros, at most six decimals: 1.25 → "1.25", 4 → "4". */
export function formatRatio(value: number): string {
  return String(Number(value.toFixed(6)));
}
