import { expect, test } from "bun:test";
import { retryAfterMs } from "./retry-after.ts";
import type { RetryHints } from "./retry-after.ts";

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const cases: [string, RetryHints, number | undefined][] = [
  ["seconds", { retryAfter: "30" }, 30_000],
  ["fractions of seconds", { retryAfter: "0.5" }, 500],
  ["a date", { retryAfter: "Sat, 21 Nov 2026 12:01:00 GMT" }, 60_000],
  ["a date that is over", { retryAfter: "Sat, 21 Nov 2026 11:00:00 GMT" }, 0],
  ["milliseconds, which are more exact", { retryAfter: "1", retryAfterMs: "250" }, 250],
  ["Gemini's delay", { retryDelay: "22.5s" }, 22_500],
  ["OpenAI's sentence", { message: "Limit reached. Please try again in 6m0s. Visit" }, 360_000],
  ["a sentence with milliseconds", { message: "Please try again in 20ms." }, 20],
  ["a sentence in words", { message: "Please retry after 24 seconds." }, 24_000],
  ["a negative number", { retryAfter: "-5" }, undefined],
  ["nonsense", { retryAfter: "soon", message: "try again later" }, undefined],
  ["nothing", { retryAfter: null }, undefined],
];
test.each(cases)("the time to come back is read from %s", (_, hints, expected) => {
  expect(retryAfterMs(hints, NOW_MS)).toBe(expected);
});
