import { expect, test } from "bun:test";
import { isOverridableHeader, isParamOverride } from "./channel-override.ts";

test.each<[unknown, boolean]>([
  [{ temperature: 0 }, true],
  [{ operations: [] }, true],
  [{ operations: [{ mode: "set", path: "a", value: 1 }] }, true],
  [{ operations: [{ mode: "regex_replace", path: "a", from: "\\d+", to: "" }] }, true],
  [{ operations: [{ mode: "set_header", path: "x-own", value: "1" }] }, true],
  [{ operations: {} }, false],
  [{ operations: ["set"] }, false],
  [{ operations: [{ mode: "dance" }] }, false],
  [{ operations: [{ mode: "regex_replace", path: "a", from: "(" }] }, false],
  [{ operations: [{ mode: "set_header", path: "Host", value: "1" }] }, false],
  [[], false],
  ["{}", false],
])("the override %j", (value, allowed) => {
  expect(isParamOverride(value)).toBe(allowed);
});

test("a channel sets its own headers, but not those that say how a message travels", () => {
  for (const name of ["X-Own", "Authorization", "user-agent"]) expect(isOverridableHeader(name)).toBe(true);
  for (const name of ["Host", "content-length", "Transfer-Encoding", "a b", ""])
    expect(isOverridableHeader(name)).toBe(false);
});
