import type { PriceSheet, TokenPrice } from "./price-sheet.ts";

/** Everything in a call whose input reaches 200,000 tokens costs twice as much. */
function doubledFrom200k(price: TokenPrice): TokenPrice {
  const { input, output = input } = price;
  return { ...price, tiers: [{ aboveInputTokens: 199_999, input: input * 2, output: output * 2 }] };
}

const LONG_CONTEXT: readonly TokenPrice[] = [
  { models: ["grok-4.6", "grok-4.6-latest"], input: 2, output: 6, cacheRead: 0.5 },
  { models: ["grok-4.5", "grok-4.5-latest"], input: 2, output: 6, cacheRead: 0.3 },
  {
    models: [
      "grok-4.3",
      "grok-4.3-latest",
      "grok-4.20",
      "grok-4.20-0309-reasoning",
      "grok-4.20-0309-non-reasoning",
    ],
    input: 1.25,
    output: 2.5,
    cacheRead: 0.2,
  },
  { models: ["grok-build-0.1"], input: 1, output: 2, cacheRead: 0.2 },
].map(doubledFrom200k);

export const XAI_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "xai",
    currency: "USD",
    source: "docs.x.ai/docs/models, as kept by genai-prices 0.1.8",
    checkedOn: "2026-09-23",
    tokenPrices: [
      ...LONG_CONTEXT,
      {
        models: ["grok-4-1-fast", "grok-4-1-fast-reasoning", "grok-4-1-fast-non-reasoning"],
        input: 0.2,
        output: 0.5,
        cacheRead: 0.05,
      },
      { models: ["grok-4.20-multi-agent"], input: 2, output: 6, cacheRead: 0.2 },
      { models: ["grok-code-fast-1"], input: 0.2, output: 1.5, cacheRead: 0.02 },
      {
        models: ["grok-3", "grok-3-latest", "grok-3-beta"],
        input: 3,
        output: 15,
        cacheRead: 0.75,
      },
      { models: ["grok-3-fast", "grok-3-fast-beta"], input: 5, output: 25, cacheRead: 1.25 },
      { models: ["grok-3-mini", "grok-3-mini-beta"], input: 0.3, output: 0.5, cacheRead: 0.075 },
      { models: ["grok-3-mini-fast", "grok-3-mini-fast-beta"], input: 0.6, output: 4, cacheRead: 0.15 },
      { models: ["grok-2", "grok-2-vision"], input: 2, output: 10 },
      { models: ["grok-beta", "grok-vision-beta"], input: 5, output: 15 },
    ],
  },
  {
    vendor: "xai",
    currency: "USD",
    source: "docs.x.ai, the page of Grok 4.7, as kept by apidog.com and LiteLLM (discussion 42287)",
    checkedOn: "2026-09-29",
    tokenPrices: [
      doubledFrom200k({
        models: ["grok-4.7", "grok-4.7-latest"],
        input: 2,
        output: 6,
        cacheRead: 0.5,
      }),
    ],
  },
  {
    vendor: "xai",
    currency: "USD",
    source: "docs.x.ai/docs/models of the models' own time, as kept by simonw/llm-prices",
    checkedOn: "2026-11-21",
    tokenPrices: [
      {
        models: ["grok-4-fast", "grok-4-fast-reasoning", "grok-4-fast-non-reasoning"],
        input: 0.2,
        output: 0.5,
        cacheRead: 0.05,
        tiers: [{ aboveInputTokens: 128_000, input: 0.4, output: 1, cacheRead: 0.05 }],
      },
      {
        models: ["grok-4", "grok-4-0709", "grok-4-latest"],
        input: 3,
        output: 15,
        cacheRead: 0.75,
        tiers: [{ aboveInputTokens: 128_000, input: 6, output: 30, cacheRead: 0.75 }],
      },
    ],
  },
];
