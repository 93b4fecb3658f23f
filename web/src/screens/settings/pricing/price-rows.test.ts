import { describe, expect, test } from "vitest";
import { draftOf, editModel, modelTablesOf, resetModel, tablesBy } from "./price-changes.ts";
import { filterPriceRows, priceRows, ratioTone, tokenPrices, type ModelTables } from "./price-rows.ts";

const tables = (part: Partial<Record<keyof ModelTables, Record<string, number>>>): ModelTables =>
  tablesBy((table) => new Map(Object.entries(part[table] ?? {})));

const own = tables({ ModelRatio: { mine: 4, both: 2 }, CompletionRatio: { both: 5 } });
const defaults = tables({ ModelRatio: { shipped: 1 }, ModelPrice: { both: 0.1, image: 0.04 } });
const rows = priceRows({ own, defaults, served: new Set(["shipped", "new"]), callUnits: new Map() });
const row = (model: string) => rows.find((candidate) => candidate.model === model);

describe("the price of a model", () => {
  test("the operator's ratio wins over a shipped price by the call", () => {
    expect(row("both")).toMatchObject({ kind: "tokens", isOwn: true });
    expect(row("image")).toMatchObject({ kind: "call", isOwn: false });
  });
  test("each number says whose it is", () => {
    expect(row("both")?.values).toEqual({
      ModelRatio: { value: 2, source: "own" },
      CompletionRatio: { value: 5, source: "own" },
      ModelPrice: { value: 0.1, source: "default" },
    });
  });
  test("is missing for a model that only a channel knows", () => {
    expect(row("new")).toMatchObject({ kind: "none", isServed: true });
  });
  test("for a million tokens is twice the ratio, and the output's that times the completion ratio", () => {
    expect(tokenPrices(row("both")?.values ?? {}, 500_000)).toEqual({ input: 4, output: 20 });
    expect(tokenPrices(row("mine")?.values ?? {}, 500_000)).toEqual({ input: 8, output: undefined });
  });
});

test("filters leave what they name", () => {
  const names = (show: Parameters<typeof filterPriceRows>[1]["show"], keyword = "") =>
    filterPriceRows(rows, { keyword, show }).map(({ model }) => model);
  // What was priced here or is called comes before what is only shipped.
  expect(names("all")).toEqual(["both", "mine", "new", "shipped", "image"]);
  expect(names("own")).toEqual(["both", "mine"]);
  expect(names("served")).toEqual(["new", "shipped"]);
  expect(names("unpriced")).toEqual(["new"]);
  expect(names("all", "MI")).toEqual(["mine"]);
});

test("ratios have the spec's colours", () => {
  expect([1, 1.1, 3, 3.1, 5, 5.1].map(ratioTone)).toEqual([
    "neutral",
    "blue",
    "blue",
    "orange",
    "orange",
    "red",
  ]);
});

describe("an edit", () => {
  test("touches only the tables that change", () => {
    expect(editModel(own, "mine", { ModelRatio: 4, CacheRatio: 0.1 })).toEqual({
      CacheRatio: '{\n  "mine": 0.1\n}',
    });
  });
  test("that takes every own number away leaves the other models", () => {
    const texts = resetModel(own, "both");
    expect(Object.keys(texts)).toEqual(["ModelRatio", "CompletionRatio"]);
    expect(JSON.parse(texts.ModelRatio ?? "")).toEqual({ mine: 4 });
    expect(JSON.parse(texts.CompletionRatio ?? "")).toEqual({});
  });
});

describe("a draft", () => {
  const saved = { ModelRatio: '{"a":1}', ModelPrice: "{}" };
  test("counts a table as changed only when it says something else", () => {
    const same = draftOf(saved, { ModelRatio: { text: '{ "a": 1.0 }', base: '{"a":1}' } });
    expect(same.changed).toEqual([]);
    const other = draftOf(saved, { ModelRatio: { text: '{"a":2}', base: '{"a":1}' } });
    expect(other.changed).toEqual(["ModelRatio"]);
    expect(modelTablesOf(other).ModelRatio.get("a")).toBe(2);
  });
  test("with a name that stands twice is changed and cannot be saved", () => {
    const text = '{"a":1,"a":1}';
    const draft = draftOf(saved, { ModelRatio: { text, base: '{"a":1}' } });
    expect([draft.changed, draft.invalid]).toEqual([["ModelRatio"], ["ModelRatio"]]);
  });
});
