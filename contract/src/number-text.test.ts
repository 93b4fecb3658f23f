import { describe, expect, test } from "bun:test";
import { abbreviateNumber, formatWhole } from "./number-text.ts";

describe("abbreviateNumber", () => {
  test.each([
    [0, "0"],
    [9999, "9,999"],
    [10_000, "10.0k"],
    [12_345, "12.3k"],
    [999_949, "999.9k"],
    [999_950, "1.0M"],
    [1_000_000, "1.0M"],
    [999_960_000, "1.0B"],
    [2_500_000_000, "2.5B"],
    [-20_000, "-20.0k"],
  ])("%d is shown as %s", (value, text) => {
    expect(abbreviateNumber(value)).toBe(text);
  });
});

test("whole numbers get separators for thousands", () => {
  expect(formatWhole(1_234_567)).toBe("1,234,567");
});
