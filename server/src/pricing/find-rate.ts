import { buildCallRate, buildTokenRate } from "./build-rate.ts";
import { foldModelName } from "./model-name-folding.ts";
import type { CompiledPriceTables, PricedModel, SourcedNumber } from "./compile-price-tables.ts";
import type { Rate } from "./rate.ts";

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
/** Rates of more models without a price than this are built anew each time: names come from clients. */
const UNPRICED_MODELS_MAX = 1000;

/**
 * The rate of a model in a group: the operator's per-call price, else the operator's ratio, else the shipped
 * per-call price, else the shipped ratio, under the model's own name or the wildcard it folds to. The same
 * frozen object is returned for the same answer, so that a look-up neither computes nor allocates.
 */
export function findRate(tables: CompiledPriceTables, request: RateRequest): Rate | UnknownPrice {
  const group = groupRatioOf(tables, request.userGroup, request.usingGroup);
  return rateIn(tables, request.model, group, request.selfUseModeEnabled === true);
}

/** The list price of a model: its rate before any group's ratio. */
export function findListRate(tables: CompiledPriceTables, model: string): Rate | UnknownPrice {
  return rateIn(tables, model, UNKNOWN_GROUP, false);
}

function rateIn(
  tables: CompiledPriceTables,
  model: string,
  group: SourcedNumber,
  isUnknownPriced: boolean,
): Rate | UnknownPrice {
  const priced =
    pricedModelOf(tables, model) ?? (isUnknownPriced ? unpricedModelOf(tables, model) : undefined);
  if (priced === undefined) return UNKNOWN_PRICE;
  const known = priced.ratesByGroup.get(group);
  if (known !== undefined) return known;
  const build = priced.basis === "modelPrice" ? buildCallRate : buildTokenRate;
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

function unpricedModelOf({ unpricedModels }: CompiledPriceTables, name: string): PricedModel {
  const known = unpricedModels.get(name);
  if (known !== undefined) return known;
  const model: PricedModel = { name, basis: "modelRatio", price: SELF_USE_RATIO, ratesByGroup: new Map() };
  if (unpricedModels.size < UNPRICED_MODELS_MAX) unpricedModels.set(name, model);
  return model;
}
