import type { Clock } from "../../src/lib/clock.ts";

/** A clock that stands still until it is told otherwise. */
export interface TestClock extends Clock {
  advance(milliseconds: number): void;
  set(nowMs: number): void;
}

/** 2026-11-21 12:00:00 UTC: in the middle of every kind of window. */
const START_MS = Date.UTC(2026, 10, 21, 12);

export function createTestClock(startMs: number = START_MS): TestClock {
  let nowMs = startMs;
  return {
    nowMs: () => nowMs,
    advance(milliseconds) {
      nowMs += milliseconds;
    },
    set(value) {
      nowMs = value;
    },
  };
}
