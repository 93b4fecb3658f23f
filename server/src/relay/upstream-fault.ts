import { EgressError, egressReason } from "../lib/egress/egress-error.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";

/** What clients may read of a failed connection, by the runtime's code. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the connection was refused",
  ECONNRESET: "the connection was closed before the answer was whole",
  ENOTFOUND: "the host name has no address",
  ETIMEDOUT: "the connection timed out",
  EPROTO: "the TLS handshake failed",
  InvalidHTTPResponse: "the answer is not HTTP",
  ZlibError: "the answer's compression is broken",
};

/**
 * Why an upstream could not be used, as a phrase for clients. The runtime's own messages name addresses, which are the
 * operator's secret; `faultDetail` keeps them for administrators.
 */
export function faultReason(error: unknown): string {
  if (error instanceof EgressError) return egressReason(error.code);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/CERT|SSL|TLS/.test(code)) return "the certificate is not trusted";
  return REASONS[code] ?? "the connection failed";
}

/** The whole story, for administrators. */
export function faultDetail(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Vendors sometimes quote the key they were given, in JSON maybe with escapes; it must not travel further. */
export function withoutKey(text: string, { key }: Pick<RelayChannel, "key">): string {
  if (key === "") return text;
  const escaped = JSON.stringify(key).slice(1, -1);
  return [key, escaped, escaped.replaceAll("/", String.raw`\/`)].reduce(
    (redacted, form) => redacted.replaceAll(form, "***"),
    text,
  );
}

/** The same for bytes, whatever their encoding: a key is ASCII. Bytes without a key come back as they are. */
export function bytesWithoutKey(bytes: Uint8Array, channel: Pick<RelayChannel, "key">): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const redacted = withoutKey(text, channel);
  return redacted === text ? bytes : Buffer.from(redacted, "latin1");
}
