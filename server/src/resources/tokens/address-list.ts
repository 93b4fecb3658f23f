import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Addresses and ranges that a key may be used from. */
export interface AddressMatcher {
  matches(ip: string): boolean;
}

/** Whether the text is an IPv4 or IPv6 address, or a range of them as in `10.0.0.0/8`. */
export function isAddressOrRange(text: string): boolean {
  return readRange(text) !== undefined;
}

/**
 * Matches against a list whose entries have been validated; undefined when the list is empty, that is, when every
 * address will do. An entry that cannot be read matches nothing: it never opens the key to more addresses.
 */
export function addressMatcher(entries: readonly string[]): AddressMatcher | undefined {
  if (entries.length === 0) return undefined;
  const ranges = entries.map(readRange).filter((range) => range !== undefined);
  return {
    matches(ip) {
      if (!ipaddr.isValid(ip)) return false;
      const address = ipaddr.process(ip);
      return ranges.some((range) => range[0].kind() === address.kind() && address.match(range));
    },
  };
}

const MAPPED_PREFIX_BITS = 96;

function readRange(text: string): Range | undefined {
  const [address = "", prefix, ...rest] = text.split("/");
  // Forms such as `1` or `0x7f.1` are addresses to some programs; a zone names a link of one machine.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  if (!isAddress || address.includes("%") || rest.length > 0) return undefined;
  const parsed = ipaddr.parse(address);
  const allBits = parsed.kind() === "ipv4" ? 32 : 128;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return undefined;
  const bits = prefix === undefined ? allBits : Number(prefix);
  if (bits > allBits) return undefined;
  // An IPv4 address written as IPv6 is IPv4: callers are compared in that form too.
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress() && bits >= MAPPED_PREFIX_BITS)
    return [parsed.toIPv4Address(), bits - MAPPED_PREFIX_BITS];
  return [parsed, bits];
}
