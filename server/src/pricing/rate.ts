/**
 * Where a number of a rate came from: the operator's table, the shipped defaults, a group ratio for users of
 * one group only, a rule for a model family, or the constant used where nothing says anything.
 */
export type PriceSource = "operator" | "default" | "special" | "family" | "fallback";

/** The multipliers of a rate by the token, in the order in which a charge is explained. */
export type TokenRateFactor =
  | "modelRatio"
  | "completionRatio"
  | "cacheRatio"
  | "cacheWriteRatio5m"
  | "cacheWriteRatio1h"
  | "imageRatio"
  | "audioRatio"
  | "audioCompletionRatio"
  | "groupRatio";

/** The multipliers of a rate by the call. */
export type CallRateFactor = "modelPriceUsd" | "groupRatio";

/** What a per-call price buys: one request, one second of media, or one picture. */
export type CallUnit = "request" | "second" | "image";

/** A multiplier of one call's whole price, tools left out: a picture's size, a video's resolution. */
export interface RateMultiplier {
  readonly name: string;
  readonly value: number;
}

/** The surcharge for a tool that the vendor runs and bills by the call. */
export interface RateToolPrice {
  /** US dollars for a thousand calls, before the group ratio. */
  readonly usdPerThousand: number;
  readonly source: PriceSource;
}

/** The ratios that a tier may set. */
export type TierFactor = Exclude<TokenRateFactor, "groupRatio">;

/** Ratios in place of the rate's own while a call's whole input is above a length. */
export interface RateTier extends Readonly<Partial<Record<TierFactor, number>>> {
  /** The tier is for longer inputs than this; all input tokens count, cached ones too. */
  readonly aboveInputTokens: number;
  /** Whose table has the tier. */
  readonly source: PriceSource;
}

interface RateBase {
  /** The table entry that set the price; a wildcard name where one matched. */
  readonly model: string;
  readonly groupRatio: number;
  /** Quota units that one US dollar buys. */
  readonly quotaPerUnit: number;
  /** Left out where there are none. */
  readonly multipliers?: readonly RateMultiplier[];
  /** By tool name; tools that are not in it are free. */
  readonly toolPrices?: Readonly<Record<string, RateToolPrice>>;
}

/** Priced by the token: a model ratio of 1 is one quota unit (2 USD a million) for an input token. */
export interface TokenRate extends RateBase {
  readonly kind: "tokens";
  readonly modelRatio: number;
  readonly completionRatio: number;
  readonly cacheRatio: number;
  readonly cacheWriteRatio5m: number;
  readonly cacheWriteRatio1h: number;
  readonly imageRatio: number;
  readonly audioRatio: number;
  readonly audioCompletionRatio: number;
  /** US dollars for a million tokens of audio input, in place of model ratio × audio ratio. */
  readonly audioInputUsd?: number;
  /** By rising length; the last one that a call is above is used. Left out where one price is for every length. */
  readonly tiers?: readonly RateTier[];
  readonly sources: Readonly<Record<TokenRateFactor, PriceSource> & { audioInputUsd?: PriceSource }>;
}

/** Priced by the call. */
export interface CallRate extends RateBase {
  readonly kind: "call";
  readonly modelPriceUsd: number;
  readonly per: CallUnit;
  readonly sources: Readonly<Record<CallRateFactor, PriceSource>>;
}

/**
 * The price of one model for one group, frozen when a request starts. Plain JSON, complete in itself: stored
 * beside a charge, it lets the charge be recomputed and explained whatever happens to the tables later.
 */
export type Rate = TokenRate | CallRate;
