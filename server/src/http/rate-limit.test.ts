import { describe, expect, test } from "bun:test";
import { createMemoryRateCounter, createRateLimiter } from "./rate-limit.ts";

const rules = {
  general: { limit: 2, windowSeconds: 10 },
  critical: { limit: 1, windowSeconds: 60 },
  search: { limit: 0, windowSeconds: 60 },
};

describe("rate limit", () => {
  test("calls beyond the limit of a window are refused with the seconds left", () => {
    let nowMs = 13_500;
    const limiter = createRateLimiter(rules, createMemoryRateCounter(), { nowMs: () => nowMs });
    expect([1, 2, 3].map(() => limiter.count("general", "a"))).toEqual([undefined, undefined, 7]);
    nowMs = 20_000;
    expect(limiter.count("general", "a")).toBeUndefined();
  });

  test("subjects and names are counted apart", () => {
    const limiter = createRateLimiter(rules, createMemoryRateCounter(), { nowMs: () => 0 });
    expect([limiter.count("critical", "a"), limiter.count("critical", "b")]).toEqual([undefined, undefined]);
    expect(limiter.count("general", "a")).toBeUndefined();
    expect(limiter.count("critical", "a")).toBe(60);
  });

  test("a limit of 0 is none", () => {
    const limiter = createRateLimiter(rules, createMemoryRateCounter(), { nowMs: () => 0 });
    expect(Array.from({ length: 100 }, () => limiter.count("search", "1"))).not.toContain(expect.any(Number));
  });

  test("beyond the bound of subjects newcomers share one count", () => {
    const counter = createMemoryRateCounter(2);
    expect(["a", "b", "c", "d", "a"].map((subject) => counter.add("general", 0, subject, 10))).toEqual([
      1, 1, 1, 2, 2,
    ]);
  });
});
