import { expect, test } from "vitest";
import { formatRatio } from "./format-number.ts";

test("a ratio loses the noise of floating point and trailing zeros", () => {
  expect(formatRatio(0.1 + 0.2)).toBe("0.3");
  expect(formatRatio(4)).toBe("4");
});

test("a small ratio keeps its first digits, without an exponent", () => {
  expect(formatRatio(0.000_001_5)).toBe("0.0000015");
  expect(formatRatio(0.000_000_1)).toBe("0.0000001");
  expect(formatRatio(1 / 3)).toBe("0.333333");
  expect(formatRatio(12_345.5)).toBe("12345.5");
  expect(formatRatio(0)).toBe("0");
});
