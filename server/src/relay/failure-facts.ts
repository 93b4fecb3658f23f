import type { EndReason } from "@tollgate/contract/logs";
import type { FailedAttempt } from "./failed-attempt.ts";
import type { RelayErrorCode } from "./relay-error.ts";
import { withoutKey } from "./upstream-fault.ts";
import type { FailureFacts } from "./routing/failures/classify-failure.ts";

/** What a failed attempt tells about its channel. */
export function failureFactsOf({ status, error, detail, reply, channel }: FailedAttempt): FailureFacts {
  const kind = KINDS[error.code] ?? "answered";
  // A type without provider, a mapping in a circle: an operator has to act.
  if (error.code === "mapping.cycle") return { kind: "answered", code: "model_not_found", message: detail };
  if (kind !== "answered") return { kind, status, message: detail };
  const said: Record<string, unknown> = Object(Object(reply?.body).error);
  const message = text(said["message"]);
  const details = Array.isArray(said["details"]) ? said["details"] : [];
  return {
    kind,
    status,
    code: textOrNumber(said["code"]),
    type: text(said["type"]) ?? text(said["status"]),
    // It is kept: as a reason, and as an incident.
    message: message === undefined ? detail : withoutKey(message, channel),
    retryAfter: reply?.headers?.get("retry-after"),
    retryAfterMs: reply?.headers?.get("retry-after-ms"),
    retryDelay: details.map((entry) => text(Object(entry).retryDelay)).find((delay) => delay !== undefined),
  };
}

/** What the end of an answer that had begun says of its upstream; undefined when it is not to blame. */
export function brokenEnd(reason: EndReason | undefined): FailureFacts | undefined {
  if (reason === "upstream_truncated") return { kind: "network" };
  if (reason === "upstream_error") return { kind: "invalid" };
  return reason === "timeout" ? { kind: "timeout" } : undefined;
}

const KINDS: Partial<Record<RelayErrorCode, FailureFacts["kind"]>> = {
  "upstream.timeout": "timeout",
  "upstream.unreachable": "network",
  "upstream.truncated": "network",
  "upstream.invalid": "invalid",
};

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function textOrNumber(value: unknown): string | number | undefined {
  return typeof value === "number" ? value : text(value);
}
