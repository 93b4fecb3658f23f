import { egressReason, EgressError } from "../../lib/egress/egress-error.ts";
import type { OpenOutbound } from "../../lib/egress/outbound.ts";
import type { UpstreamAnswer } from "../../lib/egress/upstream-exchange.ts";
import type { ErrorCode } from "@tollgate/contract/errors";
import { AppError } from "../../lib/app-error.ts";
import { clipText } from "../../lib/clip-text.ts";
import type { RelayChannel } from "./relay-channels.ts";

/** What is needed to ask a channel's vendor something that is no model call. */
export type VendorChannel = Pick<RelayChannel, "type" | "baseUrl" | "key" | "other" | "proxy">;

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
  openExchange: OpenOutbound,
  headers: Record<string, string> = { authorization: `Bearer ${channel.key}` },
): Promise<unknown> {
  const exchange = openExchange({
    method: "GET",
    url,
    headers: { accept: "application/json", ...headers },
    proxy: channel.proxy,
  });
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    exchange.abort();
  }, TIMEOUT_MS);
  try {
    const answer = await exchange.answer;
    const text = await textOf(answer);
    if (!answer.ok) throw new VendorError(`HTTP ${answer.status}: ${errorMessage(text)}`);
    return parse(text);
  } catch (error) {
    exchange.abort();
    const reason = timedOut ? "no answer in time" : reasonOf(error);
    throw new VendorError(clipText(withoutKey(reason, channel.key), REASON_MAX_LENGTH));
  } finally {
    clearTimeout(timer);
  }
}

/** Turns a vendor's refusal into an answer with this code; anything else stays what it is. */
export function refuseVendor(code: ErrorCode): (error: unknown) => never {
  return (error) => {
    if (error instanceof VendorError) throw new AppError(code, { reason: error.message });
    throw error;
  };
}

async function textOf(answer: UpstreamAnswer): Promise<string> {
  return Buffer.from(await answer.bytes(ANSWER_MAX_BYTES)).toString("utf8");
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
