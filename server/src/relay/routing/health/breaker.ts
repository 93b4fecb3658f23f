import type { Failure } from "../failures/classify-failure.ts";
import { FAILURE_MEANINGS } from "../failures/failure-class.ts";
import type { FailureClass, HealthScope } from "../failures/failure-class.ts";

/** What a breaker watches: the parts that its scope does not name are undefined. */
export interface BreakerSubject {
  readonly scope: HealthScope;
  readonly channelId: number;
  /** The key's place in its channel. */
  readonly keyIndex: number | undefined;
  readonly model: string | undefined;
}

/**
 * Lets requests through (closed), keeps them away for a time (open), then lets one at a time try (half-open, which is
 * open with its time over) until enough of them in a row have worked.
 */
export interface Breaker {
  readonly subject: BreakerSubject;
  isOpen: boolean;
  /** Why it opened last. */
  cause: FailureClass;
  openedAtMs: number;
  /** The last time it was told to stay open, or opened. */
  renewedAtMs: number;
  openUntilMs: number;
  closedAtMs: number;
  coolDownMs: number;
  /**
   * How often it opened without a calm time between: the cool-down doubles with each, and more probes must pass. 0: never,
   * or a person has closed it.
   */
  level: number;
  failuresInARow: number;
  failedAtMs: number;
  /** Of this opening. */
  failedProbes: number;
  passedProbes: number;
  /** 0 = no probe is under way. */
  probingSinceMs: number;
}

export interface BreakerTimes {
  /** A request that has not come back after this long no longer holds the place of the probe. */
  readonly probeTimeoutMs: number;
  /** Closed for this long, a breaker has forgotten that it ever opened. */
  readonly calmMs: number;
  /** The first failure so soon after closing opens it again. */
  readonly probationMs: number;
  /** Bounds of what an upstream may ask for with Retry-After. */
  readonly shortestWaitMs: number;
  readonly longestWaitMs: number;
}

export const BREAKER_TIMES: BreakerTimes = {
  probeTimeoutMs: 60_000,
  calmMs: 600_000,
  probationMs: 30_000,
  shortestWaitMs: 1000,
  longestWaitMs: 3_600_000,
};

/** Free to be chosen. */
export const FREE = 0;
/** Its time is over: one request may try it. */
export const PROBE = -1;
/** The same, and nobody has for as long again: any request may, also one that could not be tried elsewhere. */
export const PROBE_OVERDUE = -2;

/** FREE, PROBE, PROBE_OVERDUE, or the moment (ms since 1970) when it may next be tried. */
export type Standing = number;

export function createBreaker(subject: BreakerSubject): Breaker {
  return {
    subject,
    isOpen: false,
    cause: "server",
    openedAtMs: 0,
    renewedAtMs: 0,
    openUntilMs: 0,
    closedAtMs: 0,
    coolDownMs: 0,
    level: 0,
    failuresInARow: 0,
    failedAtMs: 0,
    failedProbes: 0,
    passedProbes: 0,
    probingSinceMs: 0,
  };
}

export function standingOf(breaker: Breaker, nowMs: number, times: BreakerTimes): Standing {
  if (!breaker.isOpen) return FREE;
  if (nowMs < breaker.openUntilMs) return breaker.openUntilMs;
  const probeEndsMs = breaker.probingSinceMs + times.probeTimeoutMs;
  if (breaker.probingSinceMs > 0 && nowMs < probeEndsMs) return probeEndsMs;
  return nowMs >= breaker.openUntilMs + breaker.coolDownMs ? PROBE_OVERDUE : PROBE;
}

/** Opens it, or keeps it open for longer after a failed probe. `random` spreads the probes of several nodes. */
export function open(
  breaker: Breaker,
  failure: Failure,
  { nowMs, random, times }: { nowMs: number; random: () => number; times: BreakerTimes },
): void {
  if (breaker.isOpen) {
    breaker.failedProbes++;
    breaker.level++;
  } else {
    const isCalm = breaker.level === 0 || nowMs - breaker.closedAtMs >= times.calmMs;
    breaker.level = isCalm ? 1 : Math.max(1, Math.floor(breaker.level / 2)) + 1;
    breaker.openedAtMs = nowMs;
    breaker.failedProbes = 0;
    breaker.isOpen = true;
  }
  breaker.cause = failure.class;
  breaker.renewedAtMs = nowMs;
  breaker.passedProbes = 0;
  breaker.probingSinceMs = 0;
  breaker.coolDownMs = coolDownMs(breaker.level, failure, random, times);
  breaker.openUntilMs = nowMs + breaker.coolDownMs;
}

/**
 * A later Retry-After than the one being waited for; from a request that was under way when the breaker opened. Answers
 * whether the wait is longer now.
 */
export function waitLonger(breaker: Breaker, failure: Failure, nowMs: number, times: BreakerTimes): boolean {
  if (failure.retryAfterMs === undefined) return false;
  const untilMs = nowMs + Math.round(boundedWait(failure.retryAfterMs, times));
  if (untilMs <= breaker.openUntilMs) return false;
  breaker.openUntilMs = untilMs;
  return true;
}

/** A request has come through; answers true when that closes the breaker. */
export function pass(breaker: Breaker, nowMs: number): boolean {
  breaker.failuresInARow = 0;
  if (!breaker.isOpen) return false;
  breaker.probingSinceMs = 0;
  breaker.passedProbes++;
  if (breaker.passedProbes < passesNeeded(breaker.level)) return false;
  breaker.isOpen = false;
  breaker.closedAtMs = nowMs;
  return true;
}

/** Neither a failure nor an opening is recent: it need not be kept. */
export function isForgettable(breaker: Breaker, nowMs: number, times: BreakerTimes): boolean {
  return !breaker.isOpen && nowMs - Math.max(breaker.closedAtMs, breaker.failedAtMs) >= times.calmMs;
}

/** What came back too soon before must show more than one good answer. */
function passesNeeded(level: number): number {
  return Math.min(level, PASSES_MAX);
}

const PASSES_MAX = 3;
const JITTER_SHARE = 0.25;
const LEVEL_MAX = 30;

/** Later by chance, never sooner: an upstream's own time is kept to. */
function coolDownMs(level: number, failure: Failure, random: () => number, times: BreakerTimes): number {
  const { firstCoolDownMs, longestCoolDownMs } = FAILURE_MEANINGS[failure.class];
  const waitMs =
    failure.retryAfterMs === undefined
      ? Math.min(firstCoolDownMs * 2 ** (Math.min(level, LEVEL_MAX) - 1), longestCoolDownMs)
      : boundedWait(failure.retryAfterMs, times);
  return Math.round(waitMs * (1 + JITTER_SHARE * random()));
}

function boundedWait(waitMs: number, times: BreakerTimes): number {
  return Math.min(Math.max(waitMs, times.shortestWaitMs), times.longestWaitMs);
}
