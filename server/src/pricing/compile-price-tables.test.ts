import { expect, test } from "bun:test";
import { DEFAULT_QUOTA_PER_UNIT, compilePriceTables } from "./compile-price-tables.ts";
import { defaultPriceTables } from "./default-prices/default-prices.ts";
import { findRate } from "./find-rate.ts";
import type { PriceTables } from "./price-tables.ts";

const request = { userGroup: "default", usingGroup: "default" };

/** What a table looks like when it comes from a JSON text nobody checked. */
function unchecked(text: string): Partial<PriceTables> {
  // The point of these tests is that the text does not have the type.
  return JSON.parse(text) as Partial<PriceTables>;
}

test("entries that are not prices are left out and listed", () => {
  const tables = compilePriceTables(
    unchecked(`{
      "modelRatio": { "good": 2, "text": "3", "negative": -1, "none": null, "list": [1] },
      "groupRatio": { "vip": "0.5" },
      "groupGroupRatio": { "vip": { "default": -2, "svip": 0.5 } }
    }`),
  );
  expect(tables.rejected).toEqual([
    { layer: "operator", table: "modelRatio", name: "text" },
    { layer: "operator", table: "modelRatio", name: "negative" },
    { layer: "operator", table: "modelRatio", name: "none" },
    { layer: "operator", table: "modelRatio", name: "list" },
    { layer: "operator", table: "groupRatio", name: "vip" },
    { layer: "operator", table: "groupGroupRatio", name: "vip/default" },
  ]);
  expect(findRate(tables, { ...request, model: "good" })).toMatchObject({ modelRatio: 2 });
  expect(findRate(tables, { ...request, model: "text" })).toEqual({ error: "price.unknown-model" });
});

test("a malformed entry of the operator leaves the shipped price in force", () => {
  const tables = compilePriceTables(
    unchecked('{ "modelRatio": { "gpt-4o": "free" }, "modelPrice": { "gpt-4o": -1 } }'),
  );
  expect(findRate(tables, { ...request, model: "gpt-4o" })).toMatchObject({
    modelRatio: 1.25,
    sources: { modelRatio: "default" },
  });
});

test("names that mean something to JavaScript are ordinary names", () => {
  const tables = compilePriceTables(unchecked('{ "modelRatio": { "__proto__": 3, "constructor": 4 } }'));
  expect(findRate(tables, { ...request, model: "__proto__" })).toMatchObject({ modelRatio: 3 });
  expect(findRate(tables, { ...request, model: "constructor" })).toMatchObject({ modelRatio: 4 });
  expect(findRate(tables, { ...request, model: "toString" })).toEqual({ error: "price.unknown-model" });
});

test("a quota per dollar that is no amount is replaced by the usual one", () => {
  for (const quotaPerUnit of [0, -1, Number.NaN, Infinity]) {
    expect(compilePriceTables({}, { quotaPerUnit }).quotaPerUnit).toBe(DEFAULT_QUOTA_PER_UNIT);
  }
  expect(compilePriceTables({}, { quotaPerUnit: 1000 }).quotaPerUnit).toBe(1000);
});

test("the shipped tables hold nothing that has to be left out", () => {
  expect(compilePriceTables({}).rejected).toEqual([]);
});

test("tiers and tool prices that are not valid are left out, and the shipped ones then apply", () => {
  const defaults = {
    ...defaultPriceTables(),
    tieredPrices: { m: [{ above_input_tokens: 1, input: 2 }] },
    toolPrices: { search: 3 },
  };
  const broken = { tieredPrices: { m: [{ above_input_tokens: 0, input: 2 }] }, toolPrices: { search: -1 } };
  const tables = compilePriceTables(broken, { defaults });
  expect(tables.rejected).toEqual([
    { layer: "operator", table: "tieredPrices", name: "m" },
    { layer: "operator", table: "toolPrices", name: "search" },
  ]);
  expect(tables.tieredPrices.get("m")?.source).toBe("default");
  expect(tables.toolRules).toHaveLength(1);
});
