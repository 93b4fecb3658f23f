import { FAILURE_MEANINGS } from "./failure-class.ts";
import type { FailureClass } from "./failure-class.ts";
import { hasWords } from "./message-words.ts";
import { retryAfterMs } from "./retry-after.ts";
import type { RetryHints } from "./retry-after.ts";
import { GENERIC_TYPES, STATUS_CLASSES, VENDOR_ERRORS } from "./vendor-errors.ts";
import type { RetryableStatus } from "../retryable-status.ts";

/** What is known of a failed attempt. */
export interface FailureFacts extends RetryHints {
  /**
   * How it failed: an answer came ("answered", also an error inside a stream), none came in time, no connection or a
   * broken one, or an answer that cannot be understood.
   */
  readonly kind: "answered" | "timeout" | "network" | "invalid";
  /** The upstream's status after the channel's mapping. */
  readonly status?: number | undefined;
  /** `error.code`, or a vendor's own number. */
  readonly code?: string | number | null | undefined;
  /** `error.type` (OpenAI, Anthropic) or `error.status` (Google). */
  readonly type?: string | null | undefined;
  /** The sentence, without the key. */
  readonly message?: string | undefined;
  readonly channelType?: number | undefined;
}

export interface Failure {
  readonly class: FailureClass;
  readonly status: number | undefined;
  /** The vendor's words say so; otherwise only the status does. */
  readonly isSaid: boolean;
  readonly message: string;
  /** When the upstream wants to be asked again; it is not bounded yet. */
  readonly retryAfterMs: number | undefined;
}

/**
 * Names a failure. What a vendor's own code says counts first, then the words of the message, then a generic type, then
 * the status: a 400 may be an empty account, and a 429 may be one too.
 */
export function classifyFailure(facts: FailureFacts, nowMs: number): Failure {
  const isAnswer = facts.kind === "answered";
  const said = isAnswer ? saidClass(facts) : undefined;
  return {
    class: said ?? (isAnswer ? genericClass(facts) : undefined) ?? silentClass(facts),
    status: facts.status,
    isSaid: said !== undefined,
    message: facts.message ?? "",
    retryAfterMs: retryAfterMs(facts, nowMs),
  };
}

/**
 * Whether another channel is worth trying. The option AutomaticRetryStatusCodes decides by status; a failure without
 * one is always worth it. Words count more: what is wrong with a request is wrong everywhere, and an empty account or
 * a missing model speaks of one key only, whatever its status.
 */
export function isWorthRetrying(failure: Failure, isRetryable: RetryableStatus): boolean {
  const { fault } = FAILURE_MEANINGS[failure.class];
  if (failure.isSaid && fault === "client") return false;
  if (failure.status === undefined) return fault !== "client";
  return isRetryable(failure.status) || (failure.isSaid && (fault === "key" || fault === "model"));
}

function saidClass({
  code,
  type,
  message = "",
  status,
  channelType,
}: FailureFacts): FailureClass | undefined {
  return (
    classOfCode(code, channelType) ??
    classOfCode(type, channelType) ??
    PHRASES.find(({ text }) => hasWords(message, text, status))?.class
  );
}

/** What many failures share says no more than a status does. */
function genericClass({ code, type }: FailureFacts): FailureClass | undefined {
  return GENERIC.get(String(type ?? "").toLowerCase()) ?? GENERIC.get(String(code ?? "").toLowerCase());
}

/** A map: an upstream may name what every object has. */
const GENERIC: ReadonlyMap<string, FailureClass> = new Map(Object.entries(GENERIC_TYPES));

function silentClass({ kind, status }: FailureFacts): FailureClass {
  if (kind === "timeout") return "timeout";
  if (kind === "network") return "network";
  if (kind === "invalid" || status === undefined) return "server";
  const known = STATUS_CLASSES[status];
  return known ?? (status >= 400 && status < 500 ? "bad-request" : "server");
}

function classOfCode(
  code: string | number | null | undefined,
  channelType: number | undefined,
): FailureClass | undefined {
  if (code === null || code === undefined || code === "") return undefined;
  const name = String(code).toLowerCase();
  const dot = name.indexOf(".");
  return (
    CODES.get(name) ??
    CODES.get(`${channelType}:${name}`) ??
    (dot > 0 ? CODES.get(name.slice(0, dot)) : undefined)
  );
}

const CODES: ReadonlyMap<string, FailureClass> = new Map(
  VENDOR_ERRORS.flatMap(({ codes = {}, channelTypes }) =>
    entries(codes).flatMap(([name, texts]) =>
      texts.flatMap((text): [string, FailureClass][] =>
        channelTypes ? channelTypes.map((type) => [`${type}:${text}`, name]) : [[text, name]],
      ),
    ),
  ),
);

const PHRASES = VENDOR_ERRORS.flatMap(({ says = {} }) =>
  entries(says).flatMap(([name, texts]) => texts.map((text) => ({ text, class: name }))),
);

function entries(
  texts: Partial<Record<FailureClass, readonly string[]>>,
): [FailureClass, readonly string[]][] {
  // Object.entries forgets that the names are classes.
  return Object.entries(texts) as [FailureClass, readonly string[]][];
}
