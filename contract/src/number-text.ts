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
  // What would round up to the next step is already shown in it: 999,950 is 1.0M, not 1000.0k.
  const size = Number(Math.abs(value).toPrecision(4));
  const step = STEPS.find(({ from }) => Math.max(size, Math.abs(value)) >= from);
  if (step === undefined) return value.toLocaleString("en-US");
  return `${(value / step.divisor).toFixed(1)}${step.suffix}`;
}
