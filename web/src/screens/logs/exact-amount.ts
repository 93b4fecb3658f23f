/** An exact amount in decimal notation, every digit kept, with separators for thousands: "1234.5625" → "1,234.5625". */
export function groupDigits(exact: string): string {
  const [whole = "", fraction] = exact.split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}
