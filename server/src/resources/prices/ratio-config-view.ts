import type { DataOf } from "@tollgate/contract/endpoint";
import type { getRatioConfig } from "@tollgate/contract/prices";
import type { CompiledPriceTables } from "../../pricing/compile-price-tables.ts";
import type { ModelTable } from "../../pricing/price-tables.ts";

/** The tables in force, as other gateways of this family ask for them. */
export function ratioConfigView({ entries }: CompiledPriceTables): DataOf<typeof getRatioConfig> {
  const table = (name: ModelTable) =>
    Object.fromEntries([...entries[name]].map(([model, { value }]) => [model, value]));
  return {
    model_ratio: table("modelRatio"),
    completion_ratio: table("completionRatio"),
    cache_ratio: table("cacheRatio"),
    create_cache_ratio: table("createCacheRatio"),
    model_price: table("modelPrice"),
  };
}
