import { completionFamilyRatio } from "./completion-family.ts";
import { decimalOf, decimalToNumber, multiplyDecimals } from "./decimal.ts";
import { foldModelName } from "./model-name-folding.ts";
import type { CompiledPriceTables, PricedModel, SourcedNumber } from "./compile-price-tables.ts";
import type { ModelTable } from "./price-tables.ts";
import type { CallRate, Rate, TokenRate } from "./rate.ts";

/** Whose price of which model is asked for. */
export interface RateRequest {
  readonly model: string;
  /** The group the user belongs to. */
  readonly userGroup: string;
  /** The group the call runs in: the token's, else the user's; for "auto", the one finally chosen. */
  readonly usingGroup: string;
  /** Option SelfUseModeEnabled: a model without a price gets a high one instead of being refused. */
  readonly selfUseModeEnabled?: boolean;
}

/** No table has a price for the model, so that calling it must be refused. */
export interface UnknownPrice {
  readonly error: "price.unknown-model";
}

const UNKNOWN_PRICE: UnknownPrice = Object.freeze({ error: "price.unknown-model" });
const UNKNOWN_GROUP: SourcedNumber = { value: 1, source: "fallback" };
/** 75 USD a million: dear enough that an operator notices and sets a price. */
const SELF_USE_RATIO: SourcedNumber = { value: 37.5, source: "fallback" };
const ONE: SourcedNumber = { value: 1, source: "fallback" };
const CREATE_CACHE_RATIO: SourcedNumber = { value: 1.25, source: "fallback" };
/** A one-hour cache write costs 2 where a five-minute one costs 1.25. */
const ONE_HOUR_OVER_FIVE_MINUTES = decimalOf(1.6);

/**
 * The rate of a model in a group: the operator's per-call price, else the operator's ratio, else the shipped
 * per-call price, else the shipped ratio, under the model's own name or the wildcard it folds to. The same
 * frozen object is returned for the same answer, so that a look-up neither computes nor allocates.
 */
export function findRate(tables: CompiledPriceTables, request: RateRequest): Rate | UnknownPrice {
  const group = groupRatioOf(tables, request.userGroup, request.usingGroup);
  const priced = pricedModelOf(tables, request.model);
  if (priced === undefined) {
    return request.selfUseModeEnabled === true
      ? tokenRate(tables, request.model, SELF_USE_RATIO, group)
      : UNKNOWN_PRICE;
  }
  const known = priced.ratesByGroup.get(group);
  if (known !== undefined) return known;
  const build = priced.basis === "modelPrice" ? callRate : tokenRate;
  const rate = build(tables, priced.name, priced.price, group);
  priced.ratesByGroup.set(group, rate);
  return rate;
}

/** The multiplier of a group: the special one for users of `userGroup` if there is one; unknown groups are 1. */
function groupRatioOf(tables: CompiledPriceTables, userGroup: string, usingGroup: string): SourcedNumber {
  return (
    tables.specialGroupRatios.get(userGroup)?.get(usingGroup) ??
    tables.groupRatios.get(usingGroup) ??
    UNKNOWN_GROUP
  );
}

function pricedModelOf(tables: CompiledPriceTables, model: string): PricedModel | undefined {
  const own = tables.pricedModels.get(model);
  if (own !== undefined) return own;
  const folded = foldModelName(model);
  return folded === undefined ? undefined : tables.pricedModels.get(folded);
}

function callRate(
  tables: CompiledPriceTables,
  model: string,
  price: SourcedNumber,
  group: SourcedNumber,
): CallRate {
  return Object.freeze({
    kind: "call",
    model,
    modelPriceUsd: price.value,
    per: tables.priceUnits.get(model) ?? "request",
    groupRatio: group.value,
    quotaPerUnit: tables.quotaPerUnit,
    sources: Object.freeze({ modelPriceUsd: price.source, groupRatio: group.source }),
  });
}

function tokenRate(
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
  const oneHour = multiplyDecimals(decimalOf(cacheWrite.value), ONE_HOUR_OVER_FIVE_MINUTES);
  return Object.freeze({
    kind: "tokens",
    model,
    modelRatio: ratio.value,
    completionRatio: completion.value,
    cacheRatio: cache.value,
    cacheWriteRatio5m: cacheWrite.value,
    cacheWriteRatio1h: decimalToNumber(oneHour),
    imageRatio: image.value,
    audioRatio: audio.value,
    audioCompletionRatio: audioCompletion.value,
    groupRatio: group.value,
    quotaPerUnit: tables.quotaPerUnit,
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
