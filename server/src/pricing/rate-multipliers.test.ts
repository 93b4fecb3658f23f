import { expect, test } from "bun:test";
import { callRate } from "./rate-fixtures.ts";
import { withMultipliers } from "./rate-multipliers.ts";

const RATE = callRate();

test("multipliers follow those that the rate has", () => {
  const large = withMultipliers(RATE, [{ name: "size", value: 2 }]);
  expect(withMultipliers(large, [{ name: "fps", value: 0.5 }]).multipliers).toEqual([
    { name: "size", value: 2 },
    { name: "fps", value: 0.5 },
  ]);
  expect(RATE.multipliers).toBeUndefined();
});

test("multipliers of one are left out", () => {
  expect(withMultipliers(RATE, [{ name: "size", value: 1 }])).toBe(RATE);
  expect(withMultipliers(RATE, [])).toBe(RATE);
});

test("the same multipliers give the same frozen rate", () => {
  const rate = withMultipliers(RATE, [{ name: "size", value: 3 }]);
  expect(withMultipliers(RATE, [{ name: "size", value: 3 }])).toBe(rate);
  expect(withMultipliers(RATE, [{ name: "size", value: 4 }])).not.toBe(rate);
  expect(Object.isFrozen(rate) && Object.isFrozen(rate.multipliers)).toBe(true);
});

test("any number of different multipliers is right, though not all of them are remembered", () => {
  for (let value = 2; value < 300; value++)
    expect(withMultipliers(RATE, [{ name: "n", value }]).multipliers).toEqual([{ name: "n", value }]);
});

test("a multiplier that is no amount is refused", () => {
  for (const value of [Number.NaN, Infinity, -1])
    expect(() => withMultipliers(RATE, [{ name: "n", value }])).toThrow(RangeError);
});
