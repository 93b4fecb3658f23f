import { expect, test } from "vitest";
import { redemptionStatusView } from "./redemption-status.ts";

test.each([
  [1, 0, "unused"],
  [1, 2000, "unused"],
  [1, 1000, "expired"],
  [2, 1000, "disabled"],
  [3, 1000, "used"],
  [9, 0, "unknown"],
] as const)("status %d that expires at %d is %s", (status, expired_time, text) => {
  expect(redemptionStatusView({ status, expired_time }, 1500).text).toBe(text);
});
