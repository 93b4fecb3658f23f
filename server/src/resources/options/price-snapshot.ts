import { compilePriceTables } from "../../pricing/compile-price-tables.ts";
import type { CompiledPriceTables } from "../../pricing/compile-price-tables.ts";
import { defaultPriceTables } from "../../pricing/default-prices/default-prices.ts";
import type { Logger } from "../../lib/logger.ts";
import type { OptionStore } from "./option-store.ts";

/** The price tables in force: shipped prices under the operator's own, compiled once for each change of an option. */
export interface PriceSnapshot {
  current(): CompiledPriceTables;
}

export function createPriceSnapshot(options: OptionStore, logger: Logger): PriceSnapshot {
  let tables = compile(options, logger);
  options.onChange(() => {
    tables = compile(options, logger);
  });
  return { current: () => tables };
}

function compile(options: OptionStore, logger: Logger): CompiledPriceTables {
  const tables = compilePriceTables(
    {
      modelRatio: options.get("ModelRatio"),
      modelPrice: options.get("ModelPrice"),
      completionRatio: options.get("CompletionRatio"),
      cacheRatio: options.get("CacheRatio"),
      createCacheRatio: options.get("CreateCacheRatio"),
      imageRatio: options.get("ImageRatio"),
      audioRatio: options.get("AudioRatio"),
      audioCompletionRatio: options.get("AudioCompletionRatio"),
      groupRatio: options.get("GroupRatio"),
      groupGroupRatio: options.get("GroupGroupRatio"),
    },
    {
      // The option is the whole list of groups: one that the operator has removed must not come back from below.
      defaults: { ...defaultPriceTables(), groupRatio: {}, groupGroupRatio: {} },
      quotaPerUnit: options.get("QuotaPerUnit"),
    },
  );
  for (const { table, name } of tables.rejected)
    logger.warn("a price is not a number and is left out", { table, name });
  return tables;
}
