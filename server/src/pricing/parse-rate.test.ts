import { expect, test } from "bun:test";
import { parseRate } from "./parse-rate.ts";
import { callRate, tokenRate } from "./rate-fixtures.ts";
import type { Rate } from "./rate.ts";

const FULL: Rate = tokenRate({
  audioInputUsd: 1,
  multipliers: [{ name: "speed", value: 6 }],
  toolPrices: { web_search: { usdPerThousand: 10, source: "default" } },
  tiers: [{ aboveInputTokens: 200_000, source: "operator", modelRatio: 2, completionRatio: 6 }],
  sources: { ...tokenRate().sources, audioInputUsd: "default" },
});

test.each([tokenRate(), callRate(), callRate({ per: "image" }), FULL])(
  "a stored rate is read back as it was, from text and from its value",
  (rate) => {
    expect(parseRate(JSON.stringify(rate))).toEqual(rate);
    expect(parseRate(JSON.parse(JSON.stringify(rate)))).toEqual(rate);
  },
);

test("a rate stored before there were tiers, tools and multipliers has none", () => {
  const old =
    '{"kind":"call","model":"m","modelPriceUsd":0.1,"per":"request","groupRatio":1,"quotaPerUnit":500000,"sources":{"modelPriceUsd":"default","groupRatio":"operator"}}';
  expect(parseRate(old)).toEqual(callRate({ model: "m", modelPriceUsd: 0.1 }));
});

test.each([
  ["no JSON", "{"],
  ["nothing", undefined],
  ["a list", []],
  ["no kind", { ...callRate(), kind: undefined }],
  ["a negative ratio", { ...tokenRate(), groupRatio: -1 }],
  ["a price that is no number", { ...callRate(), modelPriceUsd: "0.1" }],
  ["a number beyond all bounds", { ...callRate(), modelPriceUsd: Infinity }],
  ["an unknown unit", { ...callRate(), per: "month" }],
  ["a missing ratio", { ...tokenRate(), cacheRatio: undefined }],
  ["a field of another version", { ...tokenRate(), surprise: 1 }],
  ["a broken tier", { ...tokenRate(), tiers: [{ aboveInputTokens: "200k", source: "default" }] }],
])("%s is not a rate", (_, stored) => {
  expect(parseRate(stored)).toBeUndefined();
});
