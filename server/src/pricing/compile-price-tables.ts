import { isTierList } from "@tollgate/contract/tiered-prices";
import type { TieredPrice } from "@tollgate/contract/tiered-prices";
import { defaultPriceTables } from "./default-prices/default-prices.ts";
import { isPrice } from "./price-tables.ts";
import type { ModelTable, PriceLayer, PriceMap, PriceTables, RejectedPrice } from "./price-tables.ts";
import type { CallUnit, PriceSource, Rate } from "./rate.ts";
import { readToolRules } from "./tool-prices.ts";
import type { ToolRule } from "./tool-prices.ts";

/** A number and where it came from. */
export interface SourcedNumber {
  readonly value: number;
  readonly source: PriceSource;
}

/** The tiers of a model, and whose they are. */
export interface SourcedTiers {
  readonly tiers: readonly TieredPrice[];
  readonly source: PriceLayer;
}

/** A model that has a price, with the rates already built for it, one for each distinct group ratio. */
export interface PricedModel {
  readonly name: string;
  /** The table that decides: by the call or by the token. */
  readonly basis: "modelPrice" | "modelRatio";
  readonly price: SourcedNumber;
  readonly ratesByGroup: Map<SourcedNumber, Rate>;
}

/** All price tables merged and ready for look-ups. Built once for each change of a table, then shared. */
export interface CompiledPriceTables {
  readonly quotaPerUnit: number;
  readonly pricedModels: ReadonlyMap<string, PricedModel>;
  /** Models without a price that were called in self-use mode, kept by `findRate` for their rates. */
  readonly unpricedModels: Map<string, PricedModel>;
  readonly entries: Readonly<Record<ModelTable, ReadonlyMap<string, SourcedNumber>>>;
  readonly priceUnits: ReadonlyMap<string, CallUnit>;
  readonly tieredPrices: ReadonlyMap<string, SourcedTiers>;
  readonly toolRules: readonly ToolRule[];
  readonly groupRatios: ReadonlyMap<string, SourcedNumber>;
  /** User group → group in use → the ratio that replaces the group's own. */
  readonly specialGroupRatios: ReadonlyMap<string, ReadonlyMap<string, SourcedNumber>>;
  /** Entries that were left out because their values are not prices. */
  readonly rejected: readonly RejectedPrice[];
}

export interface CompileOptions {
  /** The shipped tables unless given. */
  readonly defaults?: PriceTables;
  /** Quota units that one US dollar buys; 500 000 unless given. */
  readonly quotaPerUnit?: number;
}

/** Quota units that one US dollar buys, unless the operator says otherwise. */
export const DEFAULT_QUOTA_PER_UNIT = 500_000;

/**
 * Merges the operator's tables over the defaults, entry by entry. An entry whose value is not a price is left
 * out (the default then applies) and listed in `rejected`; nothing here throws.
 */
export function compilePriceTables(
  operator: Partial<PriceTables>,
  { defaults = defaultPriceTables(), quotaPerUnit = DEFAULT_QUOTA_PER_UNIT }: CompileOptions = {},
): CompiledPriceTables {
  const rejected: RejectedPrice[] = [];
  const merge = (table: NumberTable): ReadonlyMap<string, SourcedNumber> =>
    mergeLayers(table, defaults[table], operator[table] ?? {}, rejected);
  const entries: CompiledPriceTables["entries"] = {
    modelRatio: merge("modelRatio"),
    modelPrice: merge("modelPrice"),
    completionRatio: merge("completionRatio"),
    cacheRatio: merge("cacheRatio"),
    createCacheRatio: merge("createCacheRatio"),
    imageRatio: merge("imageRatio"),
    audioRatio: merge("audioRatio"),
    audioCompletionRatio: merge("audioCompletionRatio"),
    audioInputPrice: merge("audioInputPrice"),
  };
  return {
    quotaPerUnit: isPrice(quotaPerUnit) && quotaPerUnit > 0 ? quotaPerUnit : DEFAULT_QUOTA_PER_UNIT,
    pricedModels: pricedModels(entries),
    unpricedModels: new Map(),
    entries,
    priceUnits: new Map([
      ...Object.entries(defaults.modelPriceUnit),
      ...Object.entries(operator.modelPriceUnit ?? {}),
    ]),
    tieredPrices: mergeTiers(defaults.tieredPrices, operator.tieredPrices ?? {}, rejected),
    toolRules: [
      ...readToolRules(defaults.toolPrices, "default", rejected),
      ...readToolRules(operator.toolPrices ?? {}, "operator", rejected),
    ],
    groupRatios: merge("groupRatio"),
    specialGroupRatios: mergeSpecialRatios(defaults, operator, rejected),
    rejected,
  };
}

