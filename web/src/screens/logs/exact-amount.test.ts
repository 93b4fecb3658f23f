import { expect, test } from "vitest";
import { exactNumber, groupDigits } from "./exact-amount.ts";

test("an exact amount keeps every digit", () => {
  expect(groupDigits("1234.5625")).toBe("1,234.5625");
  expect(groupDigits("0.0000396")).toBe("0.0000396");
});

test("a factor has no exponent and is not rounded", () => {
  expect(exactNumber(0.000_000_1)).toBe("0.0000001");
  expect(exactNumber(1 / 3)).toBe("0.3333333333333333");
  expect(exactNumber(500_000)).toBe("500,000");
});
