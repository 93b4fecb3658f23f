import { defaultPriceTables } from "./default-prices/default-prices.ts";
import type { PriceMap, PriceTables } from "./price-tables.ts";

/** The shipped tables by the option that holds the operator's entries of the same table. */
export interface RatioTables {
  readonly ModelRatio: PriceMap;
  readonly ModelPrice: PriceMap;
  readonly CompletionRatio: PriceMap;
  readonly CacheRatio: PriceMap;
  readonly CreateCacheRatio: PriceMap;
  readonly ImageRatio: PriceMap;
  readonly AudioRatio: PriceMap;
  readonly AudioCompletionRatio: PriceMap;
  readonly AudioInputPrice: PriceMap;
  readonly ToolPrices: PriceMap;
  readonly TieredPrices: PriceTables["tieredPrices"];
}

/** The shipped tables under the keys of the options that are laid over them. */
export function defaultRatioTables(): RatioTables {
  const tables = defaultPriceTables();
  return {
    ModelRatio: tables.modelRatio,
    ModelPrice: tables.modelPrice,
    CompletionRatio: tables.completionRatio,
    CacheRatio: tables.cacheRatio,
    CreateCacheRatio: tables.createCacheRatio,
    ImageRatio: tables.imageRatio,
    AudioRatio: tables.audioRatio,
    AudioCompletionRatio: tables.audioCompletionRatio,
    AudioInputPrice: tables.audioInputPrice,
    ToolPrices: tables.toolPrices,
    TieredPrices: tables.tieredPrices,
  };
}
