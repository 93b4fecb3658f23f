import type { OptionKey, OptionValue } from "@tollgate/contract/options";
import { compilePriceTables } from "../../pricing/compile-price-tables.ts";
import type { CompiledPriceTables } from "../../pricing/compile-price-tables.ts";
import { defaultPriceTables } from "../../pricing/default-prices/default-prices.ts";

/** How an option is read: from the store, or with some of them replaced. */
export type ReadOption = <Key extends OptionKey>(key: Key) => OptionValue<Key>;

/** The options that prices are made of. */
export const PRICE_SOURCES = [
  "ModelRatio",
  "ModelPrice",
  "CompletionRatio",
  "CacheRatio",
  "CreateCacheRatio",
  "ImageRatio",
  "AudioRatio",
  "AudioCompletionRatio",
  "AudioInputPrice",
  "ToolPrices",
  "TieredPrices",
  "GroupRatio",
  "GroupGroupRatio",
  "QuotaPerUnit",
] as const satisfies readonly OptionKey[];

/** The price tables that options describe: shipped prices under the operator's own. */
export function compileOptionPrices(read: ReadOption): CompiledPriceTables {
  return compilePriceTables(
    {
      modelRatio: read("ModelRatio"),
      modelPrice: read("ModelPrice"),
      completionRatio: read("CompletionRatio"),
      cacheRatio: read("CacheRatio"),
      createCacheRatio: read("CreateCacheRatio"),
      imageRatio: read("ImageRatio"),
      audioRatio: read("AudioRatio"),
      audioCompletionRatio: read("AudioCompletionRatio"),
      audioInputPrice: read("AudioInputPrice"),
      toolPrices: read("ToolPrices"),
      tieredPrices: read("TieredPrices"),
      groupRatio: read("GroupRatio"),
      groupGroupRatio: read("GroupGroupRatio"),
    },
    {
      // The option is the whole list of groups: one that the operator has removed must not come back from below.
      defaults: { ...defaultPriceTables(), groupRatio: {}, groupGroupRatio: {} },
      quotaPerUnit: read("QuotaPerUnit"),
    },
  );
}
