import { describe, expect, test } from "vitest";
import { abbreviateNumber, formatRatio, formatWhole } from "./format-number.ts";

describe("abbreviateNumber", () => {
  test.each([
    [0, "0"],
    [9999, "9999"],
    [10_000, "10.0k"],
    [12_345, "12.3k"],
    [1_000_000, "1.0M"],
    [2_500_000_000, "2.5B"],
    [-20_000, "-20.0k"],
  ])("%d is shown as %s", (value, text) => {
    expect(abbreviateNumber(value)).toBe(text);
  });
});

test("whole numbers get separators for thousands", () => {
  expect(formatWhole(1_234_567)).toBe("1,234,567");
});

test("a ratio loses the noise of floating point and trailing zeros", () => {
  expect(formatRatio(0.1 + 0.2)).toBe("0.3");
  expect(formatRatio(4)).toBe("4");
});
