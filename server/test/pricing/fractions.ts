/** A number as numerator over denominator, for references that must not share arithmetic with the product. */
export type Fraction = readonly [numerator: bigint, denominator: bigint];

/** The decimal that was written for a number: 0.1 is one tenth. */
function fraction(value: number): Fraction {
  const [mantissa = "", exponent = "0"] = value.toString().split("e");
  const point = mantissa.indexOf(".");
  const decimals = point === -1 ? 0 : mantissa.length - point - 1;
  let numerator = BigInt(mantissa.replace(".", ""));
  let denominator = 1n;
  for (let index = 0; index < decimals; index++) denominator *= 10n;
  for (let power = Number(exponent); power > 0; power--) numerator *= 10n;
  for (let power = Number(exponent); power < 0; power++) denominator *= 10n;
  return [numerator, denominator];
}

/** The product of numbers. */
export function product(...factors: readonly number[]): Fraction {
  return factors
    .map(fraction)
    .reduce(([a, b], [numerator, denominator]) => [a * numerator, b * denominator], [1n, 1n]);
}

/** The sum of fractions. */
export function sum(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce(([a, b], [c, d]) => [a * d + c * b, b * d], [0n, 1n]);
}

/** Whole units: half away from zero, at least one where there is anything at all. */
export function wholeUnits([numerator, denominator]: Fraction): number {
  if (numerator === 0n) return 0;
  const whole = numerator / denominator;
  const rest = numerator - whole * denominator;
  const rounded = rest + rest >= denominator ? whole + 1n : whole;
  return rounded === 0n ? 1 : Number(rounded);
}
