import { isObject } from "@tollgate/contract/json-object";
import type { ChatError } from "../chat/chat-error.ts";
import { bareErrorText, kindOfStatus } from "../chat/status-kind.ts";
import { fieldsOf, textOf } from "../reported-usage.ts";

const STATUS_MIN = 400;
const STATUS_MAX = 599;

/**
 * `{code, message, status}`, as a body or as an event named `error`, whose status is its own.
 * Source: https://docs.dify.ai/api-reference/chat/send-chat-message (errors)
 */
export function decodeDifyError(status: number, body: unknown): ChatError {
  const fields = fieldsOf(body);
  const stated = fields["status"];
  const isStatus = typeof stated === "number" && stated >= STATUS_MIN && stated <= STATUS_MAX;
  const known = isStatus ? stated : status >= STATUS_MIN ? status : 502;
  const code = textOf(fields["code"]);
  return {
    kind: QUOTA_CODES.has(code) ? "quota" : kindOfStatus(known),
    status: known,
    code: code || "upstream_error",
    message: textOf(fields["message"]) || bareErrorText(known, body),
  };
}

const QUOTA_CODES: ReadonlySet<string> = new Set(["provider_quota_exceeded"]);

/** An error that came where an answer was asked for. */
export function isDifyError(body: unknown): boolean {
  if (!isObject(body)) return false;
  return body["event"] === "error" || (typeof body["code"] === "string" && "message" in body);
}
