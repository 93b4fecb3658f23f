import { describe, expect, test } from "vitest";
import { checkTable, formatTable, isSameTable } from "./check-table.ts";
import type { PriceOption } from "./price-options.ts";

describe("a table", () => {
  test.each<[PriceOption, string]>([
    ["ModelRatio", '{"gpt-4o": 1.25}'],
    ["ModelRatio", ""],
    ["UserUsableGroups", '{"default": "默认分组"}'],
    ["GroupGroupRatio", '{"vip": {"default": 0.5}}'],
    ["TieredPrices", '{"m": [{"above_input_tokens": 200000, "input": 2, "output": 6}]}'],
    ["ToolPrices", '{"web_search": 10}'],
  ])("%s takes %s", (option, text) => {
    expect(checkTable(option, text)).toEqual({ problems: [], value: JSON.parse(text || "{}") });
  });

  test.each<[PriceOption, string, unknown]>([
    ["ModelRatio", '{"a": 1,\n"b": 2,\n"a": 1}', { code: "duplicate", line: 3, name: "a" }],
    ["ModelRatio", '{\n"a": "1"}', { code: "notNumber", line: 2, name: "a" }],
    ["ModelRatio", '{"a": -1}', { code: "outOfRange", line: 1, name: "a" }],
    ["ModelRatio", '{"a": 1e999}', { code: "outOfRange", line: 1, name: "a" }],
    ["ModelRatio", "[1]", { code: "notObject", line: 1 }],
    ["ModelRatio", '{"a": 1,}', { code: "trailingComma", line: 1 }],
    ["UserUsableGroups", '{"a": 1}', { code: "notText", line: 1, name: "a" }],
    ["GroupGroupRatio", '{"a": 1}', { code: "notRatios", line: 1, name: "a" }],
    ["GroupGroupRatio", '{"a": {"b": 1,\n"b": 2}}', { code: "duplicate", line: 2, name: "b" }],
    ["TieredPrices", '{"m": [{"input": 2}]}', { code: "notTiers", line: 1, name: "m" }],
  ])("%s refuses %s", (option, text, problem) => {
    const { problems, value } = checkTable(option, text);
    expect(problems).toEqual([problem]);
    expect(value).toBeUndefined();
  });
});

test("two texts are one table however they are written", () => {
  expect(isSameTable('{"a":1,"b":{"c":2}}', '{\n "b": {"c": 2.0}, "a": 1 }')).toBe(true);
  expect(isSameTable("", "{}")).toBe(true);
  expect(isSameTable('{"a":1}', '{"a":2}')).toBe(false);
  expect(isSameTable("{", "{}")).toBe(false);
});

test("a table is set in order; what is no JSON stays", () => {
  expect(formatTable('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(formatTable("{a")).toBe("{a");
});
