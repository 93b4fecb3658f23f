import { oneHourCacheWrite } from "./cache-write-ratio.ts";
import { completionFamilyRatio } from "./completion-family.ts";
import { buildTiers } from "./rate-tiers.ts";
import { toolPricesOf } from "./tool-prices.ts";
import type { CompiledPriceTables, SourcedNumber } from "./compile-price-tables.ts";
import type { ModelTable } from "./price-tables.ts";
import type { CallRate, TokenRate } from "./rate.ts";

const ONE: SourcedNumber = { value: 1, source: "fallback" };
const CREATE_CACHE_RATIO: SourcedNumber = { value: 1.25, source: "fallback" };

/** The frozen rate of a model that is priced by the call. */
export function buildCallRate(
  tables: CompiledPriceTables,
  model: string,
  price: SourcedNumber,
  group: SourcedNumber,
): CallRate {
  const toolPrices = toolPricesOf(tables.toolRules, model);
  return Object.freeze({
    kind: "call",
    model,
    modelPriceUsd: price.value,
    per: tables.priceUnits.get(model) ?? "request",
    groupRatio: group.value,
    quotaPerUnit: tables.quotaPerUnit,
    ...(toolPrices && { toolPrices }),
    sources: Object.freeze({ modelPriceUsd: price.source, groupRatio: group.source }),
  });
}

/** The frozen rate of a model that is priced by the token. */
export function buildTokenRate(
  tables: CompiledPriceTables,
  model: string,
  ratio: SourcedNumber,
  group: SourcedNumber,
): TokenRate {
  const entry = (table: ModelTable): SourcedNumber | undefined => tables.entries[table].get(model);
  const completion = entry("completionRatio") ?? familyRatio(model) ?? ONE;
  const cache = entry("cacheRatio") ?? ONE;
  const cacheWrite = entry("createCacheRatio") ?? CREATE_CACHE_RATIO;
  const image = entry("imageRatio") ?? ONE;
  const audio = entry("audioRatio") ?? ONE;
  const audioCompletion = entry("audioCompletionRatio") ?? audioCompletionFallback(audio, completion);
  const audioInputUsd = audioInputPrice(ratio, audio, entry("audioInputPrice"));
  const toolPrices = toolPricesOf(tables.toolRules, model);
  const tiers = buildTiers(tables, model, ratio);
  return Object.freeze({
    kind: "tokens",
    model,
    modelRatio: ratio.value,
    completionRatio: completion.value,
    cacheRatio: cache.value,
    cacheWriteRatio5m: cacheWrite.value,
    cacheWriteRatio1h: oneHourCacheWrite(cacheWrite.value),
    imageRatio: image.value,
    audioRatio: audio.value,
    audioCompletionRatio: audioCompletion.value,
    groupRatio: group.value,
    quotaPerUnit: tables.quotaPerUnit,
    ...(audioInputUsd && { audioInputUsd: audioInputUsd.value }),
    ...(toolPrices && { toolPrices }),
    ...(tiers && { tiers }),
    sources: Object.freeze({
      modelRatio: ratio.source,
      completionRatio: completion.source,
      cacheRatio: cache.source,
      cacheWriteRatio5m: cacheWrite.source,
      cacheWriteRatio1h: cacheWrite.source,
      imageRatio: image.source,
      audioRatio: audio.source,
      audioCompletionRatio: audioCompletion.source,
      groupRatio: group.source,
      ...(audioInputUsd && { audioInputUsd: audioInputUsd.source }),
    }),
  });
}

function familyRatio(model: string): SourcedNumber | undefined {
  const value = completionFamilyRatio(model);
  return value === undefined ? undefined : { value, source: "family" };
}

/** Where audio has no price of its own at all, spoken output costs what written output does. */
function audioCompletionFallback(audio: SourcedNumber, completion: SourcedNumber): SourcedNumber {
  return audio.source === "fallback" ? { value: completion.value, source: "fallback" } : ONE;
}

/** A shipped price in dollars stands only beside the shipped ratios: whoever sets one of those has set this price too. */
function audioInputPrice(
  ratio: SourcedNumber,
  audio: SourcedNumber,
  price: SourcedNumber | undefined,
): SourcedNumber | undefined {
  if (price?.source !== "default") return price;
  return ratio.source === "default" && audio.source !== "operator" ? price : undefined;
}
