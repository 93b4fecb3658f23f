import type { TieredPrice } from "@tollgate/contract/tiered-prices";
import type { ModelTable, PriceTables } from "../price-tables.ts";
import type { CallUnit } from "../rate.ts";
import type { PriceSheet, TierPrice, TokenPrice } from "./price-sheet.ts";

/** A model ratio of 1 is this much for a million input tokens. */
const USD_PER_RATIO = 2;
/** The rate at which prices in yuan are turned into dollars; the one that top-ups use by default. */
const CNY_PER_USD = 7.3;

/** The model tables that a list of sheets amounts to. A name that comes twice keeps its first price. */
export function tablesOfSheets(
  sheets: readonly PriceSheet[],
): Pick<PriceTables, ModelTable | "modelPriceUnit" | "tieredPrices"> {
  const tables: Record<ModelTable, Record<string, number>> = {
    modelRatio: {},
    modelPrice: {},
    completionRatio: {},
    cacheRatio: {},
    createCacheRatio: {},
    imageRatio: {},
    audioRatio: {},
    audioCompletionRatio: {},
    audioInputPrice: {},
  };
  const modelPriceUnit: Record<string, CallUnit> = {};
  const tieredPrices: Record<string, readonly TieredPrice[]> = {};
  for (const sheet of sheets) {
    for (const price of sheet.tokenPrices ?? []) {
      const ratios = ratiosOf(price, sheet.currency);
      const tiers = price.tiers?.map((tier) => tierOf(tier, sheet.currency));
      for (const model of price.models) {
        if (tiers !== undefined) tieredPrices[model] ??= tiers;
        for (const { table, ratio } of ratios) tables[table][model] ??= ratio;
      }
    }
    for (const { models, priceUsd, per } of sheet.callPrices ?? []) {
      for (const model of models) {
        tables.modelPrice[model] ??= priceUsd;
        if (per !== undefined) modelPriceUnit[model] ??= per;
      }
    }
  }
  return { ...tables, modelPriceUnit, tieredPrices };
}

interface TableRatio {
  readonly table: ModelTable;
  readonly ratio: number;
}

/** The ratios that list prices amount to: the input price in units of 2 USD, the others relative to it. */
function ratiosOf(price: TokenPrice, currency: PriceSheet["currency"]): readonly TableRatio[] {
  const { input, output, cacheRead, cacheWrite, imageInput, audioInput, audioOutput } = price;
  const relative: readonly (readonly [ModelTable, number | undefined, number])[] = [
    ["completionRatio", output, input],
    ["cacheRatio", cacheRead, input],
    ["createCacheRatio", cacheWrite, input],
    ["imageRatio", imageInput, input],
    ["audioRatio", audioInput, input],
    ["audioCompletionRatio", audioOutput, audioInput ?? input],
  ];
  const ratios: TableRatio[] = [{ table: "modelRatio", ratio: modelRatioOf(input, currency) }];
  for (const [table, part, whole] of relative) {
    if (part !== undefined && whole > 0) ratios.push({ table, ratio: quotient(part, whole) });
  }
  if (price.isAudioInputInUsd && audioInput !== undefined && currency === "USD")
    ratios.push({ table: "audioInputPrice", ratio: audioInput });
  return ratios;
}

function tierOf(tier: TierPrice, currency: PriceSheet["currency"]): TieredPrice {
  const { input, output, cacheRead, cacheWrite } = tier;
  return {
    above_input_tokens: tier.aboveInputTokens,
    input: modelRatioOf(input, currency),
    ...(output !== undefined && { output: quotient(output, input) }),
    ...(cacheRead !== undefined && { cache_read: quotient(cacheRead, input) }),
    ...(cacheWrite !== undefined && { cache_write: quotient(cacheWrite, input) }),
  };
}

/** More decimals would pretend that an exchange rate is exact, so prices in yuan get six. */
function modelRatioOf(input: number, currency: PriceSheet["currency"]): number {
  return currency === "USD"
    ? quotient(input, USD_PER_RATIO)
    : Number((input / CNY_PER_USD / USD_PER_RATIO).toFixed(6));
}

/** A quotient without the noise of binary division where it is a short decimal: 0.275 / 1.1 is 0.25. */
function quotient(part: number, whole: number): number {
  const exact = part / whole;
  const short = Number(exact.toPrecision(12));
  return Math.abs(short - exact) <= exact * 2 ** -50 ? short : exact;
}
