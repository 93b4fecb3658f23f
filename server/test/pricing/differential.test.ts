import type { TieredPrice } from "@tollgate/contract/tiered-prices";
import { expect, test } from "bun:test";
import { charge } from "../../src/pricing/charge.ts";
import { compilePriceTables } from "../../src/pricing/compile-price-tables.ts";
import { defaultPriceTables } from "../../src/pricing/default-prices/default-prices.ts";
import { explainCharge } from "../../src/pricing/explain-charge.ts";
import { findRate } from "../../src/pricing/find-rate.ts";
import { parseRate } from "../../src/pricing/parse-rate.ts";
import type { PriceTables } from "../../src/pricing/price-tables.ts";
import { rateVersion } from "../../src/pricing/rate-version.ts";
import { usageOf } from "../../src/pricing/usage.ts";
import type { Usage } from "../../src/pricing/usage.ts";
import { rateAsCalled } from "../../src/resources/prices/rate-as-called.ts";
import { product, sum } from "./fractions.ts";
import { chanceOf } from "./random-numbers.ts";
import type { Chance } from "./random-numbers.ts";
import { referencePrice } from "./reference-price.ts";
import type { ReferenceCall } from "./reference-price.ts";

const DEFAULTS = defaultPriceTables();
const MODELS = [
  ...new Set([...Object.keys(DEFAULTS.modelRatio), ...Object.keys(DEFAULTS.modelPrice)]),
  "a-model-of-the-operator",
];
const GROUPS = ["default", "vip", "svip", "staff", "nowhere"] as const;
const TOOLS = ["web_search", "web_search_preview", "file_search", "google_search", "x_search", "own_tool"];
const IMAGE_MODELS = ["dall-e-2", "dall-e-3", "a-model-of-the-operator"] as const;

function ratioOf(chance: Chance): number {
  return chance.pick([
    () => 0,
    () => 1,
    () => chance.pick([0.1, 0.25, 0.5, 1.25, 2, 8, 37.5]),
    () => chance.whole(1e6) / 1e6,
    () => chance.next() * 30,
    () => 2.5 / 0.3,
  ])();
}

function countOf(chance: Chance): number {
  return chance.pick([
    () => 0,
    () => chance.whole(3),
    () => chance.whole(5000),
    () => chance.whole(400_000),
    () => chance.whole(2e9),
  ])();
}

/** Entries of an operator for some of the models, in some of the tables. */
function operatorTables(chance: Chance): Partial<PriceTables> {
  const some = (share: number): Record<string, number> =>
    Object.fromEntries(MODELS.filter(() => chance.is(share)).map((model) => [model, ratioOf(chance)]));
  return {
    modelRatio: some(0.2),
    modelPrice: some(0.05),
    completionRatio: some(0.2),
    cacheRatio: some(0.2),
    createCacheRatio: some(0.2),
    imageRatio: some(0.1),
    audioRatio: some(0.1),
    audioCompletionRatio: some(0.1),
    audioInputPrice: some(0.1),
    toolPrices: Object.fromEntries(
      [
        "web_search",
        "own_tool",
        "file_search:gpt-*",
        "file_search:gpt-5*",
        "web_search_preview:gpt-4o",
        "google_search:gemini-2*",
        "own_tool:*",
      ]
        .filter(() => chance.is(0.5))
        .map((key) => [key, chance.whole(40_000) / 1000]),
    ),
    tieredPrices: Object.fromEntries(
      MODELS.filter(() => chance.is(0.1)).map((model) => [model, tiersOf(chance)]),
    ),
    groupRatio: { default: 1, vip: ratioOf(chance), staff: ratioOf(chance) },
    groupGroupRatio: { vip: { default: ratioOf(chance) }, staff: { svip: ratioOf(chance), vip: 0 } },
  };
}

function tiersOf(chance: Chance): PriceTables["tieredPrices"][string] {
  const first = 1 + chance.whole(200_000);
  const lengths = [first, first + 1 + chance.whole(300_000)].slice(0, chance.whole(3));
  return lengths.map((above) => tierOf(chance, above));
}

function tierOf(chance: Chance, above: number): TieredPrice {
  return {
    above_input_tokens: above,
    input: ratioOf(chance),
    ...(chance.is(0.5) && { output: ratioOf(chance) }),
    ...(chance.is(0.5) && { cache_read: ratioOf(chance) }),
    ...(chance.is(0.5) && { cache_write: ratioOf(chance) }),
    ...(chance.is(0.3) && { image: ratioOf(chance) }),
    ...(chance.is(0.3) && { audio: ratioOf(chance) }),
    ...(chance.is(0.3) && { audio_output: ratioOf(chance) }),
  };
}

