import { expect, test } from "bun:test";
import { namedValue } from "./named-value.ts";

test("a table knows its own names only", () => {
  expect(namedValue({ a: 1 }, "a")).toBe(1);
  for (const name of ["b", "constructor", "toString", "__proto__"])
    expect(namedValue({ a: 1 }, name)).toBeUndefined();
});
