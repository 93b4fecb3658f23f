import type { Clock } from "../lib/clock.ts";

/** At most `limit` calls in each window; 0 sets no limit. */
export interface RateRule {
  readonly limit: number;
  readonly windowSeconds: number;
}

/** The console's windows: all calls of an address, its sign-ins and the like, searches of a user. */
export interface RateRules {
  readonly general: RateRule;
  readonly critical: RateRule;
  readonly search: RateRule;
}
export type RateName = keyof RateRules;

export interface RateLimiter {
  /** Counts a call. Answers undefined when it may go on, else in how many seconds the window ends. */
  count(name: RateName, subject: string): Promise<number | undefined> | number | undefined;
}

/** Where calls are counted: in this process, or in Redis for all nodes. */
export interface RateCounter {
  /** Adds a call to a window and answers how many it has now. Windows of one name have the same length. */
  add(name: string, window: number, subject: string, windowSeconds: number): Promise<number> | number;
}

/** Fixed windows, aligned to the clock. */
export function createRateLimiter(rules: RateRules, counter: RateCounter, clock: Clock): RateLimiter {
  return {
    count(name, subject) {
      const { limit, windowSeconds } = rules[name];
      if (limit === 0) return undefined;
      const windowMs = windowSeconds * 1000;
      const nowMs = clock.nowMs();
      const window = Math.floor(nowMs / windowMs);
      const verdict = (calls: number) =>
        calls <= limit ? undefined : Math.max(1, Math.ceil(((window + 1) * windowMs - nowMs) / 1000));
      const calls = counter.add(name, window, subject, windowSeconds);
      return typeof calls === "number" ? verdict(calls) : calls.then(verdict);
    },
  };
}

const SUBJECTS_MAX = 100_000;
const EVERYONE_ELSE = "*";

/** Counts in this process. Beyond a bound of subjects, newcomers of a window share one count, so memory is bounded. */
export function createMemoryRateCounter(subjectsMax = SUBJECTS_MAX): RateCounter {
  const windows = new Map<string, { window: number; calls: Map<string, number> }>();
  return {
    add(name, window, subject) {
      let current = windows.get(name);
      if (current?.window !== window) windows.set(name, (current = { window, calls: new Map() }));
      const { calls } = current;
      const counted = calls.has(subject) || calls.size < subjectsMax ? subject : EVERYONE_ELSE;
      const count = (calls.get(counted) ?? 0) + 1;
      calls.set(counted, count);
      return count;
    },
  };
}
