import ipaddr from "ipaddr.js";
import type { EgressErrorCode, EgressKind } from "./egress-error.ts";
import { embeddedIpv4, trailingIpv4 } from "./embedded-addresses.ts";

type IPv4 = ipaddr.IPv4;
type IPv6 = ipaddr.IPv6;

/** Single addresses at which clouds hand credentials to whoever asks from inside. */
const METADATA_IPV4 = new Set([
  "169.254.169.254", // AWS, Google, Azure, Oracle, OpenStack, DigitalOcean and most others
  "169.254.170.2", // AWS container credentials
  "169.254.170.23", // AWS pod identity
  "100.100.100.200", // Alibaba
  "168.63.129.16", // Azure's wire server: a public address that leads to the host
  "192.0.0.192", // Oracle, classic
]);

/** Link-local as a whole: nothing but metadata and accidents is there. */
const LINK_LOCAL_IPV4 = ipaddr.IPv4.parseCIDR("169.254.0.0/16");

const REFUSED_IPV6 = [
  "fe80::/10", // link-local
  "fd00:ec2::/32", // AWS: metadata ::254, pod identity ::23 and other services of the host
  "fd20:ce::254/128", // Google
  "fd00:c1::a9fe:a9fe/128", // Oracle
].map((range) => ipaddr.IPv6.parseCIDR(range));

const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Why an IP address may not be connected to, or null when it may. No kind may reach metadata and link-local addresses,
 * in any IPv6 disguise, nor multicast and broadcast. A channel may reach private networks and this machine; a user's
 * address must be public. Anything that is no IP address is refused.
 */
export function addressRefusal(address: string, kind: EgressKind): EgressErrorCode | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return ipv4Refusal(ipaddr.IPv4.parse(address), kind);
  if (ipaddr.IPv6.isValid(address)) return ipv6Refusal(ipaddr.IPv6.parse(address), kind);
  return "egress.address-refused";
}

function ipv4Refusal(address: IPv4, kind: EgressKind): EgressErrorCode | null {
  if (isMetadataIpv4(address)) return "egress.metadata-refused";
  const range = address.range();
  const isAllowed = kind === "user" ? range === "unicast" : range !== "multicast" && range !== "broadcast";
  return isAllowed ? null : "egress.address-refused";
}

function ipv6Refusal(address: IPv6, kind: EgressKind): EgressErrorCode | null {
  const embedded = embeddedIpv4(address);
  const isMetadata =
    REFUSED_IPV6.some((range) => address.match(range)) ||
    embedded.some(isMetadataIpv4) ||
    METADATA_IPV4.has(trailingIpv4(address).toString());
  if (isMetadata) return "egress.metadata-refused";

  const range = address.range();
  const isAllowed = kind === "user" ? isPublicIpv6(address, embedded) : range !== "multicast";
  return isAllowed ? null : "egress.address-refused";
}

function isMetadataIpv4(address: IPv4): boolean {
  return address.match(LINK_LOCAL_IPV4) || METADATA_IPV4.has(address.toString());
}

/** Global unicast, or a public IPv4 address behind the well-known NAT64 prefix, which IPv6-only networks need. */
function isPublicIpv6(address: IPv6, embedded: readonly IPv4[]): boolean {
  const isEmbeddedPublic = embedded.every((inner) => inner.range() === "unicast");
  const range = address.range();
  if (range === "rfc6052") return isEmbeddedPublic;
  return range === "unicast" && address.match(GLOBAL_UNICAST_IPV6) && isEmbeddedPublic;
}
