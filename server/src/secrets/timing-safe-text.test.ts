import { expect, test } from "bun:test";
import { timingSafeEqualText } from "./timing-safe-text.ts";

test("only equal texts are equal", () => {
  expect(timingSafeEqualText("", "")).toBe(true);
  expect(timingSafeEqualText("密钥", "密钥")).toBe(true);
  expect(timingSafeEqualText("abc", "abd")).toBe(false);
  expect(timingSafeEqualText("abc", "abcd")).toBe(false);
  expect(timingSafeEqualText("é", "e\u0301")).toBe(false);
});
