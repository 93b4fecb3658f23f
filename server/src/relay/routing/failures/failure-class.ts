/** What went wrong, by what it means for the next request. The vendors' own words are in `vendor-errors.ts`. */
export type FailureClass =
  | "auth"
  | "quota"
  | "rate-limit"
  | "overload"
  | "bad-request"
  | "moderation"
  | "timeout"
  | "network"
  | "server"
  | "model-missing";

/** What a failure speaks about: a whole channel, one model of it, one of its keys, or one model under one key. */
export type HealthScope = "channel" | "model" | "key" | "key-model";

/** What follows from a failure of a class. */
export interface FailureMeaning {
  /** Who has to change something before the same request can work here. */
  readonly fault: "client" | "key" | "channel" | "model";
  /** What is not chosen for a while; undefined: nobody's health is touched. */
  readonly scope: HealthScope | undefined;
  /** Failures in a row that stop it, where there were good answers lately; without those, the first does. */
  readonly inARow: number;
  /** How long it is left alone at first; the time doubles with each failed probe, up to the longest. */
  readonly firstCoolDownMs: number;
  readonly longestCoolDownMs: number;
  /** It will not pass by itself: an operator has to act, or a day to end. */
  readonly isParked: boolean;
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const HARMLESS = { scope: undefined, inARow: 0, firstCoolDownMs: 0, longestCoolDownMs: 0, isParked: false };

export const FAILURE_MEANINGS: Readonly<Record<FailureClass, FailureMeaning>> = {
  auth: parked("key", "key", 5 * MINUTE_MS),
  quota: parked("key", "key", 10 * MINUTE_MS),
  "model-missing": parked("model", "key-model", 10 * MINUTE_MS),
  // Vendors count requests and tokens for each key and model.
  "rate-limit": cooled("key", "key-model", { inARow: 1, first: 5 * SECOND_MS, longest: 5 * MINUTE_MS }),
  overload: cooled("channel", "model", { inARow: 2, first: 5 * SECOND_MS, longest: 2 * MINUTE_MS }),
  server: cooled("channel", "model", { inARow: 2, first: 10 * SECOND_MS, longest: 5 * MINUTE_MS }),
  // The dearest failure: each costs a client the whole time limit.
  timeout: cooled("channel", "model", { inARow: 2, first: 30 * SECOND_MS, longest: 10 * MINUTE_MS }),
  network: cooled("channel", "channel", { inARow: 2, first: 5 * SECOND_MS, longest: 5 * MINUTE_MS }),
  "bad-request": { fault: "client", ...HARMLESS },
  moderation: { fault: "client", ...HARMLESS },
};

function parked(fault: FailureMeaning["fault"], scope: HealthScope, firstCoolDownMs: number): FailureMeaning {
  return { fault, scope, inARow: 1, firstCoolDownMs, longestCoolDownMs: 6 * HOUR_MS, isParked: true };
}

function cooled(
  fault: FailureMeaning["fault"],
  scope: HealthScope,
  { inARow, first, longest }: { inARow: number; first: number; longest: number },
): FailureMeaning {
  return {
    fault,
    scope,
    inARow,
    firstCoolDownMs: first,
    longestCoolDownMs: longest,
    isParked: false,
  };
}
