import { isObject } from "@tollgate/contract/json-object";
import type { RelayErrorKind } from "../../relay-error.ts";
import type { ChatError } from "../chat/chat-error.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/**
 * AWS's exceptions: what they mean and their status.
 * Source: https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html#API_runtime_Converse_Errors
 */
const EXCEPTIONS: ReadonlyMap<string, readonly [kind: RelayErrorKind, status: number]> = new Map([
  ["validationexception", ["invalid", 400]],
  ["accessdeniedexception", ["permission", 403]],
  ["unrecognizedclientexception", ["authentication", 403]],
  ["resourcenotfoundexception", ["invalid", 404]],
  ["modeltimeoutexception", ["upstream", 408]],
  ["modelerrorexception", ["upstream", 424]],
  ["modelstreamerrorexception", ["upstream", 424]],
  ["throttlingexception", ["unavailable", 429]],
  ["modelnotreadyexception", ["unavailable", 429]],
  ["servicequotaexceededexception", ["unavailable", 429]],
  ["internalserverexception", ["upstream", 500]],
  ["serviceunavailableexception", ["unavailable", 503]],
]);

/** What an upstream says with an error status: `error` has the exception's name as its type, for AWS says that elsewhere. */
export function decodeConverseError(status: number, body: unknown): ChatError {
  const envelope = fieldsOf(body);
  const error = isObject(envelope["error"]) ? envelope["error"] : envelope;
  const type = textOf(error["type"]);
  const message = textOf(error["message"]) || textOf(envelope["error"]);
  const param = textOf(error["param"]);
  return {
    kind: EXCEPTIONS.get(type.toLowerCase())?.[0] ?? kindOfStatus(status),
    status,
    code: textOf(error["code"]) || type || "upstream.error",
    message: message || bareErrorText(status, body),
    ...(param !== "" && { param }),
    ...(type !== "" && { type }),
  };
}

/** An exception within a stream, whose status has long been 200. */
export function decodeStreamError(event: Fields): ChatError {
  const type = textOf(fieldsOf(event["error"])["type"]).toLowerCase();
  return decodeConverseError(EXCEPTIONS.get(type)?.[1] ?? 502, event);
}

/** A refusal in the same envelope. The status is `error.status`. */
export function encodeConverseError(error: ChatError, requestId: string): Fields {
  const { kind, status, code, message, param } = error;
  const type = [...EXCEPTIONS].find(([, told]) => told[0] === kind && told[1] === status)?.[0];
  return {
    error: {
      message,
      ...(type !== undefined && { type }),
      code,
      ...(param !== undefined && { param }),
      request_id: requestId,
    },
  };
}
