import { vendorOfModel } from "./default-prices/default-prices.ts";
import { findListRate } from "./find-rate.ts";
import type { CompiledPriceTables } from "./compile-price-tables.ts";
import type { CallRate, RateTier, TokenRate } from "./rate.ts";

/** A tier of a price entry: ratios as in the entry itself. */
export interface PriceEntryTier {
  above_input_tokens: number;
  model_ratio: number;
  completion_ratio: number;
  cache_ratio?: number;
  create_cache_ratio?: number;
}

/** The price of a model before any group's ratio, as the price list has it. */
export interface PriceEntry {
  model_name: string;
  /** 0 by the token, 1 by the call. */
  quota_type: 0 | 1;
  /** 0 when the model is priced by the call. */
  model_ratio: number;
  completion_ratio: number;
  /** US dollars; 0 when the model is priced by the token. */
  model_price: number;
  /** What `model_price` buys where it is not one request. */
  price_unit?: "second" | "image";
  /** Ratios that no table has are left out. */
  cache_ratio?: number;
  create_cache_ratio?: number;
  image_ratio?: number;
  audio_ratio?: number;
  audio_completion_ratio?: number;
  /** US dollars for a million tokens of audio input, in place of the audio ratio. */
  audio_input_price?: number;
  tiers?: PriceEntryTier[];
  enable_groups: string[];
  /** The vendor's name in the shipped data; empty for a model that is not in it. */
  owner_by: string;
}

/** The prices of models, given with the groups that each is served in, in their order; models without a price are left out. */
export function priceEntries(
  tables: CompiledPriceTables,
  groupsByModel: ReadonlyMap<string, readonly string[]>,
): PriceEntry[] {
  const entries: PriceEntry[] = [];
  for (const [model, groups] of groupsByModel) {
    const rate = findListRate(tables, model);
    if ("error" in rate) continue;
    const shared = {
      model_name: model,
      enable_groups: [...groups],
      owner_by: vendorOfModel(rate.model) ?? "",
    };
    entries.push(
      rate.kind === "call" ? { ...callEntry(rate), ...shared } : { ...tokenEntry(rate), ...shared },
    );
  }
  return entries;
}

type PriceParts = Omit<PriceEntry, "model_name" | "enable_groups" | "owner_by">;

function callEntry({ modelPriceUsd, per }: CallRate): PriceParts {
  return {
    quota_type: 1,
    model_ratio: 0,
    completion_ratio: 0,
    model_price: modelPriceUsd,
    ...(per !== "request" && { price_unit: per }),
  };
}

function tokenEntry(rate: TokenRate): PriceParts {
  const { sources, audioInputUsd, tiers } = rate;
  return {
    quota_type: 0,
    model_ratio: rate.modelRatio,
    completion_ratio: rate.completionRatio,
    model_price: 0,
    ...(sources.cacheRatio !== "fallback" && { cache_ratio: rate.cacheRatio }),
    ...(sources.cacheWriteRatio5m !== "fallback" && { create_cache_ratio: rate.cacheWriteRatio5m }),
    ...(sources.imageRatio !== "fallback" && { image_ratio: rate.imageRatio }),
    ...(sources.audioRatio !== "fallback" && { audio_ratio: rate.audioRatio }),
    ...(sources.audioCompletionRatio !== "fallback" && { audio_completion_ratio: rate.audioCompletionRatio }),
    ...(audioInputUsd !== undefined && { audio_input_price: audioInputUsd }),
    ...(tiers && { tiers: tiers.map((tier) => tierEntry(rate, tier)) }),
  };
}

function tierEntry(rate: TokenRate, tier: RateTier): PriceEntryTier {
  const cacheRatio =
    tier.cacheRatio ?? (rate.sources.cacheRatio === "fallback" ? undefined : rate.cacheRatio);
  const cacheWriteRatio =
    tier.cacheWriteRatio5m ??
    (rate.sources.cacheWriteRatio5m === "fallback" ? undefined : rate.cacheWriteRatio5m);
  return {
    above_input_tokens: tier.aboveInputTokens,
    model_ratio: tier.modelRatio ?? rate.modelRatio,
    completion_ratio: tier.completionRatio ?? rate.completionRatio,
    ...(cacheRatio !== undefined && { cache_ratio: cacheRatio }),
    ...(cacheWriteRatio !== undefined && { create_cache_ratio: cacheWriteRatio }),
  };
}
