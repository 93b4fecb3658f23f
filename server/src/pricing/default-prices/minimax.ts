import type { PriceSheet } from "./price-sheet.ts";

export const MINIMAX_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "minimax",
    currency: "USD",
    source: "platform.minimax.io/docs/guides/pricing-paygo, as kept by genai-prices 0.1.8",
    checkedOn: "2026-09-23",
    tokenPrices: [
      {
        models: ["MiniMax-M3"],
        input: 0.3,
        output: 1.2,
        cacheRead: 0.06,
        tiers: [{ aboveInputTokens: 512_000, input: 0.6, output: 2.4 }],
      },
      { models: ["MiniMax-M2.7-highspeed"], input: 0.6, output: 2.4, cacheRead: 0.06, cacheWrite: 0.375 },
      {
        models: ["MiniMax-M2.5-highspeed", "MiniMax-M2.1-highspeed"],
        input: 0.6,
        output: 2.4,
        cacheRead: 0.03,
        cacheWrite: 0.375,
      },
      { models: ["MiniMax-M1"], input: 0.4, output: 2.2 },
      { models: ["MiniMax-M2.7"], input: 0.3, output: 1.2, cacheRead: 0.06, cacheWrite: 0.375 },
      {
        models: ["MiniMax-M2.5", "MiniMax-M2.1", "MiniMax-M2"],
        input: 0.3,
        output: 1.2,
        cacheRead: 0.03,
        cacheWrite: 0.375,
      },
    ],
  },
];
