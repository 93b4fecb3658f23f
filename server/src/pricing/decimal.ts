/** An exact decimal: `digits × 10^-scale`. Never negative: prices and counts are not. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/**
 * The decimal a person wrote when the number was typed, that is the shortest one that reads back as the same
 * double: 0.1 is one tenth, not 0.1000000000000000055. Whatever is not a finite number above zero is zero.
 */
export function decimalOf(value: number): Decimal {
  if (!Number.isFinite(value) || value <= 0) return { digits: 0n, scale: 0 };
  const [mantissa = "0", exponent = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

/** The exact product. */
export function multiplyDecimals(...factors: readonly Decimal[]): Decimal {
  let digits = 1n;
  let scale = 0;
  for (const factor of factors) {
    digits *= factor.digits;
    scale += factor.scale;
  }
  return { digits, scale };
}

/** The same value without trailing zeros behind the point. */
export function shortestDecimal(value: Decimal): Decimal {
  let { digits, scale } = value;
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale--;
  }
  return { digits, scale };
}

/** The digits of `value` at a larger or equal `scale`, so that decimals of one scale add up as integers. */
export function digitsAtScale(value: Decimal, scale: number): bigint {
  return value.digits * 10n ** BigInt(scale - value.scale);
}

/** The nearest double. */
export function decimalToNumber(value: Decimal): number {
  return Number(`${value.digits}e-${value.scale}`);
}

/** Plain notation without trailing zeros: `12.5`, never `1.25e1`. */
export function formatDecimal({ digits, scale }: Decimal): string {
  const text = digits.toString().padStart(scale + 1, "0");
  const whole = text.slice(0, text.length - scale);
  const fraction = text.slice(text.length - scale).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}
