import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The client's address: the peer's, or what trusted proxies say in X-Forwarded-For. */
export interface ClientIp {
  (headers: Headers, peerAddress: string): string;
}

/**
 * Reads X-Forwarded-For only when the peer is one of the trusted proxies (CIDR ranges), from the right, up to the
 * first address that is not trusted: what stands left of it can be forged by anyone.
 */
export function createClientIp(trustedProxies: readonly string[]): ClientIp {
  const ranges = trustedProxies.map((range) => ipaddr.parseCIDR(range));
  const isTrusted = (address: Address) =>
    ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));

  return (headers, peerAddress) => {
    // The usual case, on the path of every relayed call.
    if (ranges.length === 0 && !peerAddress.includes(":")) return peerAddress;
    const peer = parseAddress(peerAddress);
    if (peer === undefined) return peerAddress;
    let client = peer;
    if (ranges.length > 0 && isTrusted(peer)) {
      const hops = (headers.get("x-forwarded-for") ?? "").split(",");
      for (const hop of hops.toReversed()) {
        const address = parseAddress(hop.trim());
        if (address === undefined) break;
        client = address;
        if (!isTrusted(address)) break;
      }
    }
    return client.toString();
  };
}

/** What a rate window counts: an IPv4 address, or the /64 network of an IPv6 address (one customer has all of it). */
export function rateSubject(ip: string): string {
  const address = parseAddress(ip);
  if (!(address instanceof ipaddr.IPv6)) return ip;
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}

/** An address in any usual spelling, with or without a port; IPv4 inside IPv6 becomes IPv4. */
function parseAddress(text: string): Address | undefined {
  const bare =
    /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text;
  const isUsual =
    ipaddr.IPv4.isValidFourPartDecimal(bare) || (bare.includes(":") && ipaddr.IPv6.isValid(bare));
  return isUsual ? ipaddr.process(bare) : undefined;
}