type NumberTable = ModelTable | "groupRatio";

function mergeLayers(
  table: NumberTable,
  defaults: PriceMap,
  operator: PriceMap,
  rejected: RejectedPrice[],
): ReadonlyMap<string, SourcedNumber> {
  const merged = new Map<string, SourcedNumber>();
  const layers: readonly (readonly [PriceLayer, PriceMap])[] = [
    ["default", defaults],
    ["operator", operator],
  ];
  for (const [layer, prices] of layers) {
    for (const [name, value] of Object.entries(prices)) {
      if (isPrice(value)) merged.set(name, { value, source: layer });
      else rejected.push({ layer, table, name });
    }
  }
  return merged;
}

function mergeTiers(
  defaults: PriceTables["tieredPrices"],
  operator: PriceTables["tieredPrices"],
  rejected: RejectedPrice[],
): ReadonlyMap<string, SourcedTiers> {
  const merged = new Map<string, SourcedTiers>();
  const layers: readonly (readonly [PriceLayer, PriceTables["tieredPrices"]])[] = [
    ["default", defaults],
    ["operator", operator],
  ];
  for (const [source, table] of layers) {
    for (const [name, tiers] of Object.entries(table)) {
      if (isTierList(tiers)) merged.set(name, { tiers, source });
      else rejected.push({ layer: source, table: "tieredPrices", name });
    }
  }
  return merged;
}

function mergeSpecialRatios(
  defaults: PriceTables,
  operator: Partial<PriceTables>,
  rejected: RejectedPrice[],
): ReadonlyMap<string, ReadonlyMap<string, SourcedNumber>> {
  const merged = new Map<string, Map<string, SourcedNumber>>();
  const layers: readonly (readonly [PriceLayer, PriceTables["groupGroupRatio"]])[] = [
    ["default", defaults.groupGroupRatio],
    ["operator", operator.groupGroupRatio ?? {}],
  ];
  for (const [layer, table] of layers) {
    for (const [userGroup, ratios] of Object.entries(table)) {
      const ofUserGroup = merged.get(userGroup) ?? new Map<string, SourcedNumber>();
      merged.set(userGroup, ofUserGroup);
      for (const [usingGroup, value] of Object.entries(ratios)) {
        if (isPrice(value)) ofUserGroup.set(usingGroup, { value, source: "special" });
        else rejected.push({ layer, table: "groupGroupRatio", name: `${userGroup}/${usingGroup}` });
      }
    }
  }
  return merged;
}

/**
 * Which price decides for each model: the operator's per-call price, else the operator's ratio, else the
 * shipped per-call price, else the shipped ratio.
 */
function pricedModels({ modelRatio, modelPrice }: CompiledPriceTables["entries"]) {
  const models = new Map<string, PricedModel>();
  for (const [name, price] of modelRatio) {
    models.set(name, { name, basis: "modelRatio", price, ratesByGroup: new Map() });
  }
  for (const [name, price] of modelPrice) {
    const isOverruled = price.source === "default" && modelRatio.get(name)?.source === "operator";
    if (!isOverruled) models.set(name, { name, basis: "modelPrice", price, ratesByGroup: new Map() });
  }
  return models;
}
