import type { Rate, RateMultiplier } from "./rate.ts";

/** More variants of one rate than this are made anew each time: a client must not fill the memory. */
const VARIANTS_MAX = 64;

const variants = new WeakMap<Rate, Map<string, Rate>>();

/**
 * The rate of one call whose price is multiplied: a picture's size, a video's resolution. The same frozen object for
 * the same multipliers, which follow those that the rate already has. Multipliers of 1 are left out, and the rate
 * itself is the answer when none is left. Throws RangeError for a value that is not finite or below zero.
 */
export function withMultipliers(rate: Rate, multipliers: readonly RateMultiplier[]): Rate {
  const effective = multipliers.filter(({ value }) => value !== 1);
  if (effective.length === 0) return rate;
  const broken = effective.find(({ value }) => !Number.isFinite(value) || value < 0);
  if (broken !== undefined) throw new RangeError(`the multiplier ${broken.name} is ${broken.value}`);
  return variantOf(rate, JSON.stringify(effective.map(({ name, value }) => [name, value])), () =>
    Object.freeze({
      ...rate,
      multipliers: Object.freeze(
        [...(rate.multipliers ?? []), ...effective].map(({ name, value }) => Object.freeze({ name, value })),
      ),
    }),
  );
}

/** The rate of a call that makes pictures: one that is priced by the request is priced by the picture. */
export function perImage(rate: Rate): Rate {
  if (rate.kind !== "call" || rate.per !== "request") return rate;
  return variantOf(rate, "per image", () => Object.freeze({ ...rate, per: "image" }));
}

function variantOf(rate: Rate, key: string, build: () => Rate): Rate {
  const known = variants.get(rate) ?? new Map<string, Rate>();
  variants.set(rate, known);
  const found = known.get(key);
  if (found !== undefined) return found;
  const variant = build();
  if (known.size < VARIANTS_MAX) known.set(key, variant);
  return variant;
}
