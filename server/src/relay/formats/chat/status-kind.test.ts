import { expect, test } from "bun:test";
import { bareErrorText, kindOfStatus } from "./status-kind.ts";

test.each([
  [400, "invalid"],
  [401, "authentication"],
  [402, "quota"],
  [403, "permission"],
  [404, "invalid"],
  [429, "unavailable"],
  [503, "unavailable"],
  [529, "unavailable"],
  [500, "upstream"],
  [200, "upstream"],
] as const)("status %p is of the kind %p", (status, kind) => {
  expect(kindOfStatus(status)).toBe(kind);
});

test("a page of HTML, nothing or a novel is not shown to people", () => {
  expect(bareErrorText(502, " Busy. ")).toBe("Busy.");
  for (const body of ["<html>", "", undefined, { a: 1 }, "x".repeat(301)])
    expect(bareErrorText(502, body)).toBe("The upstream answered with status 502.");
});
