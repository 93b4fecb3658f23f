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
}

/** List price for one call, or for one second of media, in US dollars. */
export interface CallPrice {
  readonly models: readonly string[];
  readonly priceUsd: number;
  readonly per?: CallUnit;
}

/**
 * Prices of one vendor that come from one source. They are the standard ones: no batch discount, shortest
 * context tier, off-peak hours; an operator who sells the others sets prices of their own.
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
