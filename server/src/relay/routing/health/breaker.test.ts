import { describe, expect, test } from "bun:test";
import type { Failure } from "../failures/classify-failure.ts";
import {
  BREAKER_TIMES,
  FREE,
  PROBE,
  PROBE_OVERDUE,
  createBreaker,
  open,
  pass,
  standingOf,
} from "./breaker.ts";
import { isForgettable, waitLonger } from "./breaker.ts";

const failure = (parts: Partial<Failure> = {}): Failure => ({
  class: "server",
  status: 500,
  isSaid: false,
  message: "",
  retryAfterMs: undefined,
  ...parts,
});
const subject = { scope: "model", channelId: 1, keyIndex: undefined, model: "gpt" } as const;
const START_MS = 1_000_000_000;

/** A breaker that was opened at the start, without any jitter. */
function opened(parts: Partial<Failure> = {}) {
  const breaker = createBreaker(subject);
  const openAt = (nowMs: number) =>
    open(breaker, failure(parts), { nowMs, random: () => 0, times: BREAKER_TIMES });
  openAt(START_MS);
  return { breaker, openAt, at: (nowMs: number) => standingOf(breaker, nowMs, BREAKER_TIMES) };
}

describe("a breaker", () => {
  test("lets everything through until it opens", () => {
    expect(standingOf(createBreaker(subject), START_MS, BREAKER_TIMES)).toBe(FREE);
  });

  test("keeps requests away, then wants one probe, then lets anybody try", () => {
    const { at } = opened();
    expect(at(START_MS)).toBe(START_MS + 10_000);
    expect(at(START_MS + 9999)).toBe(START_MS + 10_000);
    expect(at(START_MS + 10_000)).toBe(PROBE);
    expect(at(START_MS + 20_000)).toBe(PROBE_OVERDUE);
  });

  test("allows one probe at a time, but does not wait for ever for its outcome", () => {
    const { breaker, at } = opened();
    breaker.probingSinceMs = START_MS + 10_000;
    expect(at(START_MS + 11_000)).toBe(START_MS + 70_000);
    expect(at(START_MS + 70_000)).toBe(PROBE_OVERDUE);
  });

  test("waits twice as long after each failed probe, up to the longest time", () => {
    const { breaker, openAt } = opened();
    const waits = [10, 20, 40, 80, 160, 300, 300].map((seconds) => seconds * 1000);
    const seen = waits.map(() => {
      const { coolDownMs } = breaker;
      openAt(breaker.openUntilMs);
      return coolDownMs;
    });
    expect(seen).toEqual(waits);
  });

  test("spreads its waits, and never wakes too soon", () => {
    const breaker = createBreaker(subject);
    open(breaker, failure(), { nowMs: START_MS, random: () => 0.999, times: BREAKER_TIMES });
    expect(breaker.coolDownMs).toBeWithin(10_000, 12_501);
  });

  test("keeps to what the upstream asks for, within bounds", () => {
    const waitOf = (retryAfterMs: number) => opened({ retryAfterMs }).breaker.coolDownMs;
    expect([waitOf(42_000), waitOf(0), waitOf(1e12)]).toEqual([42_000, 1000, 3_600_000]);
  });

  test("stays open for longer when a late answer asks for it", () => {
    const { breaker } = opened();
    waitLonger(breaker, failure({ retryAfterMs: 60_000 }), START_MS + 1000, BREAKER_TIMES);
    waitLonger(breaker, failure({ retryAfterMs: 5000 }), START_MS + 2000, BREAKER_TIMES);
    waitLonger(breaker, failure(), START_MS + 900_000, BREAKER_TIMES);
    expect(breaker.openUntilMs).toBe(START_MS + 61_000);
  });

  test("closes after one good answer, after more when it has opened again and again", () => {
    const { breaker, openAt } = opened();
    expect(pass(breaker, START_MS + 10_000)).toBe(true);
    expect(breaker.isOpen).toBe(false);
    for (let again = 0; again < 3; again++) openAt(START_MS + 20_000 + again);
    expect([1, 2, 3].map(() => pass(breaker, START_MS + 90_000))).toEqual([false, false, true]);
  });

  test("is forgotten when it has been closed for long enough", () => {
    const { breaker } = opened();
    expect(isForgettable(breaker, START_MS + 1e9, BREAKER_TIMES)).toBe(false);
    pass(breaker, START_MS);
    expect(isForgettable(breaker, START_MS + 599_999, BREAKER_TIMES)).toBe(false);
    expect(isForgettable(breaker, START_MS + 600_000, BREAKER_TIMES)).toBe(true);
  });
});
