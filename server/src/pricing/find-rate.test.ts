import { describe, expect, test } from "bun:test";
import { compilePriceTables } from "./compile-price-tables.ts";
import { findListRate, findRate } from "./find-rate.ts";
import type { PriceTables } from "./price-tables.ts";
import type { CallRate, TokenRate } from "./rate.ts";

const NO_DEFAULTS: PriceTables = {
  modelRatio: {},
  modelPrice: {},
  completionRatio: {},
  cacheRatio: {},
  createCacheRatio: {},
  imageRatio: {},
  audioRatio: {},
  audioCompletionRatio: {},
  audioInputPrice: {},
  toolPrices: {},
  tieredPrices: {},
  groupRatio: {},
  groupGroupRatio: {},
  modelPriceUnit: {},
};

interface Setup {
  readonly operator?: Partial<PriceTables>;
  readonly defaults?: Partial<PriceTables>;
  readonly model?: string;
  readonly userGroup?: string;
  readonly usingGroup?: string;
  readonly selfUseModeEnabled?: boolean;
}

function find({
  operator = {},
  defaults = {},
  model = "m",
  userGroup = "u",
  usingGroup = "g",
  ...rest
}: Setup) {
  const tables = compilePriceTables(operator, { defaults: { ...NO_DEFAULTS, ...defaults } });
  return findRate(tables, { model, userGroup, usingGroup, ...rest });
}

function findTokenRate(setup: Setup): TokenRate {
  const rate = find(setup);
  if ("error" in rate || rate.kind !== "tokens") throw new Error("expected a rate by the token");
  return rate;
}

function findCallRate(setup: Setup): CallRate {
  const rate = find(setup);
  if ("error" in rate || rate.kind !== "call") throw new Error("expected a rate by the call");
  return rate;
}

describe("which price decides", () => {
  const price = { modelPrice: { m: 0.5 } };
  const ratio = { modelRatio: { m: 3 } };

  test("the per-call price of the operator comes first", () => {
    const rate = findCallRate({ operator: { ...price, ...ratio }, defaults: { modelPrice: { m: 9 } } });
    expect(rate).toMatchObject({
      modelPriceUsd: 0.5,
      per: "request",
      sources: { modelPriceUsd: "operator" },
    });
  });

  test("the ratio of the operator comes before any shipped price", () => {
    const rate = findTokenRate({ operator: ratio, defaults: { ...price, modelRatio: { m: 9 } } });
    expect(rate).toMatchObject({ modelRatio: 3, sources: { modelRatio: "operator" } });
  });

  test("a shipped per-call price comes before a shipped ratio", () => {
    expect(findCallRate({ defaults: { ...price, ...ratio } }).sources.modelPriceUsd).toBe("default");
  });

  test("a shipped ratio is used when nothing else is there", () => {
    expect(findTokenRate({ defaults: ratio }).sources.modelRatio).toBe("default");
  });

  test("a price of zero is a price", () => {
    expect(findTokenRate({ operator: { modelRatio: { m: 0 } }, defaults: ratio }).modelRatio).toBe(0);
    expect(findCallRate({ operator: { modelPrice: { m: 0 } } }).modelPriceUsd).toBe(0);
  });

  test("a model without a price is refused", () => {
    expect(find({})).toEqual({ error: "price.unknown-model" });
  });

  test("with self-use mode, a model without a price gets 75 USD a million", () => {
    const rate = findTokenRate({ selfUseModeEnabled: true, operator: { completionRatio: { m: 2 } } });
    expect(rate).toMatchObject({
      model: "m",
      modelRatio: 37.5,
      completionRatio: 2,
      sources: { modelRatio: "fallback", completionRatio: "operator" },
    });
    expect(findTokenRate({ selfUseModeEnabled: true, operator: ratio }).modelRatio).toBe(3);
  });
});

describe("names", () => {
  const wildcard = { modelRatio: { "gpt-4-gizmo-*": 15 } };

  test("a long name is priced as the wildcard it folds to", () => {
    const rate = findTokenRate({ operator: wildcard, model: "gpt-4-gizmo-g-x" });
    expect(rate).toMatchObject({ model: "gpt-4-gizmo-*", modelRatio: 15 });
  });

  test("a name with a price of its own is not folded", () => {
    const operator = { modelRatio: { ...wildcard.modelRatio, "gpt-4-gizmo-g-x": 1 } };
    expect(findTokenRate({ operator, model: "gpt-4-gizmo-g-x" }).modelRatio).toBe(1);
  });

  test("a name whose wildcard has no price is refused", () => {
    expect(find({ model: "gpt-4-gizmo-g-x" })).toEqual({ error: "price.unknown-model" });
  });
});

