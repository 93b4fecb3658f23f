import { clipText } from "../../../lib/clip-text.ts";
import { compileRetryableStatus } from "../retryable-status.ts";
import type { RetryableStatus } from "../retryable-status.ts";
import { FAILURE_MEANINGS } from "./failure-class.ts";
import { hasWords } from "./message-words.ts";
import type { Failure } from "./classify-failure.ts";

/** The words that this product family shows for a channel of which no key is left. */
export const ALL_KEYS_DISABLED = "All keys are disabled";

/** The options about switching channels off and on, as text. */
export interface DisablingOptions {
  readonly AutomaticDisableChannelEnabled: boolean;
  readonly AutomaticEnableChannelEnabled: boolean;
  readonly AutomaticDisableKeywords: string;
  readonly AutomaticDisableStatusCodes: string;
  /** Seconds; 0 = off. */
  readonly ChannelDisableThreshold: number;
}

/** The same, ready to be asked for each failure. */
export interface DisablingRule {
  readonly disables: boolean;
  readonly enables: boolean;
  /** In lower case. */
  readonly keywords: readonly string[];
  readonly isDisablingStatus: RetryableStatus;
  /** A test that takes longer switches its channel off; 0 = never. */
  readonly slowTestMs: number;
}

/** Compiles the options once for many failures: keywords are one a line, status codes `401,403` or `500-503`. */
export function compileDisablingRule(options: DisablingOptions): DisablingRule {
  return {
    disables: options.AutomaticDisableChannelEnabled,
    enables: options.AutomaticEnableChannelEnabled,
    keywords: options.AutomaticDisableKeywords.split("\n")
      .map((line) => line.trim().toLowerCase())
      .filter((line) => line !== ""),
    isDisablingStatus: compileRetryableStatus(options.AutomaticDisableStatusCodes),
    slowTestMs: options.ChannelDisableThreshold * 1000,
  };
}

/**
 * Why a failure is a reason to switch its key or channel off, as the operator reads it; undefined when it is none: the
 * key is refused or empty, the status is one of the option's, or the message has one of the keywords. A limit that
 * passes by itself is no reason, though Gemini's speaks of an exceeded quota.
 */
export function disablingReason(failure: Failure, rule: DisablingRule): string | undefined {
  if (failure.class === "rate-limit" && failure.isSaid) return undefined;
  const isReason =
    isRefusedKey(failure) ||
    (failure.status !== undefined && rule.isDisablingStatus(failure.status)) ||
    rule.keywords.some((keyword) => hasWords(failure.message, keyword, failure.status));
  return isReason ? reasonText(failure) : undefined;
}

/** The vendor's words say that the key is refused or empty; a bare 403 may be many things. */
function isRefusedKey({ class: name, isSaid }: Failure): boolean {
  return isSaid && FAILURE_MEANINGS[name].scope === "key";
}

const REASON_MAX_LENGTH = 300;

function reasonText({ status, message, class: name }: Failure): string {
  const text = message === "" ? name : clipText(message, REASON_MAX_LENGTH);
  return status === undefined ? text : `HTTP ${status}: ${text}`;
}
