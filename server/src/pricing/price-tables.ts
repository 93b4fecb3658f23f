import type { TieredPrice } from "@tollgate/contract/tiered-prices";
import type { CallUnit } from "./rate.ts";

/** Numbers by model name or group name. */
export type PriceMap = Readonly<Record<string, number>>;

/** Every price table, as the options of the same names hold them (`modelRatio` is option `ModelRatio`). */
export interface PriceTables {
  /** 1 = 2 USD for a million input tokens. */
  readonly modelRatio: PriceMap;
  /** US dollars for one call; such a model is not priced by the token. */
  readonly modelPrice: PriceMap;
  /** Output price over input price. */
  readonly completionRatio: PriceMap;
  /** Price of a cached input token over that of an uncached one. */
  readonly cacheRatio: PriceMap;
  /** Price of a five-minute cache write over that of an uncached input token. */
  readonly createCacheRatio: PriceMap;
  readonly imageRatio: PriceMap;
  /** Audio input price over text input price. */
  readonly audioRatio: PriceMap;
  /** Audio output price over audio input price. */
  readonly audioCompletionRatio: PriceMap;
  /** US dollars for a million tokens of audio input, in place of model ratio × audio ratio. */
  readonly audioInputPrice: PriceMap;
  /** US dollars for a thousand calls, by tool: `tool`, `tool:model`, or `tool:prefix*` for models that begin so. */
  readonly toolPrices: PriceMap;
  /** Prices by the length of the input. */
  readonly tieredPrices: Readonly<Record<string, readonly TieredPrice[]>>;
  readonly groupRatio: PriceMap;
  /** User group → group in use → the ratio that replaces the group's own. */
  readonly groupGroupRatio: Readonly<Record<string, PriceMap>>;
  /** What a per-call price buys, for the models where it is not one request. */
  readonly modelPriceUnit: Readonly<Record<string, CallUnit>>;
}

/** The tables that hold one number by model name. */
export type ModelTable =
  | "modelRatio"
  | "modelPrice"
  | "completionRatio"
  | "cacheRatio"
  | "createCacheRatio"
  | "imageRatio"
  | "audioRatio"
  | "audioCompletionRatio"
  | "audioInputPrice";

/** Whose table an entry stands in. The operator's entries win over the shipped ones, one by one. */
export type PriceLayer = "operator" | "default";

/** An entry left out because its value is not a price. */
export interface RejectedPrice {
  readonly layer: PriceLayer;
  readonly table: keyof PriceTables;
  readonly name: string;
}

/** A ratio or a price is a finite number that is not negative. */
export function isPrice(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