describe("ratios of the classes", () => {
  const operator = { modelRatio: { m: 1, "gpt-4.1-x": 1 } };

  test("an entry of the operator wins over a shipped one, and no model is exempt", () => {
    const model = "gpt-4.1-x";
    const completion = (ratio: number) => ({ completionRatio: { [model]: ratio } });
    expect(findTokenRate({ model, operator })).toMatchObject({
      completionRatio: 4,
      sources: { completionRatio: "family" },
    });
    expect(findTokenRate({ model, operator, defaults: completion(5) })).toMatchObject({
      completionRatio: 5,
      sources: { completionRatio: "default" },
    });
    const both = { model, operator: { ...operator, ...completion(1) }, defaults: completion(5) };
    expect(findTokenRate(both)).toMatchObject({
      completionRatio: 1,
      sources: { completionRatio: "operator" },
    });
  });

  test("where nothing says anything, classes cost what text does and cache writes a quarter more", () => {
    expect(findTokenRate({ operator })).toMatchObject({
      completionRatio: 1,
      cacheRatio: 1,
      cacheWriteRatio5m: 1.25,
      cacheWriteRatio1h: 2,
      imageRatio: 1,
      audioRatio: 1,
      audioCompletionRatio: 1,
      sources: { completionRatio: "fallback", cacheRatio: "fallback", cacheWriteRatio1h: "fallback" },
    });
  });

  test("an hour of cache costs 1.6 times what five minutes do, exactly", () => {
    const rate = findTokenRate({ operator: { ...operator, createCacheRatio: { m: 1.1 } } });
    expect(rate).toMatchObject({ cacheWriteRatio5m: 1.1, cacheWriteRatio1h: 1.76 });
  });

  test("spoken output without a price of its own costs what written output does", () => {
    const withCompletion = { ...operator, completionRatio: { m: 4 } };
    expect(findTokenRate({ operator: withCompletion }).audioCompletionRatio).toBe(4);
    const withAudio = { ...withCompletion, audioRatio: { m: 16 } };
    expect(findTokenRate({ operator: withAudio })).toMatchObject({ audioRatio: 16, audioCompletionRatio: 1 });
    const withBoth = { ...withAudio, audioCompletionRatio: { m: 2 } };
    expect(findTokenRate({ operator: withBoth })).toMatchObject({ audioRatio: 16, audioCompletionRatio: 2 });
  });

  test("a shipped unit stays when the operator changes the price of a second", () => {
    const rate = findCallRate({
      operator: { modelPrice: { m: 0.9 } },
      defaults: { modelPrice: { m: 0.3 }, modelPriceUnit: { m: "second" } },
    });
    expect(rate).toMatchObject({ modelPriceUsd: 0.9, per: "second" });
  });
});

describe("tiers", () => {
  const shipped = {
    modelRatio: { m: 1 },
    tieredPrices: { m: [{ above_input_tokens: 10, input: 2, output: 5, cache_write: 1.5, audio: 3 }] },
  };

  test("shipped tiers stand beside a shipped ratio", () => {
    expect(findTokenRate({ defaults: shipped }).tiers).toEqual([
      {
        aboveInputTokens: 10,
        source: "default",
        modelRatio: 2,
        completionRatio: 5,
        cacheWriteRatio5m: 1.5,
        cacheWriteRatio1h: 2.4,
        audioRatio: 3,
      },
    ]);
  });

  test("the operator's model ratio holds for every length", () => {
    const rate = findTokenRate({ defaults: shipped, operator: { modelRatio: { m: 1 } } });
    expect(rate.tiers).toBeUndefined();
  });

  test("the operator's ratio of a class holds in the shipped tiers too", () => {
    const rate = findTokenRate({
      defaults: shipped,
      operator: { completionRatio: { m: 7 }, createCacheRatio: { m: 9 }, audioInputPrice: { m: 1 } },
    });
    expect(rate.tiers).toEqual([{ aboveInputTokens: 10, source: "default", modelRatio: 2 }]);
    expect(rate).toMatchObject({ completionRatio: 7, cacheWriteRatio5m: 9, audioInputUsd: 1 });
  });

  test("the operator's tiers replace the shipped ones, and no tiers are tiers too", () => {
    const operator = { tieredPrices: { m: [{ above_input_tokens: 5, input: 4 }] } };
    expect(findTokenRate({ defaults: shipped, operator }).tiers).toEqual([
      { aboveInputTokens: 5, source: "operator", modelRatio: 4 },
    ]);
    expect(findTokenRate({ defaults: shipped, operator: { tieredPrices: { m: [] } } }).tiers).toBeUndefined();
    const both = { ...operator, modelRatio: { m: 3 } };
    expect(findTokenRate({ defaults: shipped, operator: both }).tiers).toHaveLength(1);
  });
});

