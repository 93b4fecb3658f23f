import { EgressError, egressReason } from "../lib/egress/egress-error.ts";
import { UpstreamFault } from "../lib/egress/upstream-fault.ts";
import type { UpstreamFaultCode } from "../lib/egress/upstream-fault.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";

/** What clients may read of a failed exchange. */
const REASONS: Readonly<Record<UpstreamFaultCode, string>> = {
  refused: "the connection was refused",
  "not-found": "the host name has no address",
  unreachable: "the connection failed",
  "connect-timeout": "the connection timed out",
  tls: "the certificate is not trusted",
  "proxy-unreachable": "the connection failed",
  "proxy-auth": "the connection failed",
  "proxy-refused": "the connection failed",
  "proxy-invalid": "the connection failed",
  reset: "the connection was closed before the answer was whole",
  truncated: "the connection was closed before the answer was whole",
  invalid: "the answer is not HTTP",
  damaged: "a part of the answer is damaged",
  compression: "the answer's compression is broken",
  "too-large": "the answer is too large",
  aborted: "the call was stopped",
};

/**
 * Why an upstream could not be used, as a phrase for clients. Messages of faults name addresses, which are the
 * operator's secret; `faultDetail` keeps them for administrators.
 */
export function faultReason(error: unknown): string {
  if (error instanceof EgressError) return egressReason(error.code);
  return error instanceof UpstreamFault ? REASONS[error.code] : "the connection failed";
}

/** The whole story, for administrators. */
export function faultDetail(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Vendors sometimes quote the key they were given, in JSON maybe with escapes; it must not travel further. Of a key of
 * several parts each secret is one: AWS names the access key's id in its refusals.
 */
export function withoutKey(text: string, { key }: Pick<RelayChannel, "key">): string {
  if (key === "") return text;
  const escaped = JSON.stringify(key).slice(1, -1);
  const forms = [key, escaped, escaped.replaceAll("/", String.raw`\/`), ...secretPartsOf(key)];
  return forms.reduce((redacted, form) => redacted.replaceAll(form, "***"), text);
}

/** Regions and numbers of applications, which are no secrets, are shorter. */
const SECRET_PART_MIN = 16;

function secretPartsOf(key: string): readonly string[] {
  return key.includes("|")
    ? key
        .split("|")
        .map((part) => part.trim())
        .filter((part) => part.length >= SECRET_PART_MIN)
    : [];
}

/** The same for bytes, whatever their encoding: a key is ASCII. Bytes without a key come back as they are. */
export function bytesWithoutKey(bytes: Uint8Array, channel: Pick<RelayChannel, "key">): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const redacted = withoutKey(text, channel);
  return redacted === text ? bytes : Buffer.from(redacted, "latin1");
}
