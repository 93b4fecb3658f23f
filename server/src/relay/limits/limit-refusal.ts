import { RelayError } from "../relay-error.ts";
import type { RelayErrorCode } from "../relay-error.ts";
import type { Taking } from "./limit-counter.ts";
import { limitHeaders } from "./limit-headers.ts";
import { usedOf, waitMsOf } from "./limit-window.ts";
import type { Claim, LimitMetric } from "./limit-window.ts";

const CODES: Readonly<Record<LimitMetric, RelayErrorCode>> = {
  requests: "limit.requests",
  successes: "limit.requests",
  tokens: "limit.tokens",
  concurrency: "limit.concurrency",
  "day-requests": "limit.day-requests",
  "day-quota": "limit.day-quota",
};
const UNCOUNTED_WAIT_SECONDS = 5;

/** Why claims were not taken: the limit that keeps them waiting longest, and how long that is. */
export function limitRefusal(claims: readonly Claim[], taking: Taking, nowMs: number): RelayError {
  let longest: { claim: Claim; used: number; waitMs: number } | undefined;
  claims.forEach((claim, index) => {
    const state = taking.states[index];
    if (!state) return;
    const waitMs = waitMsOf(claim, state, nowMs);
    if (waitMs > (longest?.waitMs ?? 0)) longest = { claim, used: usedOf(claim, state, nowMs), waitMs };
  });
  if (!longest) return uncountedRefusal();
  const { claim, used, waitMs } = longest;
  const seconds = secondsOf(waitMs);
  const details = {
    scope: claim.scope,
    limit: claim.limit,
    used: Math.ceil(used),
    minutes: claim.windowMs / 60_000,
    seconds,
  };
  const headers = { ...limitHeaders(claims, taking, nowMs), "retry-after": String(seconds) };
  return new RelayError(CODES[claim.metric], details, headers);
}

/** Every channel that could serve the call is at its limit; `waitMs`: until the first of them is not. */
export function channelsRefusal(model: string, waitMs: number): RelayError {
  const seconds = secondsOf(waitMs);
  return new RelayError("limit.channels", { model, seconds }, { "retry-after": String(seconds) });
}

/** Nobody can say whether the call is within its limits. */
export function uncountedRefusal(): RelayError {
  return new RelayError("limit.uncounted", {}, { "retry-after": String(UNCOUNTED_WAIT_SECONDS) });
}

/** The longest wait of the claims that did not fit. */
export function longestWaitMs(claims: readonly Claim[], { states }: Taking, nowMs: number): number {
  return Math.max(
    0,
    ...states.map((state, index) => {
      const claim = claims[index];
      return claim ? waitMsOf(claim, state, nowMs) : 0;
    }),
  );
}

const secondsOf = (waitMs: number) => Math.max(1, Math.ceil(waitMs / 1000));
