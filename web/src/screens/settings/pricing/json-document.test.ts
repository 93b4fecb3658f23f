import { describe, expect, test } from "vitest";
import { jsonValue, readJson } from "./json-document.ts";

describe("a text of JSON", () => {
  test.each([
    "{}",
    "[]",
    ' {"a": 1, "b": [true, false, null, -2.5e3, 0], "c": {"d": "x\\"\\u00e9\\n"}}\n',
    '"text"',
    "0",
    '{"":{"__proto__":1}}',
  ])("%s reads as JSON.parse reads it", (text) => {
    const result = readJson(text);
    if (!result.isOk) throw new Error(result.reason);
    expect(JSON.stringify(jsonValue(result.root))).toBe(JSON.stringify(JSON.parse(text)));
  });
  test("keeps members of one name and says where they stand", () => {
    const result = readJson('{\n  "a": 1,\n  "b": 2,\n  "a": 3\n}');
    if (!result.isOk || result.root.kind !== "object") throw new Error("an object");
    expect(result.root.members.map(({ name, line }) => [name, line])).toEqual([
      ["a", 2],
      ["b", 3],
      ["a", 4],
    ]);
  });
});

describe("a text that is no JSON", () => {
  test.each([
    ["", 1, "empty"],
    [" \n ", 2, "empty"],
    ['{"a": }', 1, "valueExpected"],
    ['{"a": 1,\n}', 1, "trailingComma"],
    ["{\n  a: 1\n}", 2, "nameExpected"],
    ['{"a" 1}', 1, "colonExpected"],
    ['{\n  "a": 1\n  "b": 2\n}', 3, "commaExpected"],
    ['{"a": 1', 1, "notClosed"],
    ['{"a": "x}', 1, "textNotClosed"],
    ['{"a": 01}', 1, "commaExpected"],
    ['{"a": NaN}', 1, "valueExpected"],
    ["{}\n{}", 2, "afterEnd"],
    ["[".repeat(100_000), 1, "tooDeep"],
  ])("%#: line %s", (text, line, reason) => {
    expect(readJson(text)).toEqual({ isOk: false, line, reason });
    expect(() => JSON.parse(text)).toThrow();
  });
});
