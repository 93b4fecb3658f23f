import { describe, expect, test } from "vitest";
import { formatQuota, formatUsd, usdToQuota } from "./format-quota.ts";

const money = { inCurrency: true, quotaPerUnit: 500_000 };
const units = { inCurrency: false, quotaPerUnit: 500_000 };

describe("formatQuota", () => {
  test("in currency, 500,000 units are one dollar", () => {
    expect(formatQuota(500_000, money)).toBe("$1.00");
    expect(formatQuota(100_000_000, money)).toBe("$200.00");
  });
  test("the operator's units for a dollar count", () => {
    expect(formatQuota(500_000, { inCurrency: true, quotaPerUnit: 250_000 })).toBe("$2.00");
  });
  test("in raw units, large amounts are abbreviated unless every digit is asked for", () => {
    expect(formatQuota(1_234_567, units)).toBe("1.2M");
    expect(formatQuota(1_234_567, units, { exact: true })).toBe("1,234,567");
  });
  test("a log shows six decimals", () => {
    expect(formatQuota(3200, money, { digits: 6 })).toBe("$0.006400");
  });
});

describe("formatUsd", () => {
  test.each([
    [0, "$0.00"],
    [1234.5, "$1,234.50"],
    [-0.5, "-$0.50"],
    [0.000084, "$0.000084"],
    [0.0019, "$0.0019"],
    [0.000_000_1, "$0.00"],
  ])("%d is shown as %s", (usd, text) => {
    expect(formatUsd(usd)).toBe(text);
  });
});

test("a preset in dollars becomes whole units", () => {
  expect(usdToQuota(10, money)).toBe(5_000_000);
});
