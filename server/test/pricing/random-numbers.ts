/** Chance with a fixed seed, so that a failure can be repeated. */
export interface Chance {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from 0 up to, not including, `below`. */
  whole(below: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
  /** True in this share of all cases. */
  is(share: number): boolean;
}

/** The generator mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number): number => Math.floor(next() * below);
  return {
    next,
    whole,
    pick: (items) => items[whole(items.length)] ?? items[0],
    is: (share) => next() < share,
  };
}