describe("audio in dollars", () => {
  const shipped = { modelRatio: { m: 1 }, audioRatio: { m: 2 }, audioInputPrice: { m: 4 } };

  test("a shipped price stands beside shipped ratios only", () => {
    expect(findTokenRate({ defaults: shipped })).toMatchObject({
      audioInputUsd: 4,
      sources: { audioInputUsd: "default" },
    });
    for (const operator of [{ modelRatio: { m: 1 } }, { audioRatio: { m: 2 } }])
      expect(findTokenRate({ defaults: shipped, operator }).audioInputUsd).toBeUndefined();
  });

  test("the operator's price comes before every ratio", () => {
    const operator = { modelRatio: { m: 1 }, audioRatio: { m: 2 }, audioInputPrice: { m: 9 } };
    expect(findTokenRate({ defaults: shipped, operator })).toMatchObject({
      audioInputUsd: 9,
      sources: { audioInputUsd: "operator" },
    });
  });
});

test("a rate has the surcharges for tools, whether by the token or by the call", () => {
  const toolPrices = { search: { usdPerThousand: 5, source: "default" } } as const;
  const defaults = { toolPrices: { search: 5 } };
  expect(findTokenRate({ defaults: { ...defaults, modelRatio: { m: 1 } } }).toolPrices).toEqual(toolPrices);
  expect(findCallRate({ defaults: { ...defaults, modelPrice: { m: 1 } } }).toolPrices).toEqual(toolPrices);
  expect(findTokenRate({ defaults: { modelRatio: { m: 1 } } })).not.toContainKey("toolPrices");
});

test("a list price is the rate before any group", () => {
  const tables = compilePriceTables({ modelRatio: { m: 3 }, groupRatio: { default: 2 } });
  expect(findListRate(tables, "m")).toMatchObject({ modelRatio: 3, groupRatio: 1 });
  expect(findListRate(tables, "unheard-of")).toEqual({ error: "price.unknown-model" });
});

describe("groups", () => {
  const operator: Partial<PriceTables> = {
    modelRatio: { m: 1 },
    groupRatio: { default: 1, vip: 0.8 },
    groupGroupRatio: { vip: { default: 0.5 } },
  };

  test.each([
    ["default", "vip", 0.8, "operator"],
    ["default", "default", 1, "operator"],
    ["vip", "default", 0.5, "special"],
    ["vip", "vip", 0.8, "operator"],
    ["vip", "elsewhere", 1, "fallback"],
  ] as const)("a user of %s calling in %s pays %p", (userGroup, usingGroup, groupRatio, source) => {
    const rate = findTokenRate({ operator, userGroup, usingGroup });
    expect(rate).toMatchObject({ groupRatio, sources: { groupRatio: source } });
  });

  test("the same look-up gives the same frozen rate", () => {
    const tables = compilePriceTables(operator);
    const first = findRate(tables, { model: "m", userGroup: "a", usingGroup: "vip" });
    expect(findRate(tables, { model: "m", userGroup: "b", usingGroup: "vip" })).toBe(first);
    expect(findRate(tables, { model: "m", userGroup: "a", usingGroup: "default" })).not.toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
  });

  test("a model without a price has the same frozen rate in self-use mode too", () => {
    const tables = compilePriceTables(operator);
    const request = { model: "unheard-of", userGroup: "a", usingGroup: "vip", selfUseModeEnabled: true };
    const first = findRate(tables, request);
    expect(findRate(tables, request)).toBe(first);
    for (let count = 0; count < 1100; count++)
      expect(findRate(tables, { ...request, model: `m-${count}` })).toMatchObject({ modelRatio: 37.5 });
    expect(tables.unpricedModels.size).toBe(1000);
  });

  test("a rate survives storage as JSON", () => {
    const rate = findTokenRate({ operator, userGroup: "vip", usingGroup: "default" });
    expect(JSON.parse(JSON.stringify(rate))).toEqual(rate);
  });
});
