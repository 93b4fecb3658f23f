import { createHash, createHmac } from "node:crypto";
import { CredentialError } from "../credential-error.ts";
import type { OutgoingRequest } from "../provider.ts";

/** What signs a call: two of the three parts of a key. */
export interface TencentKey {
  readonly secretId: string;
  readonly secretKey: string;
}

const SERVICE = "hunyuan";
const VERSION = "2023-09-01";
const SIGNED_HEADERS = "content-type;host";

/** Identifiers begin so; the number of an account is digits. */
const SECRET_ID = /^AKID/;
const APP_ID = /^\d+$/;

/**
 * A key of the form `AppId|SecretId|SecretKey`, whose order people mix up, or without the first part. Undefined for every
 * other: those are keys of the OpenAI-compatible interface.
 */
export function tencentKeyIn(key: string): TencentKey | undefined {
  const parts = key.split("|").map((part) => part.trim());
  if (parts.length < 2 || parts.length > 3) return undefined;
  const secrets =
    parts.length === 3 && !APP_ID.test(parts[0] ?? "")
      ? parts.filter((part) => !APP_ID.test(part))
      : parts.slice(-2);
  const [one = "", other = ""] = secrets;
  const isSwapped = !SECRET_ID.test(one) && SECRET_ID.test(other);
  return isSwapped ? { secretId: other, secretKey: one } : { secretId: one, secretKey: other };
}

/**
 * The request with the signature TC3-HMAC-SHA256 over its very bytes. Throws CredentialError for a key without its parts.
 * Source: https://cloud.tencent.com/document/api/1729/101843
 */
export function signedForTencent(
  request: OutgoingRequest,
  { secretId, secretKey }: TencentKey,
  nowMs: number,
): OutgoingRequest {
  if (secretId === "" || secretKey === "")
    throw new CredentialError("the key must have the form AppId|SecretId|SecretKey");
  const timestamp = Math.floor(nowMs / 1000);
  const date = new Date(nowMs).toISOString().slice(0, "2026-01-01".length);
  const contentType = "application/json";
  const { host, pathname } = new URL(request.url);
  const canonical = [
    "POST",
    pathname,
    "",
    `content-type:${contentType}\nhost:${host}\n`,
    SIGNED_HEADERS,
    sha256(request.body),
  ].join("\n");
  const scope = `${date}/${SERVICE}/tc3_request`;
  const toSign = `TC3-HMAC-SHA256\n${timestamp}\n${scope}\n${sha256(canonical)}`;
  const key = hmac(hmac(hmac(`TC3${secretKey}`, date), SERVICE), "tc3_request");
  const signature = hmac(key, toSign).toString("hex");
  return {
    ...request,
    headers: {
      ...request.headers,
      "content-type": contentType,
      authorization: `TC3-HMAC-SHA256 Credential=${secretId}/${scope}, SignedHeaders=${SIGNED_HEADERS}, Signature=${signature}`,
      "x-tc-action": "ChatCompletions",
      "x-tc-version": VERSION,
      "x-tc-timestamp": String(timestamp),
    },
  };
}

function sha256(text: Uint8Array | string): string {
  return createHash("sha256").update(text).digest("hex");
}

function hmac(key: string | Uint8Array, text: string): Buffer {
  return createHmac("sha256", key).update(text).digest();
}
