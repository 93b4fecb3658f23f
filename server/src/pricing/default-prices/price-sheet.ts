import type { CallUnit } from "../rate.ts";

/** Whose models a sheet prices; also the key of the built-in model list of a channel form. */
export type PriceVendor =
  | "openai"
  | "anthropic"
  | "google"
  | "xai"
  | "deepseek"
  | "alibaba"
  | "zhipu"
  | "moonshot"
  | "minimax"
  | "baidu"
  | "tencent"
  | "xunfei"
  | "lingyiwanwu"
  | "mistral"
  | "cohere"
  | "perplexity"
  | "submodel"
  | "black-forest-labs"
  | "midjourney"
  | "suno";

/** List prices for a million tokens, in the currency of the sheet. Classes left out cost what text costs. */
export interface TokenPrice {
  /** All names that have this price. A `*` at the end is a wildcard entry that longer names fold to. */
  readonly models: readonly string[];
  readonly input: number;
  /** Left out where the completion family decides, and where nothing but input is sold. */
  readonly output?: number;
  readonly cacheRead?: number;
  /** A cache write that lives five minutes. */
  readonly cacheWrite?: number;
  readonly imageInput?: number;
  readonly audioInput?: number;
  readonly audioOutput?: number;
  /** The vendor's price for audio input stands by itself, so that it is kept in dollars rather than as a ratio. */
  readonly isAudioInputInUsd?: true;
  /** Prices for longer inputs, the shortest first. */
  readonly tiers?: readonly TierPrice[];
}

/** List prices of a model for calls whose whole input is above a length; classes left out keep their ratio to the input. */
export interface TierPrice {
  readonly aboveInputTokens: number;
  readonly input: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

/** List price for one call, one second of media, or one picture, in US dollars. */
export interface CallPrice {
  readonly models: readonly string[];
  readonly priceUsd: number;
  readonly per?: CallUnit;
}

/**
 * Prices of one vendor that come from one source. They are the standard ones: no batch discount, off-peak
 * hours, no thinking where thinking costs more; an operator who sells the others sets prices of their own.
 */
export interface PriceSheet {
  readonly vendor: PriceVendor;
  readonly currency: "USD" | "CNY";
  /** Where the figures were read. */
  readonly source: string;
  /** The day on which the source stood so, as YYYY-MM-DD. */
  readonly checkedOn: string;
  readonly tokenPrices?: readonly TokenPrice[];
  readonly callPrices?: readonly CallPrice[];
}

/** The tables that operators of this product family start from; figures nobody publishes any more. */
export const FAMILY_TABLES = {
  source: "default tables of the product family",
  checkedOn: "2026-08-08",
} as const;
