import { decimalOf, digitsAtScale, multiplyDecimals } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import type { CallRate, CallRateFactor, Rate, TokenRate, TokenRateFactor } from "./rate.ts";
import type { Usage } from "./usage.ts";

/** What a line of a charge is for. */
export type ChargeItem =
  | "input.uncached"
  | "input.cacheRead"
  | "input.cacheWrite5m"
  | "input.cacheWrite1h"
  | "input.audio"
  | "input.image"
  | "output.text"
  | "output.reasoning"
  | "output.audio"
  | "output.image"
  | "request"
  | "second";

/** One class of use: how much of it a usage record holds, and what multiplies it. */
export interface ChargeClass {
  readonly item: ChargeItem;
  readonly factors: readonly (TokenRateFactor | CallRateFactor)[];
  /** Counted in whole units, each `1 / unitsPerQuantity` of the item: sums are kept in integers. */
  readonly unitsPerQuantity: number;
  readonly units: (usage: Usage) => number;
}

function tokenClass(
  item: ChargeItem,
  units: ChargeClass["units"],
  ...own: readonly TokenRateFactor[]
): ChargeClass {
  return { item, factors: ["modelRatio", ...own, "groupRatio"], unitsPerQuantity: 1, units };
}

/** The formula of a charge by the token: every class has its own count and its own factors. */
const TOKEN_CLASSES: readonly ChargeClass[] = [
  tokenClass("input.uncached", (usage) => usage.input.uncached),
  tokenClass("input.cacheRead", (usage) => usage.input.cacheRead, "cacheRatio"),
  tokenClass("input.cacheWrite5m", (usage) => usage.input.cacheWrite5m, "cacheWriteRatio5m"),
  tokenClass("input.cacheWrite1h", (usage) => usage.input.cacheWrite1h, "cacheWriteRatio1h"),
  tokenClass("input.audio", (usage) => usage.input.audio, "audioRatio"),
  tokenClass("input.image", (usage) => usage.input.image, "imageRatio"),
  tokenClass("output.text", (usage) => usage.output.text, "completionRatio"),
  tokenClass("output.reasoning", (usage) => usage.output.reasoning, "completionRatio"),
  tokenClass("output.audio", (usage) => usage.output.audio, "audioRatio", "audioCompletionRatio"),
  tokenClass("output.image", (usage) => usage.output.image, "completionRatio"),
];

const CALL_FACTORS: readonly CallRateFactor[] = ["modelPriceUsd", "groupRatio"];

const REQUEST_CLASS: ChargeClass = {
  item: "request",
  factors: CALL_FACTORS,
  unitsPerQuantity: 1,
  units: (usage) => usage.requests,
};

/** A vendor that does not say how long the media is sold one second of it a request, never nothing. */
const SECOND_CLASS: ChargeClass = {
  item: "second",
  factors: CALL_FACTORS,
  unitsPerQuantity: 1000,
  units: (usage) => Math.round((usage.seconds ?? usage.requests) * 1000),
};

/** A class of use with its exact price: `weight / ScaledRate.unit` quota for one counted unit. */
export interface ScaledClass {
  readonly chargeClass: ChargeClass;
  readonly weight: bigint;
}

/** A rate with its decimals turned into integers of one scale, so that charging multiplies and adds only. */
export interface ScaledRate {
  readonly classes: readonly ScaledClass[];
  /** One quota unit in the scale of the weights. */
  readonly unit: bigint;
  /** The scale itself: `unit` is 10 to its power. */
  readonly scale: number;
}

const scaledRates = new WeakMap<Rate, ScaledRate>();

/** The scaled form of a rate, made once for each rate object. */
export function scaledRate(rate: Rate): ScaledRate {
  const known = scaledRates.get(rate);
  if (known !== undefined) return known;
  const scaled = rate.kind === "tokens" ? scaleTokenRate(rate) : scaleCallRate(rate);
  scaledRates.set(rate, scaled);
  return scaled;
}

/** A count as a whole number that integers can hold, rounded up; what is not a positive number is zero. */
export function wholeCount(value: number): number {
  return value > 0 && value !== Infinity ? Math.min(Math.ceil(value), Number.MAX_SAFE_INTEGER) : 0;
}

function scaleTokenRate(rate: TokenRate): ScaledRate {
  return scaleClasses(TOKEN_CLASSES, ({ factors }) =>
    multiplyDecimals(...factors.map((factor) => decimalOf(factorValue(rate, factor)))),
  );
}

function scaleCallRate(rate: CallRate): ScaledRate {
  const chargeClass = rate.per === "second" ? SECOND_CLASS : REQUEST_CLASS;
  const price = multiplyDecimals(
    decimalOf(rate.modelPriceUsd),
    decimalOf(rate.quotaPerUnit),
    decimalOf(rate.groupRatio),
    decimalOf(1 / chargeClass.unitsPerQuantity),
  );
  return scaleClasses([chargeClass], () => price);
}

function scaleClasses(
  classes: readonly ChargeClass[],
  priceOf: (chargeClass: ChargeClass) => Decimal,
): ScaledRate {
  const prices = classes.map((chargeClass) => ({ chargeClass, price: priceOf(chargeClass) }));
  const scale = Math.max(...prices.map(({ price }) => price.scale));
  return {
    classes: prices.map(({ chargeClass, price }) => ({
      chargeClass,
      weight: digitsAtScale(price, scale),
    })),
    unit: 10n ** BigInt(scale),
    scale,
  };
}

/** The value of one factor of a rate; a factor that this kind of rate does not have is zero. */
export function factorValue(rate: Rate, factor: TokenRateFactor | CallRateFactor): number {
  if (factor === "groupRatio") return rate.groupRatio;
  if (rate.kind === "call") return factor === "modelPriceUsd" ? rate.modelPriceUsd : 0;
  return factor === "modelPriceUsd" ? 0 : rate[factor];
}
