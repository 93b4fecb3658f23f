/** An exact amount in decimal notation, every digit kept, with separators for thousands: "1234.5625" → "1,234.5625". */
export function groupDigits(exact: string): string {
  const [whole = "", fraction] = exact.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A number with every digit that it has, without an exponent: 1e-7 → "0.0000001", 500000 → "500,000". */
export function exactNumber(value: number): string {
  return value.toLocaleString("en-US", { maximumFractionDigits: 20 });
}
