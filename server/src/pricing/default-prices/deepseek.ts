import type { PriceSheet } from "./price-sheet.ts";

export const DEEPSEEK_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "deepseek",
    currency: "USD",
    source: "api-docs.deepseek.com/quick_start/pricing, as kept by genai-prices 0.1.8 and models.dev",
    checkedOn: "2026-09-23",
    // Off-peak; 01:00-04:00 and 06:00-10:00 UTC on working days cost twice as much.
    tokenPrices: [
      {
        models: [
          "deepseek-v4-flash",
          // Aliases of v4-flash until DeepSeek retired them on 2026-07-24; deepseek-coder became -chat in 2024.
          "deepseek-chat",
          "deepseek-reasoner",
          "deepseek-coder",
        ],
        input: 0.22,
        output: 0.66,
        cacheRead: 0.007,
      },
      { models: ["deepseek-v4-pro"], input: 0.66, output: 1.98, cacheRead: 0.022 },
    ],
  },
];
