import { expect, test } from "bun:test";
import type { PriceMap, RejectedPrice } from "./price-tables.ts";
import { readToolRules, toolPricesOf } from "./tool-prices.ts";

function usdOf(tables: { shipped?: PriceMap; operator?: PriceMap }, model: string): Record<string, number> {
  const rejected: RejectedPrice[] = [];
  const rules = [
    ...readToolRules(tables.shipped ?? {}, "default", rejected),
    ...readToolRules(tables.operator ?? {}, "operator", rejected),
  ];
  expect(rejected).toEqual([]);
  const prices = Object.entries(toolPricesOf(rules, model) ?? {});
  return Object.fromEntries(prices.map(([tool, { usdPerThousand }]) => [tool, usdPerThousand]));
}

test("the longest prefix decides, and the model's own name before it", () => {
  const shipped = { search: 1, "search:gpt-*": 2, "search:gpt-4o*": 3, "search:gpt-4o-mini": 4 };
  const priceOf = (model: string) => usdOf({ shipped }, model)["search"];
  expect(["grok", "gpt-5", "gpt-4o", "gpt-4o-mini", "gpt-4o-mini-x"].map(priceOf)).toEqual([1, 2, 3, 4, 3]);
});

test("whatever rule of the operator fits comes before every shipped one", () => {
  const shipped = { "search:gpt-4o": 3, files: 7 };
  expect(usdOf({ shipped, operator: { search: 1 } }, "gpt-4o")).toEqual({ search: 1, files: 7 });
  expect(usdOf({ shipped, operator: { "search:claude-*": 1 } }, "gpt-4o")).toEqual({ search: 3, files: 7 });
});

test("a tool that the operator makes free is free", () => {
  expect(usdOf({ shipped: { search: 3 }, operator: { search: 0 } }, "m")).toEqual({ search: 0 });
});

test("a model for which no rule fits has no tool prices", () => {
  expect(usdOf({ shipped: { "search:gpt-*": 3 } }, "claude")).toEqual({});
});

test("what is not a price is listed and left out", () => {
  const rejected: RejectedPrice[] = [];
  expect(readToolRules({ search: Number.NaN }, "operator", rejected)).toEqual([]);
  expect(rejected).toEqual([{ layer: "operator", table: "toolPrices", name: "search" }]);
});
