import { isObject } from "@tollgate/contract/json-object";
import type { ChatError } from "../chat/chat-error.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import type { RelayErrorKind } from "../../relay-error.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/** https://platform.claude.com/docs/en/api/errors */
const TYPES: ReadonlyMap<string, readonly [kind: RelayErrorKind, status: number]> = new Map([
  ["invalid_request_error", ["invalid", 400]],
  ["authentication_error", ["authentication", 401]],
  ["billing_error", ["quota", 402]],
  ["permission_error", ["permission", 403]],
  ["not_found_error", ["invalid", 404]],
  ["conflict_error", ["invalid", 409]],
  ["request_too_large", ["invalid", 413]],
  ["rate_limit_error", ["unavailable", 429]],
  ["api_error", ["upstream", 500]],
  ["timeout_error", ["upstream", 504]],
  ["overloaded_error", ["unavailable", 529]],
]);

/** An upstream's error. Envelopes of other dialects, which imitators use, are read too. */
export function decodeAnthropicError(status: number, body: unknown): ChatError {
  const envelope = fieldsOf(body);
  const error = isObject(envelope["error"]) ? envelope["error"] : envelope;
  const type = error === envelope ? "" : textOf(error["type"]);
  const message = textOf(error["message"]) || textOf(envelope["error"]);
  const code = textOf(fieldsOf(error["details"])["error_code"]) || textOf(error["code"]) || type;
  const param = textOf(error["param"]);
  return {
    kind: TYPES.get(type)?.[0] ?? kindOfStatus(status),
    status,
    code: code || "upstream.error",
    message: message || bareErrorText(status, body),
    ...(param !== "" && { param }),
    ...(type !== "" && { type }),
  };
}

/** An `error` event within a stream, whose status has long been 200: its type tells what it would have been. */
export function decodeStreamError(event: Fields): ChatError {
  const type = textOf(fieldsOf(event["error"])["type"]);
  return decodeAnthropicError(TYPES.get(type)?.[1] ?? 502, event);
}

/** A refusal in the dialect's envelope. The status is `error.status`. */
export function encodeAnthropicError(error: ChatError, requestId: string): Fields {
  const type = typeOf(error);
  const isThread = error.param === "thread";
  const code = isThread ? "thread_unsupported_request" : error.code;
  return {
    type: "error",
    error: {
      type,
      message: error.message,
      ...(code !== "" && code !== type && { details: { error_code: code } }),
    },
    request_id: requestId,
  };
}

function typeOf({ type, kind, status }: ChatError): string {
  if (type !== undefined && TYPES.has(type)) return type;
  switch (kind) {
    case "authentication":
      return "authentication_error";
    case "permission":
      return "permission_error";
    case "quota":
      return "billing_error";
    case "invalid":
      return typeOfStatus(
        status,
        ["not_found_error", "request_too_large", "conflict_error"],
        "invalid_request_error",
      );
    case "unavailable":
      return status === 429 ? "rate_limit_error" : "overloaded_error";
    case "upstream":
    case "server":
      return typeOfStatus(status, ["timeout_error"], "api_error");
  }
}

function typeOfStatus(status: number, types: readonly string[], otherwise: string): string {
  return types.find((type) => TYPES.get(type)?.[1] === status) ?? otherwise;
}
