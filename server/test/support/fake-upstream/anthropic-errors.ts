import type { UpstreamError } from "./behaviour.ts";
import { jsonReply, type BodyReply } from "./dialect.ts";
import { newReplyId } from "./reply-identity.ts";

/** https://platform.claude.com/docs/en/api/errors */
const types: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  413: "request_too_large",
  429: "rate_limit_error",
  500: "api_error",
  504: "timeout_error",
  529: "overloaded_error",
};

export function anthropicErrorBody(status: number, error: UpstreamError = {}): object {
  const type = error.type ?? types[status] ?? (status < 500 ? "invalid_request_error" : "api_error");
  return { type: "error", error: { type, message: error.message ?? "The request failed." } };
}

/** Anthropic's error envelope. */
export function anthropicError(status: number, error: UpstreamError = {}): BodyReply {
  const requestId = newReplyId("req_");
  const reply = jsonReply({ ...anthropicErrorBody(status, error), request_id: requestId }, status);
  return { ...reply, headers: { ...reply.headers, "request-id": requestId } };
}
