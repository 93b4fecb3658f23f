import { expect, test } from "bun:test";
import {
  decimalOf,
  decimalToNumber,
  digitsAtScale,
  formatDecimal,
  multiplyDecimals,
  shortestDecimal,
} from "./decimal.ts";

test("a double becomes the decimal that a person would write", () => {
  const written = [0.1, 0.068493, 37.5, 500_000, 1e-7, 1.5e-9, 1e21, 2.5 / 0.3, 0];
  expect(written.map((value) => formatDecimal(decimalOf(value)))).toEqual([
    "0.1",
    "0.068493",
    "37.5",
    "500000",
    "0.0000001",
    "0.0000000015",
    "1000000000000000000000",
    "8.333333333333334",
    "0",
  ]);
});

test("what is not a finite number above zero is zero", () => {
  for (const value of [Number.NaN, Infinity, -Infinity, -1, -0]) {
    expect(decimalOf(value)).toEqual({ digits: 0n, scale: 0 });
  }
});

test("a product is exact where binary arithmetic is not", () => {
  expect(0.1 * 0.2).not.toBe(0.02);
  expect(formatDecimal(multiplyDecimals(decimalOf(0.1), decimalOf(0.2)))).toBe("0.02");
  expect(decimalToNumber(multiplyDecimals(decimalOf(1.1), decimalOf(1.6)))).toBe(1.76);
});

test("digits at a larger scale keep the value", () => {
  expect(digitsAtScale(decimalOf(1.25), 4)).toBe(12_500n);
});

test("every double reads back unchanged", () => {
  for (const value of [0.1, 1 / 3, 2 ** -40, 123_456.789, 5e-324, Number.MAX_VALUE]) {
    expect(decimalToNumber(decimalOf(value))).toBe(value);
  }
});

test("the shortest form has no zeros behind the point and the same value", () => {
  expect(shortestDecimal({ digits: 12_500n, scale: 4 })).toEqual({ digits: 125n, scale: 2 });
  expect(shortestDecimal({ digits: 500n, scale: 1 })).toEqual({ digits: 50n, scale: 0 });
  expect(shortestDecimal({ digits: 0n, scale: 9 })).toEqual({ digits: 0n, scale: 0 });
});
