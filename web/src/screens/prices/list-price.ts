import { formatUsd } from "@tollgate/contract/quota";

/** A price in dollars without noise: 0.075 → "$0.075", 2.5 → "$2.50". */
export function formatListPrice(usd: number): string {
  return formatUsd(usd, priceDigits(usd));
}

/** Decimals that show a price: two at least; four at most, but six for what costs less than a cent. */
export function priceDigits(price: number): number {
  const most = price < 0.01 ? 6 : 4;
  const decimals = price.toFixed(most).replace(/0+$/, "").split(".")[1] ?? "";
  return Math.max(2, decimals.length);
}
