import type { UpstreamDialect } from "./formats/chat/chat-dialect.ts";
import type { ChatError } from "./formats/chat/chat-error.ts";
import { UPSTREAM_FORMATS } from "./lanes/chat-formats.ts";

const ERROR_STATUS_MIN = 400;

/** The status of an error that came under one of success: its own, where the vendor states one in it. */
export function statedStatus({ status }: ChatError): number {
  return status >= ERROR_STATUS_MIN ? status : 502;
}

/** An error body in the words that are looked for when it is judged, where the vendor has others. */
export function judgedBody<Body>(
  dialect: UpstreamDialect,
  { code, message, type }: ChatError,
  body: Body,
): Body | { error: { code: string; message: string; type: string | undefined } } {
  return UPSTREAM_FORMATS[dialect].isError ? { error: { code, message, type } } : body;
}

/** The error for a client of any dialect, where it states a status; else it is the gateway's to name. */
export function statedError(error: ChatError) {
  return error.status >= ERROR_STATUS_MIN
    ? { bytes: undefined, error, contentType: "application/json", retryAfter: null }
    : undefined;
}
