import { chargeClasses } from "./charge-classes.ts";
import type { ChargeClass } from "./charge-classes.ts";
import { decimalOf, digitsAtScale, multiplyDecimals, shortestDecimal } from "./decimal.ts";
import type { Decimal } from "./decimal.ts";
import type { Rate, RateTier } from "./rate.ts";
import type { Usage } from "./usage.ts";

/** A class of use with its exact price: `weight / ScaledRate.unit` quota for one counted unit. */
export interface ScaledClass {
  readonly chargeClass: ChargeClass;
  readonly weight: bigint;
  /** The same weight as a double. Exact only where `ScaledRate.isSmall`. */
  readonly smallWeight: number;
}

/** A rate with its decimals turned into integers of one scale, so that charging multiplies and adds only. */
export interface ScaledRate {
  readonly classes: readonly ScaledClass[];
  /** The surcharges, in the same scale; only calls that used tools need them. */
  readonly toolClasses: readonly ScaledClass[];
  /** One quota unit in the scale of the weights. */
  readonly unit: bigint;
  /** The same as a double. Exact only where `isSmall`. */
  readonly smallUnit: number;
  /** The scale itself: `unit` is 10 to its power. */
  readonly scale: number;
  /** Weights and unit are exact as doubles, with room to double the unit. */
  readonly isSmall: boolean;
  /** The tier whose prices these are; undefined for the shortest inputs. */
  readonly tier: RateTier | undefined;
  /** The prices for longer inputs, by rising length. */
  readonly longer: readonly ScaledRate[];
}

const scaledRates = new WeakMap<Rate, ScaledRate>();
const NO_TIERS: readonly ScaledRate[] = [];

/** The scaled form of a rate for the shortest inputs, made once for each rate object. */
function scaledRate(rate: Rate): ScaledRate {
  let scaled = scaledRates.get(rate);
  if (scaled === undefined) {
    scaled = scaleRate(rate, undefined, tiersOf(rate));
    scaledRates.set(rate, scaled);
  }
  return scaled;
}

/** The scaled form of a rate that a call of this use is charged by: the tier is chosen by the whole input. */
export function scaledRateFor(rate: Rate, usage: Usage): ScaledRate {
  const shortest = scaledRate(rate);
  if (shortest.longer === NO_TIERS) return shortest;
  const length = wholeInput(usage);
  let chosen = shortest;
  for (const longer of shortest.longer) {
    if (longer.tier !== undefined && length > longer.tier.aboveInputTokens) chosen = longer;
  }
  return chosen;
}

/** A count as a whole number that integers can hold, rounded up; what is not a positive number is zero. */
export function wholeCount(value: number): number {
  return value > 0 && value !== Infinity ? Math.min(Math.ceil(value), Number.MAX_SAFE_INTEGER) : 0;
}

/** All tokens that went in, as they are charged. */
export function wholeInput({ input }: Usage): number {
  return (
    wholeCount(input.uncached) +
    wholeCount(input.cacheRead) +
    wholeCount(input.cacheWrite5m) +
    wholeCount(input.cacheWrite1h) +
    wholeCount(input.audio) +
    wholeCount(input.image)
  );
}

function tiersOf(rate: Rate): readonly ScaledRate[] {
  if (rate.kind !== "tokens" || rate.tiers === undefined || rate.tiers.length === 0) return NO_TIERS;
  return rate.tiers
    .toSorted((left, right) => left.aboveInputTokens - right.aboveInputTokens)
    .map((tier) => scaleRate(rate, tier, NO_TIERS));
}

function scaleRate(rate: Rate, tier: RateTier | undefined, longer: readonly ScaledRate[]): ScaledRate {
  const { main, tools } = chargeClasses(rate, tier);
  const prices = new Map([...main, ...tools].map((chargeClass) => [chargeClass, unitPrice(chargeClass)]));
  const scale = Math.max(...[...prices.values()].map((price) => price.scale));
  const unit = 10n ** BigInt(scale);
  const scaled = (chargeClass: ChargeClass): ScaledClass => {
    const weight = digitsAtScale(prices.get(chargeClass) ?? { digits: 0n, scale }, scale);
    return { chargeClass, weight, smallWeight: Number(weight) };
  };
  const classes = main.map(scaled);
  const toolClasses = tools.map(scaled);
  const isSmall = [2n * unit, ...[...classes, ...toolClasses].map(({ weight }) => weight)].every(
    (value) => value <= Number.MAX_SAFE_INTEGER,
  );
  return { classes, toolClasses, unit, smallUnit: Number(unit), scale, isSmall, tier, longer };
}

/** The exact price of one counted unit, with as few digits as it has: the fewer, the smaller the numbers. */
function unitPrice({ factors, unitsPerQuantity }: ChargeClass): Decimal {
  const product = multiplyDecimals(
    ...factors.map(({ value }) => decimalOf(value)),
    decimalOf(1 / unitsPerQuantity),
  );
  return shortestDecimal(product);
}
