import { describe, expect, test } from "bun:test";
import * as z from "zod/mini";
import { boolText, csv, flag01, intText, isJsonObject, jsonObjectText, lines } from "./codecs.ts";

describe("wire codecs", () => {
  test("a comma list is decoded into distinct, trimmed names, and encoded as a comma list", () => {
    expect(z.decode(csv, " a, b,,a ,c")).toEqual(["a", "b", "c"]);
    expect(z.decode(csv, ["a", "b,a"])).toEqual(["a", "b"]);
    expect(z.decode(csv, "")).toEqual([]);
    expect(z.encode(csv, ["a", "b"])).toBe("a,b");
  });

  test("a text of lines is decoded from lines or commas, and encoded as lines", () => {
    expect(z.decode(lines, " 10.0.0.1\r\n10.0.0.2, 10.0.0.1")).toEqual(["10.0.0.1", "10.0.0.2"]);
    expect(z.decode(lines, null)).toEqual([]);
    expect(z.encode(lines, ["10.0.0.1", "10.0.0.2"])).toBe("10.0.0.1\n10.0.0.2");
  });

  test("a flag is 0 or 1 on the wire; true and false are understood", () => {
    expect([0, 1, 7, true, false].map((wire) => z.decode(flag01, wire))).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
    expect([z.encode(flag01, true), z.encode(flag01, false)]).toEqual([1, 0]);
  });

  test("a whole number of a query is decoded, anything else is refused with its code", () => {
    expect([z.decode(intText, "0"), z.decode(intText, "-12")]).toEqual([0, -12]);
    for (const wire of ["", "1.5", "1e3", "abc", " 1", "12345678901234567890"]) {
      const result = z.safeDecode(intText, wire);
      expect(result.success ? wire : result.error.issues[0]?.message).toBe("input.not-a-whole-number");
    }
    expect(z.encode(intText, -12)).toBe("-12");
  });

  test("a switch of a query is on for true and 1 only", () => {
    expect(["true", "1", "false", "0", "yes"].map((wire) => z.decode(boolText, wire))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
    expect(z.encode(boolText, true)).toBe("true");
  });

  test("what is encoded decodes to the same value", () => {
    for (const list of [[], ["one"], ["a", "b", "c"]]) {
      expect(z.decode(csv, z.encode(csv, list))).toEqual(list);
      expect(z.decode(lines, z.encode(lines, list))).toEqual(list);
    }
    for (const flag of [true, false]) {
      expect(z.decode(flag01, z.encode(flag01, flag))).toBe(flag);
      expect(z.decode(boolText, z.encode(boolText, flag))).toBe(flag);
    }
    for (const number of [0, 1, -1, 999_999_999_999_999])
      expect(z.decode(intText, z.encode(intText, number))).toBe(number);
  });

  test("a JSON text is empty or an object", () => {
    const accepts = (text: string) => z.safeParse(jsonObjectText, text).success;
    expect(["", "  ", "{}", '{"a":1}'].map(accepts)).toEqual([true, true, true, true]);
    expect(["[]", "1", "null", "{", '"a"'].map(accepts)).toEqual([false, false, false, false, false]);
    expect(isJsonObject("null")).toBe(false);
  });
});
