import { describe, expect, test } from "bun:test";
import { formatQuota, formatQuotaOtherwise, formatUsd, usdDecimals, usdToQuota } from "./quota.ts";

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
  test("a log shows six decimals, aligned", () => {
    expect(formatQuota(3200, money, { digits: 6 })).toBe("$0.006400");
    expect(formatQuota(1, money, { digits: 6 })).toBe("$0.000002");
  });
  test("a single unit is never shown as nothing", () => {
    expect(formatQuota(1, money)).toBe("$0.000002");
    expect(formatQuota(1, { inCurrency: true, quotaPerUnit: 7_300_000 }, { digits: 6 })).toBe("$0.00000014");
  });
  test("what is no number is a dash", () => {
    expect(formatQuota(Number.NaN, money)).toBe("—");
    expect(formatUsd(Number.NaN)).toBe("—");
  });
});

test("the other form of an amount is exact", () => {
  expect(formatQuotaOtherwise(1_234_567, money)).toBe("1,234,567");
  expect(formatQuotaOtherwise(1_234_567, units)).toBe("$2.469134");
  expect(formatQuotaOtherwise(150_000_000, units)).toBe("$300.00");
  expect(formatQuotaOtherwise(1, units)).toBe("$0.000002");
});

describe("formatUsd", () => {
  test.each([
    [0, "$0.00"],
    [1234.5, "$1,234.50"],
    [-0.5, "-$0.50"],
    [0.0149, "$0.015"],
    [0.05, "$0.05"],
    [0.0999, "$0.10"],
    [0.0019, "$0.0019"],
    [0.000084, "$0.000084"],
    [-0.000_000_1, "-$0.0000001"],
  ])("%d is shown as %s", (usd, text) => {
    expect(formatUsd(usd)).toBe(text);
  });
});

test("a preset in dollars becomes whole units", () => {
  expect(usdToQuota(10, money)).toBe(5_000_000);
});

test.each([1, 1000, 333_333, 500_000, 7_300_000])(
  "with %d units to the dollar, dollars and back changes no amount",
  (quotaPerUnit) => {
    const digits = usdDecimals({ quotaPerUnit });
    for (const amount of [1, 2, 7, 333, 123_456_789])
      expect(usdToQuota(Number((amount / quotaPerUnit).toFixed(digits)), { quotaPerUnit })).toBe(amount);
  },
);
