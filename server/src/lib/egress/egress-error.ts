/** Whose address it is: an administrator's channel, or something a user typed (webhooks, media). */
export type EgressKind = "channel" | "user";

const REASONS = {
  "egress.url-invalid": "not a complete http or https address",
  "egress.scheme-refused": "only http and https are allowed",
  "egress.userinfo-refused": "user name and password are not allowed in an address",
  "egress.port-refused": "this port is not allowed",
  "egress.metadata-refused": "cloud metadata and link-local addresses are not allowed",
  "egress.address-refused": "this address is not reachable from here by policy",
  "egress.name-unresolved": "the host name has no address",
  "egress.proxy-invalid": "the proxy's address is not one",
  "egress.redirect-refused": "the server redirects to another place, which is not followed",
} as const;

export type EgressErrorCode = keyof typeof REASONS;

/** The reason for a code as a short English phrase, without the address. */
export function egressReason(code: EgressErrorCode): string {
  return REASONS[code];
}

/** An outgoing request that policy does not allow. Nothing was sent, except for a refused redirect's first request. */
export class EgressError extends Error {
  override readonly name = "EgressError";
  readonly code: EgressErrorCode;
  /** Host in question, without path or query, which may hold keys; empty when there is none. */
  readonly host: string;

  constructor(code: EgressErrorCode, host: string) {
    super(host === "" ? REASONS[code] : `${host}: ${REASONS[code]}`);
    this.code = code;
    this.host = host;
  }
}
