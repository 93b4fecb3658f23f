import { isObject } from "@tollgate/contract/json-object";
import type { RelayErrorKind } from "../../relay-error.ts";
import type { ChatError } from "../chat/chat-error.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import { openAiErrorOf, openAiErrorType } from "../openai/openai-error.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { namedValue } from "../chat/named-value.ts";

/** Codes that tell more than the status: of https://platform.openai.com/docs/guides/error-codes and of streams. */
const KINDS: Readonly<Record<string, RelayErrorKind>> = {
  insufficient_quota: "quota",
  billing_hard_limit_reached: "quota",
  invalid_api_key: "authentication",
  rate_limit_exceeded: "unavailable",
  server_is_overloaded: "unavailable",
  slow_down: "unavailable",
  server_error: "upstream",
  invalid_prompt: "invalid",
  context_length_exceeded: "invalid",
  invalid_request_error: "invalid",
};

/** What OpenAI, or who speaks its dialect, says with an error status: `{error: {message, type, param, code}}`. */
export function decodeError(status: number, body: unknown): ChatError {
  const error = errorIn(body);
  const code = codeOf(error["code"]);
  const type = textOf(error["type"]);
  const param = textOf(error["param"]);
  const kind = namedValue(KINDS, code) ?? kindByType(type, status);
  return {
    kind,
    status,
    code: code || type || "upstream_error",
    message: textOf(error["message"]) || bareErrorText(status, body),
    ...(param !== "" && { param }),
    // The dialect's own word for a kind says nothing more in another dialect.
    ...(type !== "" && type !== openAiErrorType(kind) && { type }),
  };
}

/** `invalid_request_error` also comes with a wrong key. */
function kindByType(type: string, status: number): RelayErrorKind {
  const byStatus = kindOfStatus(status);
  return byStatus === "invalid" || byStatus === "upstream" ? (namedValue(KINDS, type) ?? byStatus) : byStatus;
}

const STATUSES: Partial<Record<RelayErrorKind, number>> = {
  unavailable: 429,
  quota: 429,
  authentication: 401,
  invalid: 400,
};

/**
 * A failure within an answer, which has no status of its own: the `error` of a `response.failed`, or an `error` event,
 * whose `type` is the event's when its error object is not nested.
 */
export function decodeStreamError(event: Fields): ChatError {
  const { type, ...flat } = event;
  const bare = type === "error" ? flat : event;
  const error = decodeError(502, { error: isObject(event["error"]) ? event["error"] : bare });
  return { ...error, status: STATUSES[error.kind] ?? 502 };
}

/** Some vendors write the error as a text, or without its envelope. */
function errorIn(body: unknown): Fields {
  const fields = fieldsOf(body);
  const error = fields["error"];
  if (typeof error === "string") return { ...fields, message: error };
  return isObject(error) ? error : fields;
}

/** Some vendors number their codes. */
function codeOf(code: unknown): string {
  return typeof code === "number" ? String(code) : textOf(code);
}

/** OpenAI's envelope. */
export function encodeError(error: ChatError, requestId: string): Fields {
  return openAiErrorOf(error, requestId);
}
