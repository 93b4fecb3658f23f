import type { Failure } from "../failures/classify-failure.ts";
import { FAILURE_MEANINGS } from "../failures/failure-class.ts";
import type { Breaker } from "./breaker.ts";
import type { NewIncident } from "./incident-log.ts";
import { ratesOf } from "./rate-window.ts";
import type { RateWindow } from "./rate-window.ts";

/** What is told when a breaker opens, with the figures of the last minute that led to it. */
export function openingIncident(
  breaker: Breaker,
  failure: Failure,
  window: RateWindow | undefined,
  nowMs: number,
): NewIncident {
  const rates = window ? ratesOf(window, nowMs) : { answers: 1, failures: 1 };
  const { isParked } = FAILURE_MEANINGS[failure.class];
  return {
    kind: isParked ? "parked" : failure.class === "rate-limit" ? "cooled" : "moved-away",
    atMs: nowMs,
    channelId: breaker.subject.channelId,
    keyIndex: breaker.subject.keyIndex,
    model: breaker.subject.model,
    cause: failure.class,
    status: failure.status,
    text: failure.message,
    ...rates,
    untilMs: breaker.openUntilMs,
    awayMs: undefined,
  };
}

/** What is told when it has closed again, with its probes as figures. */
export function recoveryIncident(breaker: Breaker, nowMs: number): NewIncident {
  return {
    kind: "recovered",
    atMs: nowMs,
    channelId: breaker.subject.channelId,
    keyIndex: breaker.subject.keyIndex,
    model: breaker.subject.model,
    cause: breaker.cause,
    status: undefined,
    text: "",
    answers: breaker.passedProbes + breaker.failedProbes,
    failures: breaker.failedProbes,
    untilMs: undefined,
    awayMs: nowMs - breaker.openedAtMs,
  };
}
