import { isObject } from "@tollgate/contract/json-object";
import type { RelayErrorKind } from "../../relay-error.ts";
import type { ChatError } from "../chat/chat-error.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import { baseRespError, openAiErrorOf, openAiErrorType } from "../openai/openai-error.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";

/** Codes and types of OpenAI and its kin: https://platform.openai.com/docs/guides/error-codes. */
const KINDS: ReadonlyMap<string, RelayErrorKind> = new Map(
  Object.entries<RelayErrorKind>({
    invalid_api_key: "authentication",
    authentication_error: "authentication",
    permission_error: "permission",
    permission_denied: "permission",
    insufficient_quota: "quota",
    billing_hard_limit_reached: "quota",
    billing_not_active: "quota",
    rate_limit_exceeded: "unavailable",
    rate_limit_error: "unavailable",
    rate_limit_reached_error: "unavailable",
    overloaded_error: "unavailable",
    engine_overloaded_error: "unavailable",
    service_unavailable_error: "unavailable",
    context_length_exceeded: "invalid",
    invalid_request_error: "invalid",
    content_filter: "invalid",
    upstream_error: "upstream",
    api_error: "upstream",
    server_error: "upstream",
  }),
);

/** DeepSeek says it of a wrong key too: the status knows better. */
const VAGUE = "invalid_request_error";

const FALLBACK_CODE = "upstream_error";

/** What an upstream says with an error status, or in an error object under another one. Vendors write it in many shapes. */
export function decodeOpenAiChatError(httpStatus: number, body: unknown): ChatError {
  const own = baseRespError(body);
  const status = own?.status ?? httpStatus;
  const error: Fields = own ?? errorObject(body);
  const type = textOf(error["type"]);
  const stated = codeOf(error["code"]);
  const code = stated || type || codeOf(error["status"]) || FALLBACK_CODE;
  const param = textOf(error["param"]);
  const kind = (stated === VAGUE ? undefined : KINDS.get(stated)) ?? kindByType(type, status);
  return {
    kind,
    status,
    code,
    message: messageOf(error) || bareErrorText(status, body),
    ...(param !== "" && { param }),
    // The dialect's own word for a kind says nothing more in another dialect.
    ...(type !== "" && type !== openAiErrorType(kind) && { type }),
  };
}

/** `invalid_request_error` also comes with a wrong key. */
function kindByType(type: string, status: number): RelayErrorKind {
  const byStatus = kindOfStatus(status);
  return byStatus === "invalid" || byStatus === "upstream" ? (KINDS.get(type) ?? byStatus) : byStatus;
}

/** Google's compatible endpoint wraps it in a list; FastAPI calls it `detail`; Cloudflare lists several. */
function errorObject(body: unknown): Fields {
  const outer: unknown = Array.isArray(body) ? body[0] : body;
  const fields = fieldsOf(outer);
  const error = fields["error"] ?? fields["detail"] ?? objectsIn(fields["errors"])[0];
  if (typeof error === "string") return { ...fields, message: textOf(fields["message"]) || error };
  return isObject(error) ? error : fields;
}

function messageOf(error: Fields): string {
  return textOf(error["message"]) || textOf(error["msg"]) || textOf(error["detail"]);
}

function codeOf(value: unknown): string {
  return typeof value === "number" ? String(value) : textOf(value);
}

const STATUS_MIN = 400;
const STATUS_MAX = 599;

/** An error in the middle of a stream that began with 200: its status where it states one, else that of a bad gateway. */
export function decodeStreamError(chunk: Fields): ChatError {
  const code = Number(codeOf(fieldsOf(chunk["error"])["code"]));
  const isStatus = Number.isInteger(code) && code >= STATUS_MIN && code <= STATUS_MAX;
  return decodeOpenAiChatError(isStatus ? code : 502, chunk);
}

/** A refusal for a client. */
export function encodeOpenAiChatError(error: ChatError, requestId: string): Fields {
  return openAiErrorOf(error, requestId);
}