function usageFor(chance: Chance): Usage {
  const count = (): number => countOf(chance);
  return usageOf({
    input: {
      uncached: count(),
      cacheRead: count(),
      cacheWrite5m: count(),
      cacheWrite1h: count(),
      audio: count(),
      image: count(),
    },
    output: { text: count(), reasoning: count(), audio: count(), image: count() },
    requests: chance.whole(3),
    ...(chance.is(0.5) && { seconds: chance.whole(20_000) / 1000 }),
    ...(chance.is(0.5) && { images: chance.whole(11) }),
    ...(chance.is(0.4) && {
      toolCalls: Object.fromEntries(
        TOOLS.filter(() => chance.is(0.5)).map((tool) => [tool, chance.whole(20)]),
      ),
    }),
  });
}

/** Use whose input is just as long as a tier's limit, or one token longer. */
function usageAt(chance: Chance, length: number): Usage {
  const cacheRead = chance.whole(length);
  return usageOf({
    input: { uncached: length - cacheRead + chance.whole(2), cacheRead },
    output: { text: countOf(chance) },
    requests: 1,
  });
}

function callOf(chance: Chance, operator: Partial<PriceTables>): ReferenceCall {
  const isImage = chance.is(0.1);
  const model = isImage ? chance.pick(IMAGE_MODELS) : (MODELS[chance.whole(MODELS.length)] ?? "");
  const tiers = operator.tieredPrices?.[model] ?? DEFAULTS.tieredPrices[model] ?? [];
  const tier = tiers[chance.whole(tiers.length)];
  return {
    defaults: DEFAULTS,
    operator,
    model,
    userGroup: chance.pick(GROUPS),
    usingGroup: chance.pick(GROUPS),
    usage: tier !== undefined && chance.is(0.3) ? usageAt(chance, tier.above_input_tokens) : usageFor(chance),
    ...(isImage && {
      multipliers: [
        { name: "size", value: chance.pick([0, 0.8, 0.9, 1, 1.5, 2]) },
        { name: "quality", value: chance.pick([1, 1.5, 2]) },
      ],
    }),
  };
}

test("10,000 random calls cost what an independent reference says, to the unit, and every line multiplies out", () => {
  const chance = chanceOf(20_261_121);
  const seen = {
    tiers: 0,
    tools: 0,
    pictures: 0,
    minimum: 0,
    unknown: 0,
    special: 0,
    models: new Set<string>(),
  };
  let operator: Partial<PriceTables> = {};
  let tables = compilePriceTables(operator);
  for (let round = 0; round < 10_000; round++) {
    if (round % 50 === 0) {
      operator = round === 0 ? {} : operatorTables(chance);
      tables = compilePriceTables(operator);
      expect(tables.rejected).toEqual([]);
    }
    const call = callOf(chance, operator);
    const expected = referencePrice(call);
    const found = findRate(tables, call);
    if ("error" in found) {
      seen.unknown++;
      expect([call.model, expected]).toEqual([call.model, undefined]);
      continue;
    }
    const rate =
      call.multipliers && found.kind === "call" ? rateAsCalled(found, { ...call, per: "image" }) : found;
    const { quota, saturated } = charge(rate, call.usage);
    if (quota !== expected || saturated) expect({ call, quota }).toEqual({ call, quota: expected ?? -1 });

    const explained = explainCharge(rate, call.usage);
    if (explained.quota !== quota)
      expect({ call, explained }).toEqual({ call, explained: { ...explained, quota } });
    for (const { quantity, factors, quota: line } of explained.lines) {
      const [numerator, denominator] = product(quantity, ...factors.map(({ value }) => value));
      const [lineNumerator, lineDenominator] = sum([fractionOfText(line)]);
      expect(numerator * lineDenominator).toBe(lineNumerator * denominator);
    }
    const stored = parseRate(JSON.stringify(rate));
    if (round % 20 === 0 && stored !== undefined) {
      expect(stored).toEqual(rate);
      expect(rateVersion(stored)).toBe(rateVersion(rate));
      expect(charge(stored, call.usage).quota).toBe(quota);
    }
    seen.models.add(call.model);
    if (explained.tier) seen.tiers++;
    if (explained.lines.some(({ item }) => item.startsWith("tool."))) seen.tools++;
    if (rate.multipliers) seen.pictures++;
    if (explained.rounding === "minimum") seen.minimum++;
    if (rate.sources.groupRatio === "special") seen.special++;
  }
  // What matters must have come up.
  expect(seen.models.size).toBe(MODELS.length);
  for (const share of [seen.tiers, seen.tools, seen.pictures, seen.unknown, seen.special])
    expect(share).toBeGreaterThan(30);
  expect(seen.minimum).toBeGreaterThan(0);
});

/** A plain decimal, which may have more digits than a double holds. */
function fractionOfText(text: string): readonly [bigint, bigint] {
  const [whole = "", decimals = ""] = text.split(".");
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}
