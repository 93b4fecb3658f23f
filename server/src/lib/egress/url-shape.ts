import ipaddr from "ipaddr.js";
import { addressRefusal } from "./address-rules.ts";
import type { EgressErrorCode, EgressKind } from "./egress-error.ts";

const MAX_URL_LENGTH = 8192;
const USER_PORTS: ReadonlySet<string> = new Set(["", "80", "443", "8080", "8443"]);

/** Names that lead to metadata, refused before any lookup so that the mistake shows when the address is saved. */
const METADATA_NAMES = new Set([
  "metadata.google.internal",
  "metadata.goog",
  "metadata.tencentyun.com",
  "metadata.azure.internal",
  "instance-data.ec2.internal",
]);

/** Endings of names that are private by convention (RFC 6761, 6762, 8375, and .internal). */
const PRIVATE_NAME_ENDINGS = [".localhost", ".local", ".internal", ".home.arpa", ".localdomain"];

/** An address in its one canonical form; `host` is without brackets and trailing dot. */
export interface InspectedUrl {
  readonly url: URL;
  readonly host: string;
  readonly isIpAddress: boolean;
}

/**
 * Why an address may not be used, as far as its text alone tells, or null. For checks when something is saved: a name
 * may still resolve to a refused address later, which is checked at each connection.
 */
export function checkUrlShape(url: string, kind: EgressKind): EgressErrorCode | null {
  const inspected = inspectUrl(url, kind);
  return typeof inspected === "string" ? inspected : null;
}

/**
 * Parses as browsers do, which undoes every spelling of an address (octal, hexadecimal, full-width, percent-encoded),
 * and applies the rules that need no lookup. Returns the refusal's code instead when there is one.
 */
export function inspectUrl(text: string, kind: EgressKind): InspectedUrl | EgressErrorCode {
  if (text.length > MAX_URL_LENGTH || !URL.canParse(text)) return "egress.url-invalid";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "egress.scheme-refused";
  if (url.username !== "" || url.password !== "") return "egress.userinfo-refused";
  if (url.port === "0" || (kind === "user" && !USER_PORTS.has(url.port))) return "egress.port-refused";

  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const isIpAddress = ipaddr.IPv4.isValidFourPartDecimal(host) || ipaddr.IPv6.isValid(host);
  const refusal = isIpAddress ? addressRefusal(host, kind) : nameRefusal(host, kind);
  return refusal ?? { url, host, isIpAddress };
}

function nameRefusal(name: string, kind: EgressKind): EgressErrorCode | null {
  if (name.length > 253 || !/^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/.test(name)) return "egress.url-invalid";
  if (METADATA_NAMES.has(name)) return "egress.metadata-refused";
  const isPrivate = !name.includes(".") || PRIVATE_NAME_ENDINGS.some((ending) => name.endsWith(ending));
  return kind === "user" && isPrivate ? "egress.address-refused" : null;
}
