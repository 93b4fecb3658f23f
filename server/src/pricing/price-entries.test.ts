import { OPTION_TABLE } from "@tollgate/contract/option-table";
import { expect, test } from "bun:test";
import { compilePriceTables } from "./compile-price-tables.ts";
import { defaultPriceTables } from "./default-prices/default-prices.ts";
import { defaultRatioTables } from "./default-ratio-tables.ts";
import { priceEntries } from "./price-entries.ts";

const TABLES = compilePriceTables({ modelRatio: { own: 3 }, groupRatio: { default: 7 } });

function entryOf(model: string) {
  return priceEntries(TABLES, new Map([[model, ["default", "vip"]]]))[0];
}

test("a model by the token has its ratios before any group's, and those that nobody has set are left out", () => {
  expect(entryOf("own")).toEqual({
    model_name: "own",
    quota_type: 0,
    model_ratio: 3,
    completion_ratio: 1,
    model_price: 0,
    enable_groups: ["default", "vip"],
    owner_by: "",
  });
  expect(entryOf("claude-sonnet-4-6")).toMatchObject({
    model_ratio: 1.5,
    completion_ratio: 5,
    cache_ratio: 0.1,
    create_cache_ratio: 1.25,
    owner_by: "anthropic",
  });
});

test("a model by the call has its price and what that buys", () => {
  expect(entryOf("dall-e-3")).toEqual({
    model_name: "dall-e-3",
    quota_type: 1,
    model_ratio: 0,
    completion_ratio: 0,
    model_price: 0.04,
    price_unit: "image",
    enable_groups: ["default", "vip"],
    owner_by: "openai",
  });
  expect(entryOf("mj_imagine")).not.toContainKey("price_unit");
  expect(entryOf("sora-2")).toMatchObject({ price_unit: "second" });
});

test("tiers show all that changes with the length, and what stays", () => {
  expect(entryOf("gemini-2.5-pro")?.tiers).toEqual([
    { above_input_tokens: 200_000, model_ratio: 1.25, completion_ratio: 6, cache_ratio: 0.1 },
  ]);
});

test("audio with a price in dollars has it", () => {
  expect(entryOf("gemini-2.5-flash")).toMatchObject({ audio_input_price: 1 });
});

test("a folded name has the price of its wildcard under its own name", () => {
  expect(entryOf("gemini-2.5-pro-thinking-128")).toMatchObject({
    model_name: "gemini-2.5-pro-thinking-128",
    model_ratio: 0.625,
    owner_by: "google",
  });
});

test("a model without a price is not in the list", () => {
  expect(entryOf("unheard-of")).toBeUndefined();
});

test("the shipped tables come under the keys of their options, and the options accept them", () => {
  const tables = Object.entries(defaultRatioTables());
  expect(tables.find(([key]) => key === "ModelRatio")?.[1]).toBe(defaultPriceTables().modelRatio);
  for (const [key, table] of tables) {
    const spec = Object.entries(OPTION_TABLE).find(([name]) => name === key)?.[1];
    expect(spec?.parse(JSON.stringify(table))).toEqual(table);
  }
  expect(tables).toHaveLength(11);
});
