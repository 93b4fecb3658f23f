import { expect, test } from "bun:test";
import { isTierList, tieredPriceMap } from "./tiered-prices.ts";

const { parse, format } = tieredPriceMap("prices");
const TIERS = { m: [{ above_input_tokens: 128_000, input: 2, output: 3, cache_read: 0.1 }], flat: [] };

test("tiers are read from JSON and written as JSON", () => {
  expect(parse(JSON.stringify(TIERS))).toEqual(TIERS);
  expect(parse(format(TIERS))).toEqual(TIERS);
  expect(parse(" ")).toEqual({});
});

test.each([
  ["no JSON", "{"],
  ["a list", "[]"],
  ["a number in place of tiers", '{"m":1}'],
  ["a tier without a length", '{"m":[{"input":1}]}'],
  ["a tier without an input price", '{"m":[{"above_input_tokens":1}]}'],
  ["a length of zero", '{"m":[{"above_input_tokens":0,"input":1}]}'],
  ["a negative price", '{"m":[{"above_input_tokens":1,"input":-1}]}'],
  ["a price as text", '{"m":[{"above_input_tokens":1,"input":"1"}]}'],
  ["a price that no one asks", '{"m":[{"above_input_tokens":1,"input":1000001}]}'],
  ["an unknown class", '{"m":[{"above_input_tokens":1,"input":1,"ouput":2}]}'],
  ["falling lengths", '{"m":[{"above_input_tokens":2,"input":1},{"above_input_tokens":1,"input":1}]}'],
  ["a length twice", '{"m":[{"above_input_tokens":2,"input":1},{"above_input_tokens":2,"input":1}]}'],
])("%s is refused", (_, text) => {
  expect(parse(text)).toBeUndefined();
});

test("a list of tiers is told from anything else", () => {
  expect([[], TIERS.m, 1, undefined, [1], [{ input: 1 }]].map(isTierList)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
