import { expect, test } from "bun:test";
import { tablesOfSheets } from "./sheet-tables.ts";
import type { PriceSheet } from "./price-sheet.ts";

function sheet(overrides: Partial<PriceSheet>): PriceSheet {
  return { vendor: "openai", currency: "USD", source: "a test", checkedOn: "2026-01-01", ...overrides };
}

test("list prices become ratios to two dollars and to the input price", () => {
  const tables = tablesOfSheets([
    sheet({
      tokenPrices: [
        {
          models: ["a", "b"],
          input: 1.1,
          output: 4.4,
          cacheRead: 0.275,
          cacheWrite: 1.375,
          imageInput: 2.2,
          audioInput: 11,
          audioOutput: 22,
        },
      ],
    }),
  ]);
  for (const name of ["a", "b"]) {
    expect(tables.modelRatio[name]).toBe(0.55);
    expect(tables.completionRatio[name]).toBe(4);
    expect(tables.cacheRatio[name]).toBe(0.25);
    expect(tables.createCacheRatio[name]).toBe(1.25);
    expect(tables.imageRatio[name]).toBe(2);
    expect(tables.audioRatio[name]).toBe(10);
    expect(tables.audioCompletionRatio[name]).toBe(2);
  }
});

test("a class without a price has no entry", () => {
  const tables = tablesOfSheets([sheet({ tokenPrices: [{ models: ["a"], input: 2 }] })]);
  expect(tables.modelRatio).toEqual({ a: 1 });
  expect(tables.completionRatio).toEqual({});
  expect(tables.cacheRatio).toEqual({});
});

test("a free model has a ratio of zero and no others", () => {
  const tables = tablesOfSheets([sheet({ tokenPrices: [{ models: ["a"], input: 0, output: 0 }] })]);
  expect(tables.modelRatio).toEqual({ a: 0 });
  expect(tables.completionRatio).toEqual({});
});

test("a quotient that is no short decimal keeps all its digits", () => {
  const tables = tablesOfSheets([sheet({ tokenPrices: [{ models: ["a"], input: 0.3, output: 2.5 }] })]);
  expect(tables.completionRatio["a"]).toBe(2.5 / 0.3);
});

test("prices in yuan are turned into dollars at 7.3", () => {
  const tables = tablesOfSheets([
    sheet({ currency: "CNY", tokenPrices: [{ models: ["a"], input: 1, output: 4 }] }),
  ]);
  expect(tables.modelRatio).toEqual({ a: 0.068493 });
  expect(tables.completionRatio).toEqual({ a: 4 });
});

test("calls and seconds have prices in dollars", () => {
  const tables = tablesOfSheets([
    sheet({
      callPrices: [
        { models: ["image"], priceUsd: 0.04 },
        { models: ["video"], priceUsd: 0.3, per: "second" },
      ],
    }),
  ]);
  expect(tables.modelPrice).toEqual({ image: 0.04, video: 0.3 });
  expect(tables.modelPriceUnit).toEqual({ video: "second" });
});

test("a name that comes twice keeps its first price", () => {
  const tables = tablesOfSheets([
    sheet({ tokenPrices: [{ models: ["a"], input: 2 }] }),
    sheet({ tokenPrices: [{ models: ["a"], input: 4 }] }),
  ]);
  expect(tables.modelRatio).toEqual({ a: 1 });
});

test("tiers are ratios to their own input price", () => {
  const tables = tablesOfSheets([
    sheet({
      tokenPrices: [
        {
          models: ["a"],
          input: 2,
          tiers: [{ aboveInputTokens: 9, input: 4, output: 6, cacheRead: 1, cacheWrite: 5 }],
        },
      ],
    }),
    sheet({
      currency: "CNY",
      tokenPrices: [{ models: ["b"], input: 1, tiers: [{ aboveInputTokens: 9, input: 2 }] }],
    }),
  ]);
  expect(tables.tieredPrices).toEqual({
    a: [{ above_input_tokens: 9, input: 2, output: 1.5, cache_read: 0.25, cache_write: 1.25 }],
    b: [{ above_input_tokens: 9, input: 0.136986 }],
  });
});

test("audio that is priced by itself has its dollars as well as its ratio", () => {
  const price = { models: ["a"], input: 0.5, audioInput: 1 };
  expect(tablesOfSheets([sheet({ tokenPrices: [price] })]).audioInputPrice).toEqual({});
  const own = tablesOfSheets([sheet({ tokenPrices: [{ ...price, isAudioInputInUsd: true }] })]);
  expect([own.audioInputPrice, own.audioRatio]).toEqual([{ a: 1 }, { a: 2 }]);
});
