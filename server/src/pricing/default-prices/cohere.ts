import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet } from "./price-sheet.ts";

export const COHERE_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "cohere",
    currency: "USD",
    source: "cohere.com/pricing, as kept by genai-prices 0.1.8",
    checkedOn: "2026-09-23",
    tokenPrices: [
      { models: ["command-a-03-2025"], input: 2.5, output: 10 },
      { models: ["command-r-plus-08-2024"], input: 2.5, output: 10 },
      { models: ["command-r-08-2024"], input: 0.15, output: 0.6 },
      { models: ["command-r7b-12-2024"], input: 0.0375, output: 0.15 },
      { models: ["command", "command-nightly"], input: 1, output: 2 },
      { models: ["command-light", "command-light-nightly"], input: 0.3, output: 0.6 },
      { models: ["embed-v4.0"], input: 0.12 },
    ],
  },
  {
    vendor: "cohere",
    currency: "USD",
    ...FAMILY_TABLES,
    // The snapshots of early 2024, which these bare names meant.
    tokenPrices: [
      { models: ["command-r"], input: 0.5, output: 1.5 },
      { models: ["command-r-plus"], input: 3, output: 15 },
    ],
  },
];
