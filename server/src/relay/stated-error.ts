import type { Usage } from "../pricing/usage.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import { failedWithStatus, untranslated } from "./failed-attempt.ts";
import type { FailedAttempt, UpstreamReply } from "./failed-attempt.ts";
import type { UpstreamDialect } from "./formats/chat/chat-dialect.ts";
import type { ChatError } from "./formats/chat/chat-error.ts";
import { UPSTREAM_FORMATS } from "./lanes/chat-formats.ts";
import { RelayError } from "./relay-error.ts";
import { withoutKey } from "./upstream-fault.ts";

const ERROR_STATUS_MIN = 400;

/** The status of an error that came under one of success: its own, where the vendor states one in it. */
function statedStatus({ status }: ChatError): number {
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

/**
 * An error that came under a status of success, whole or as a stream's first event. A client is told of it where it states
 * a status; else it is the gateway's to name. The channel's mapping is of that status.
 */
export function failedAsStated(
  channel: RelayChannel,
  dialect: UpstreamDialect,
  { error, body, billed }: { error: ChatError; body: UpstreamReply["body"]; billed?: Usage | undefined },
): FailedAttempt {
  const reason = withoutKey(error.message, channel);
  return failedWithStatus(channel, statedStatus(error), new RelayError("upstream.error", { reason }), {
    upstreamError: error.status >= ERROR_STATUS_MIN ? untranslated(error) : undefined,
    reply: { body: judgedBody(dialect, error, body) },
    billed,
  });
}
