import { UpstreamFault } from "../lib/egress/upstream-fault.ts";
import type { UpstreamFaultCode } from "../lib/egress/upstream-fault.ts";
import type { UpstreamHeaders } from "../lib/egress/upstream-exchange.ts";
import type { Usage } from "../pricing/usage.ts";
import type { RelayChannel } from "../resources/channels/relay-channels.ts";
import { FormatError } from "./formats/chat/chat-error.ts";
import type { ChatError } from "./formats/chat/chat-error.ts";
import { kindOfStatus } from "./formats/chat/status-kind.ts";
import type { OverrideRefusal } from "./overrides/param-override.ts";
import { CredentialError } from "./providers/credential-error.ts";
import { RelayError } from "./relay-error.ts";
import { faultDetail, faultReason, withoutKey } from "./upstream-fault.ts";

export interface FailedAttempt {
  readonly kind: "failed";
  readonly channel: RelayChannel;
  /** The upstream's status after the channel's mapping; undefined when none came. */
  readonly status: number | undefined;
  /** The same where the mapping has named it: it is told to the client, whoever words the error. */
  readonly mappedStatus?: number | undefined;
  readonly error: RelayError;
  /** What administrators read: may name addresses, which the error must not. */
  readonly detail: string;
  /** What the upstream says it has used all the same: the operator's cost, never the user's. */
  readonly billed: Usage | undefined;
  /** The upstream's error as it was read, for who learns from it; undefined when none came. */
  readonly reply: UpstreamReply | undefined;
  /** The upstream's own error answer, in its bytes when it is of the client's dialect. */
  readonly upstreamError: UpstreamError | undefined;
}

export interface UpstreamError {
  /** Undefined when it must be told in another dialect. */
  readonly bytes: Uint8Array | undefined;
  readonly error: ChatError;
  readonly contentType: string;
  readonly retryAfter: string | null;
}

/** An error answer: its JSON, and when it wants to be asked again. */
export interface UpstreamReply {
  readonly body: Record<string, unknown> | undefined;
  readonly headers?: Pick<UpstreamHeaders, "get">;
}

/** An attempt that came to nothing, as the log and the router need it. */
export function failed(
  channel: RelayChannel,
  status: number | undefined,
  error: RelayError,
  told: Partial<Pick<FailedAttempt, "billed" | "reply" | "upstreamError">> = {},
): FailedAttempt {
  const { billed, reply, upstreamError } = told;
  return { kind: "failed", channel, status, error, detail: error.message, billed, reply, upstreamError };
}

/** An attempt that came to nothing with a status of the upstream's, in whose place the channel may want another. */
export function failedWithStatus(
  channel: RelayChannel,
  stated: number,
  error: RelayError,
  told: Parameters<typeof failed>[3],
): FailedAttempt {
  const mappedStatus = channel.statusCodeMapping.get(stated);
  return { ...failed(channel, mappedStatus ?? stated, error, told), mappedStatus };
}

/** An upstream that was stopped because it took too long. */
export function late(channel: RelayChannel, wasWithoutWord: boolean): FailedAttempt {
  const outcome = failed(channel, undefined, new RelayError("upstream.timeout"));
  return wasWithoutWord ? { ...outcome, detail: "no first token within FirstTokenTimeoutSeconds" } : outcome;
}

/** A connection that failed, or an answer that could not be read. */
export function broken(channel: RelayChannel, error: unknown, clientHasLeft: boolean): FailedAttempt {
  if (error instanceof RelayError) return failed(channel, undefined, error);
  if (error instanceof CredentialError)
    return failed(channel, error.status, new RelayError("upstream.error", { reason: error.message }));
  if (error instanceof FormatError)
    return failed(channel, undefined, new RelayError("upstream.invalid", { reason: error.message }));
  if (error instanceof UpstreamFault && error.code === "truncated")
    return failed(channel, undefined, new RelayError("upstream.truncated"));
  if (error instanceof UpstreamFault && UNREADABLE.has(error.code))
    return failed(channel, undefined, new RelayError("upstream.invalid", { reason: faultReason(error) }));
  const reason = clientHasLeft ? "the client left before the answer" : faultReason(error);
  return {
    ...failed(channel, undefined, new RelayError("upstream.unreachable", { reason })),
    detail: withoutKey(clientHasLeft ? reason : faultDetail(error), channel),
  };
}

/** An answer with an error's status: its head, and its bytes where they are of the client's dialect. */
interface RefusingAnswer {
  readonly status: number;
  readonly headers: Pick<UpstreamHeaders, "get">;
  readonly bytes: Uint8Array | undefined;
}

/** What an upstream answered with an error's status; `said`: what could be read of it. */
export function refusedByUpstream(
  channel: RelayChannel,
  { status: answered, headers, bytes }: RefusingAnswer,
  { error, body }: { error: ChatError | undefined; body: UpstreamReply["body"] },
  billed?: Usage,
): FailedAttempt {
  const reason = withoutKey(error?.message ?? `HTTP ${answered}`, channel);
  const upstreamError = error && {
    bytes,
    error,
    contentType: headers.get("content-type") ?? "application/json",
    retryAfter: headers.get("retry-after"),
  };
  return failedWithStatus(channel, answered, new RelayError("upstream.error", { reason }), {
    upstreamError,
    reply: { body, headers },
    billed,
  });
}

/** What the channel's own settings answer in the place of its upstream. */
export function refusedBySetting(
  channel: RelayChannel,
  { status, message, code }: OverrideRefusal,
): FailedAttempt {
  return failed(channel, status, new RelayError("upstream.error", { reason: message }), {
    upstreamError: untranslated({ kind: kindOfStatus(status), status, code, message }),
  });
}

/** An error without bytes of its own: it is told in the words of the client's dialect. */
export function untranslated(error: ChatError): UpstreamError {
  return { bytes: undefined, error, contentType: "application/json", retryAfter: null };
}

const UNREADABLE: ReadonlySet<UpstreamFaultCode> = new Set(["too-large", "invalid", "damaged"]);
