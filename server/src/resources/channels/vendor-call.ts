import { egressReason, EgressError } from "../../lib/egress/egress-error.ts";
import type { UpstreamInit } from "../../lib/egress/fetch-upstream.ts";
import { clipText } from "../../lib/clip-text.ts";
import type { RelayChannel } from "./relay-channels.ts";

/** What is needed to ask a channel's vendor something that is no model call. */
export type VendorChannel = Pick<RelayChannel, "type" | "baseUrl" | "key" | "other">;

/** Never follows a redirect to another host, never reaches a metadata address. */
export type FetchVendor = (url: string, init: UpstreamInit) => Promise<Response>;

/** Why a vendor gave no answer that can be used; the message is for administrators and holds no key. */
export class VendorError extends Error {
  override readonly name = "VendorError";
}

const TIMEOUT_MS = 20_000;
/** OpenRouter's list of models is the largest known: half a megabyte. */
const ANSWER_MAX_BYTES = 8 * 1024 * 1024;
const REASON_MAX_LENGTH = 300;

/** The JSON at an address. `headers` default to the key as a bearer. Throws VendorError. */
export async function readVendorJson(
  url: string,
  channel: VendorChannel,
  fetchVendor: FetchVendor,
  headers: Record<string, string> = { authorization: `Bearer ${channel.key}` },
): Promise<unknown> {
  try {
    const response = await fetchVendor(url, {
      headers: { accept: "application/json", ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await textOf(response);
    if (!response.ok) throw new VendorError(`HTTP ${response.status}: ${errorMessage(text)}`);
    return parse(text);
  } catch (error) {
    throw new VendorError(clipText(withoutKey(reasonOf(error), channel.key), REASON_MAX_LENGTH));
  }
}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.byteLength;
    if (size > ANSWER_MAX_BYTES) {
      await reader.cancel();
      throw new VendorError(`the answer is larger than ${ANSWER_MAX_BYTES} bytes`);
    }
    chunks.push(value);
  }
  return Buffer.concat(chunks, size).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new VendorError("the answer is not JSON");
  }
}

/** What vendors say about an error, in the places where they say it. */
function errorMessage(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    const message = memberOf(memberOf(body, "error"), "message") ?? memberOf(body, "message");
    if (typeof message === "string") return message;
  } catch {
    // Not JSON: the text itself is all there is.
  }
  return text.trim();
}

function reasonOf(error: unknown): string {
  if (error instanceof VendorError) return error.message;
  if (error instanceof EgressError) return egressReason(error.code);
  if (error instanceof DOMException && error.name === "TimeoutError") return "no answer in time";
  return error instanceof Error ? error.message : String(error);
}

/** Vendors sometimes quote the key that they were given. */
function withoutKey(text: string, key: string): string {
  return key === "" ? text : text.replaceAll(key, "***");
}

/** A member of what may be an object. */
export function memberOf(value: unknown, name: string): unknown {
  // `in` has just proved the member.
  return typeof value === "object" && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** `{base}/v1`; people paste addresses with and without the version. */
export function versioned(baseUrl: string, version = "/v1"): string {
  return baseUrl.endsWith(version) ? baseUrl : `${baseUrl}${version}`;
}

/** `https://host/v1` of a custom channel's full address. */
export function customRoot(fullUrl: string): string {
  const version = /^https?:\/\/[^?#]*?\/v\d+(?=\/|$)/.exec(fullUrl)?.[0];
  if (version !== undefined) return version;
  return URL.canParse(fullUrl) ? `${new URL(fullUrl).origin}/v1` : fullUrl;
}
