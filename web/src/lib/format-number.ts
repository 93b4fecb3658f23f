const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Whole number with thousands separators: 12345 → "12,345". */
export function formatWhole(value: number): string {
  return whole.format(value);
}

const STEPS = [
  { from: 1e9, divisor: 1e9, suffix: "B" },
  { from: 1e6, divisor: 1e6, suffix: "M" },
  { from: 1e4, divisor: 1e3, suffix: "k" },
] as const;

/** Abbreviates large numbers: from 1e4 with k, from 1e6 with M, from 1e9 with B; one decimal. */
export function abbreviateNumber(value: number): string {
  const step = STEPS.find(({ from }) => Math.abs(value) >= from);
  if (step === undefined) return String(value);
  return `${(value / step.divisor).toFixed(1)}${step.suffix}`;
}

/** A ratio or price without trailing zeros, at most six decimals: 1.25 → "1.25", 4 → "4". */
export function formatRatio(value: number): string {
  return String(Number(value.toFixed(6)));
}
