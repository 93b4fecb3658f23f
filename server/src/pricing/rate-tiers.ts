import { oneHourCacheWrite } from "./cache-write-ratio.ts";
import type { TieredPrice } from "@tollgate/contract/tiered-prices";
import type { CompiledPriceTables, SourcedNumber } from "./compile-price-tables.ts";
import type { ModelTable } from "./price-tables.ts";
import type { RateTier, TierFactor } from "./rate.ts";

/** Where each ratio of a tier comes from in the table, and the tables whose entries are about the same class. */
const TIER_RATIOS: readonly {
  readonly factor: TierFactor;
  readonly tables: readonly [ModelTable, ...ModelTable[]];
  readonly of: (tier: TieredPrice) => number | undefined;
}[] = [
  { factor: "completionRatio", tables: ["completionRatio"], of: (tier) => tier.output },
  { factor: "cacheRatio", tables: ["cacheRatio"], of: (tier) => tier.cache_read },
  { factor: "cacheWriteRatio5m", tables: ["createCacheRatio"], of: (tier) => tier.cache_write },
  {
    factor: "cacheWriteRatio1h",
    tables: ["createCacheRatio"],
    of: ({ cache_write: write }) => (write === undefined ? undefined : oneHourCacheWrite(write)),
  },
  { factor: "imageRatio", tables: ["imageRatio"], of: (tier) => tier.image },
  { factor: "audioRatio", tables: ["audioRatio", "audioInputPrice"], of: (tier) => tier.audio },
  { factor: "audioCompletionRatio", tables: ["audioCompletionRatio"], of: (tier) => tier.audio_output },
];

/**
 * The tiers of a model's rate. Shipped tiers stand only beside the shipped model ratio: an operator who sets a ratio has
 * set it for every length. Where the operator has set another ratio of the model, it holds in the shipped tiers too.
 */
export function buildTiers(
  tables: CompiledPriceTables,
  model: string,
  ratio: SourcedNumber,
): readonly RateTier[] | undefined {
  const priced = tables.tieredPrices.get(model);
  if (priced === undefined || priced.tiers.length === 0) return undefined;
  if (priced.source === "default" && ratio.source !== "default") return undefined;
  const isOverruled = (names: readonly ModelTable[]): boolean =>
    priced.source === "default" &&
    names.some((name) => tables.entries[name].get(model)?.source === "operator");
  return Object.freeze(
    priced.tiers.map((tier): RateTier => {
      const own: Partial<Record<TierFactor, number>> = {};
      for (const { factor, tables: names, of } of TIER_RATIOS) {
        const value = of(tier);
        if (value !== undefined && !isOverruled(names)) own[factor] = value;
      }
      return Object.freeze({
        aboveInputTokens: tier.above_input_tokens,
        source: priced.source,
        modelRatio: tier.input,
        ...own,
      });
    }),
  );
}
