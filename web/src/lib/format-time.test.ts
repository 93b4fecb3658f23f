import { describe, expect, test } from "vitest";
import {
  formatDateTime,
  formatMilliseconds,
  formatRecent,
  formatSpan,
  parseDateTime,
} from "./format-time.ts";

describe("dates", () => {
  test("what is written can be read again", () => {
    const seconds = Math.floor(new Date(2026, 10, 21, 8, 5, 3).getTime() / 1000);
    expect(formatDateTime(seconds)).toBe("2026-11-21 08:05:03");
    expect(parseDateTime("2026-11-21 08:05:03")).toBe(seconds);
  });
  test("a day alone is its midnight", () => {
    expect(parseDateTime("2026-11-21")).toBe(Math.floor(new Date(2026, 10, 21).getTime() / 1000));
  });
  test.each(["", "yesterday", "2026-13-01", "2026-02-30", "2026-11-21 24:00", "2026-11-21 08:61"])(
    "%j is no date",
    (text) => {
      expect(parseDateTime(text)).toBeUndefined();
    },
  );
  test("no moment is a dash", () => {
    expect(formatDateTime(0)).toBe("—");
  });
  test("the current year is left out of recent moments", () => {
    const thisYear = Math.floor(new Date(new Date().getFullYear(), 0, 2, 3, 4, 5).getTime() / 1000);
    expect(formatRecent(thisYear)).toBe("01-02 03:04:05");
    expect(formatRecent(946_684_800 + 86_400)).toMatch(/^2000-01-0/);
  });
});

test.each([
  [620, "620 ms"],
  [3400, "3.4 s"],
  [4000, "4 s"],
  [120_000, "120 s"],
])("%d ms is shown as %s", (milliseconds, text) => {
  expect(formatSpan(milliseconds)).toBe(text);
});

test("a response time has two decimals", () => {
  expect(formatMilliseconds(2850)).toBe("2.85s");
  expect(formatMilliseconds(4)).toBe("< 0.01s");
});
