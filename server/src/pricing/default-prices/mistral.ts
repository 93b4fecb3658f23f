import type { PriceSheet } from "./price-sheet.ts";

export const MISTRAL_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "mistral",
    currency: "USD",
    source: "mistral.ai/pricing/api, as kept by genai-prices 0.1.8",
    checkedOn: "2026-09-23",
    tokenPrices: [
      { models: ["mistral-large-2512"], input: 0.5, output: 1.5, cacheRead: 0.05 },
      { models: ["mistral-large-latest", "mistral-large-2411", "mistral-large-2407"], input: 2, output: 6 },
      { models: ["mistral-medium-latest", "mistral-medium-3-5"], input: 1.5, output: 7.5, cacheRead: 0.15 },
      { models: ["mistral-medium-2508", "mistral-medium-2505"], input: 0.4, output: 2, cacheRead: 0.04 },
      { models: ["mistral-small-2603"], input: 0.15, output: 0.6, cacheRead: 0.015 },
      { models: ["mistral-small-latest"], input: 0.1, output: 0.3 },
      { models: ["codestral-latest", "codestral-2508"], input: 0.3, output: 0.9, cacheRead: 0.03 },
      { models: ["devstral-2512"], input: 0.4, output: 2, cacheRead: 0.04 },
      { models: ["magistral-medium-latest"], input: 2, output: 5 },
      { models: ["ministral-8b-latest", "ministral-8b-2512"], input: 0.15, output: 0.15, cacheRead: 0.015 },
      { models: ["ministral-14b-2512"], input: 0.2, output: 0.2, cacheRead: 0.02 },
      { models: ["ministral-3b-2512"], input: 0.1, output: 0.1, cacheRead: 0.01 },
      { models: ["mistral-medium-3-1"], input: 0.4, output: 2, cacheRead: 0.04 },
      { models: ["pixtral-large-latest"], input: 2, output: 6 },
      { models: ["open-mistral-nemo"], input: 0.15, output: 0.15 },
      { models: ["mistral-embed"], input: 0.1 },
    ],
  },
];
