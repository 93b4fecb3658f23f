import { expect, test } from "vitest";
import { formatRatio } from "./format-number.ts";

test("a ratio loses the noise of floating point and trailing zeros", () => {
  expect(formatRatio(0.1 + 0.2)).toBe("0.3");
  expect(formatRatio(4)).toBe("4");
});
