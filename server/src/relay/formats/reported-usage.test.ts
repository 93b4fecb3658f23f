import { expect, test } from "bun:test";
import {
  eitherCount,
  fillFromEarlier,
  keepLastUsage,
  reportedCount,
  reportedSeconds,
  splitInput,
  splitOutput,
  totalOf,
} from "./reported-usage.ts";

test("a count is whole, not negative and not absurd", () => {
  expect([0, -0, 1.4, 1.5, 1e9].map(reportedCount)).toEqual([0, 0, 1, 2, 1e9]);
  for (const value of [-1, NaN, Infinity, 1e9 + 1, "1", null, undefined, true, {}])
    expect(reportedCount(value)).toBeUndefined();
});

test("a total that is left out is nothing, one that cannot be read is unknown", () => {
  expect([totalOf(undefined), totalOf(null), totalOf(3), totalOf("3")]).toEqual([0, 0, 3, undefined]);
});

test("of two names the one that says something counts", () => {
  expect(eitherCount(0, 5)).toBe(5);
  expect(eitherCount(4, 5)).toBe(4);
  expect(eitherCount(0, undefined)).toBe(0);
  expect(eitherCount("x", null)).toBeUndefined();
});

test("seconds keep their milliseconds", () => {
  expect([reportedSeconds(1.23456), reportedSeconds(0), reportedSeconds(-2)]).toEqual([
    1.235,
    undefined,
    undefined,
  ]);
});

test("parts that overlap are cut, so that the classes add up to the total", () => {
  const input = splitInput({
    total: 100,
    cacheRead: 60,
    cacheWrite5m: 30,
    cacheWrite1h: 20,
    audio: 50,
    image: 50,
    cachedAudio: 0,
    cachedImage: 0,
  });
  expect(input).toEqual({
    cacheRead: 60,
    cacheWrite1h: 20,
    cacheWrite5m: 20,
    audio: 0,
    image: 0,
    uncached: 0,
  });
  expect(splitOutput(10, 4, 4, 4)).toEqual({ reasoning: 4, audio: 4, image: 2, text: 0 });
});

test("the last report wins unless it says nothing", () => {
  const said = { prompt_tokens: 1 };
  expect(keepLastUsage(said, { prompt_tokens: 2 })).toEqual({ prompt_tokens: 2 });
  expect(keepLastUsage(said, { prompt_tokens: 0, details: { cached: 0 } })).toBe(said);
  expect(keepLastUsage(said, { billed_units: { input_tokens: 3 } })).toEqual({
    billed_units: { input_tokens: 3 },
  });
  expect(keepLastUsage(undefined, { prompt_tokens: 0 })).toEqual({ prompt_tokens: 0 });
});

test("growing counters that are left out later stay", () => {
  expect(fillFromEarlier({ a: 1, b: 2 }, { b: 3, c: null })).toEqual({ a: 1, b: 3 });
  expect(fillFromEarlier({ a: 1 }, null)).toEqual({ a: 1 });
  expect(fillFromEarlier(undefined, { a: 1 })).toEqual({ a: 1 });
});
