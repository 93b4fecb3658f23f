import type { PriceSheet } from "./price-sheet.ts";

export const DEEPSEEK_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "deepseek",
    currency: "USD",
    source: "api-docs.deepseek.com/quick_start/pricing",
    checkedOn: "2026-11-15",
    // Off-peak; 01:00-04:00 and 06:00-10:00 UTC on working days cost twice as much.
    tokenPrices: [
      {
        models: [
          "deepseek-flash",
          // Names of retired models that deepseek-flash answers, at its price.
          "deepseek-v4-flash",
          "deepseek-v4-flash-vision-exp",
          // Aliases of v4-flash until DeepSeek retired them on 2026-07-24; deepseek-coder became -chat in 2024.
          "deepseek-chat",
          "deepseek-reasoner",
          "deepseek-coder",
        ],
        input: 0.15,
        output: 0.6,
        cacheRead: 0.003,
      },
      { models: ["deepseek-v4-pro"], input: 0.66, output: 1.98, cacheRead: 0.022 },
    ],
  },
];
