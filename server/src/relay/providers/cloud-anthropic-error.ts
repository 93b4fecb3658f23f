import { isObject } from "@tollgate/contract/json-object";
import { textOf } from "../formats/reported-usage.ts";
import type { Fields } from "../formats/reported-usage.ts";

/** Statuses of Anthropic's error types. Source: https://platform.claude.com/docs/en/api/errors */
const TYPES: Readonly<Record<number, string>> = {
  400: "invalid_request_error",
  401: "authentication_error",
  403: "permission_error",
  404: "not_found_error",
  408: "timeout_error",
  413: "request_too_large",
  429: "rate_limit_error",
  503: "overloaded_error",
  504: "timeout_error",
  529: "overloaded_error",
};

/** An error of a cloud in Anthropic's envelope. `type`: where more is known than the status. */
export function anthropicErrorBody(status: number, message: string, type?: string): Fields {
  return {
    type: "error",
    error: {
      type: type ?? TYPES[status] ?? (status < 500 ? "invalid_request_error" : "api_error"),
      message,
      // What Anthropic's own tool runner goes on from without threads.
      ...(status === 400 &&
        /^thread\b/.test(message) && { details: { error_code: "thread_unsupported_request" } }),
    },
  };
}

/** Whether an error is in Anthropic's envelope already. */
export function isAnthropicError(body: unknown): boolean {
  return isObject(body) && isObject(body["error"]) && textOf(body["error"]["type"]) !== "";
}
