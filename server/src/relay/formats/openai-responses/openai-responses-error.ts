import type { RelayErrorKind } from "../../relay-error.ts";
import type { ChatError } from "../chat/chat-error.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import { openAiErrorOf } from "../openai/openai-error.ts";
import { fieldsOf, isObject, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

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

const STATUSES: Partial<Record<RelayErrorKind, number>> = { unavailable: 429, quota: 429, authentication: 401, invalid: 400 };

/** What OpenAI, or who speaks its dialect, says with an error status: `{error: {message, type, param, code}}`. */
export function decodeError(status: number, body: unknown): ChatError {
  const error = errorIn(body);
  const message = textOf(error["message"]) || textOf(fieldsOf(body)["message"]);
  const code = codeOf(error["code"]);
  const type = textOf(error["type"]);
  const param = textOf(error["param"]);
  return {
    kind: KINDS[code] ?? KINDS[type] ?? kindOfStatus(status),
    status,
    code: code || type || "upstream_error",
    message: message || bareErrorText(status, typeof body === "string" ? body : undefined),
    ...(param !== "" && { param }),
    ...(type !== "" && { type }),
  };
}

/** A failure within an answer, which has no status of its own: a `response.failed`, or an `error` event. */
export function decodeStreamError(error: Fields): ChatError {
  const nested = isObject(error["error"]) ? error["error"] : error;
  const decoded = decodeError(502, { error: nested });
  const { type, ...rest } = decoded;
  const isEventType = type === undefined || type === "error";
  const known = isEventType ? rest : decoded;
  const code = codeOf(nested["code"]) || (isEventType ? "upstream_error" : known.code);
  return { ...known, code, status: STATUSES[known.kind] ?? 502 };
}

/** Some vendors write the error as a text, and some number their codes. */
function errorIn(body: unknown): Fields {
  const error = fieldsOf(body)["error"];
  return typeof error === "string" ? { message: error } : fieldsOf(error);
}

function codeOf(code: unknown): string {
  return typeof code === "number" ? String(code) : textOf(code);
}

/** OpenAI's envelope. */
export function encodeError(error: ChatError, requestId: string): Fields {
  return openAiErrorOf(error, requestId);
}
