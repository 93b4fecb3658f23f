import ipaddr from "ipaddr.js";

type IPv4 = ipaddr.IPv4;
type IPv6 = ipaddr.IPv6;

const LAST_FOUR = [12, 13, 14, 15] as const;

interface Layout {
  readonly prefix: [IPv6, number];
  /** Where the four bytes may sit. */
  readonly places: readonly (readonly number[])[];
  readonly isInverted?: true;
}

/** How IPv6 addresses of a prefix carry an IPv4 address. */
const LAYOUTS: readonly Layout[] = [
  // IPv4-mapped, the older IPv4-compatible, and IPv4-translated (RFC 4291, RFC 2765)
  { prefix: ipaddr.IPv6.parseCIDR("::ffff:0:0/96"), places: [LAST_FOUR] },
  { prefix: ipaddr.IPv6.parseCIDR("::/96"), places: [LAST_FOUR] },
  { prefix: ipaddr.IPv6.parseCIDR("::ffff:0:0:0/96"), places: [LAST_FOUR] },
  // NAT64: the well-known prefix, and the local one in each of the layouts of RFC 6052
  { prefix: ipaddr.IPv6.parseCIDR("64:ff9b::/96"), places: [LAST_FOUR] },
  {
    prefix: ipaddr.IPv6.parseCIDR("64:ff9b:1::/48"),
    places: [[6, 7, 9, 10], [7, 9, 10, 11], [9, 10, 11, 12], LAST_FOUR],
  },
  // 6to4 (RFC 3056)
  { prefix: ipaddr.IPv6.parseCIDR("2002::/16"), places: [[2, 3, 4, 5]] },
  // Teredo (RFC 4380): the server plain, the client with every bit turned round
  { prefix: ipaddr.IPv6.parseCIDR("2001::/32"), places: [[4, 5, 6, 7]] },
  { prefix: ipaddr.IPv6.parseCIDR("2001::/32"), places: [LAST_FOUR], isInverted: true },
];

/** Every IPv4 address that an IPv6 address may lead to through a translator or tunnel; empty for an ordinary one. */
export function embeddedIpv4(address: IPv6): IPv4[] {
  const bytes = address.toByteArray();
  const found: IPv4[] = [];
  for (const { prefix, places, isInverted } of LAYOUTS) {
    if (!address.match(prefix)) continue;
    for (const place of places) found.push(addressAt(bytes, place, isInverted ?? false));
  }
  if (isIsatap(bytes)) found.push(addressAt(bytes, LAST_FOUR, false));
  return found;
}

/** The last four bytes as an IPv4 address, whatever the prefix: where a site's own NAT64 prefix would put one. */
export function trailingIpv4(address: IPv6): IPv4 {
  return addressAt(address.toByteArray(), LAST_FOUR, false);
}

/** An interface id of the form [02]00:5efe:a.b.c.d (RFC 5214), under any prefix. */
function isIsatap(bytes: readonly number[]): boolean {
  return ((bytes[8] ?? 0) & ~2) === 0 && bytes[9] === 0 && bytes[10] === 0x5e && bytes[11] === 0xfe;
}

function addressAt(bytes: readonly number[], place: readonly number[], isInverted: boolean): IPv4 {
  return new ipaddr.IPv4(place.map((index) => (bytes[index] ?? 0) ^ (isInverted ? 0xff : 0)));
}
