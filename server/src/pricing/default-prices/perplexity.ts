import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet } from "./price-sheet.ts";

export const PERPLEXITY_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "perplexity",
    currency: "USD",
    source: "docs.perplexity.ai/docs/getting-started/pricing, as kept by genai-prices 0.1.8",
    checkedOn: "2026-09-23",
    // The fee for each search comes on top and is not in these.
    tokenPrices: [
      { models: ["sonar"], input: 1, output: 1 },
      { models: ["sonar-reasoning"], input: 1, output: 5 },
      { models: ["sonar-pro"], input: 3, output: 15 },
      { models: ["sonar-reasoning-pro", "sonar-deep-research"], input: 2, output: 8 },
    ],
  },
  {
    vendor: "perplexity",
    currency: "USD",
    ...FAMILY_TABLES,
    tokenPrices: [
      { models: ["llama-3-sonar-small-32k-chat", "llama-3-sonar-small-32k-online"], input: 0.2 },
      { models: ["llama-3-sonar-large-32k-chat", "llama-3-sonar-large-32k-online"], input: 1 },
    ],
  },
];
