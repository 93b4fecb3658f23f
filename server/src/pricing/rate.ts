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

/** What a per-call price buys: one request, or one second of media. */
export type CallUnit = "request" | "second";

interface RateBase {
  /** The table entry that set the price; a wildcard name where one matched. */
  readonly model: string;
  readonly groupRatio: number;
  /** Quota units that one US dollar buys. */
  readonly quotaPerUnit: number;
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
  readonly sources: Readonly<Record<TokenRateFactor, PriceSource>>;
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
