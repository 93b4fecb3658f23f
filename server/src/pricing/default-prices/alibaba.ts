import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet } from "./price-sheet.ts";

export const ALIBABA_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "alibaba",
    currency: "CNY",
    source: "help.aliyun.com/zh/model-studio (mainland China), as kept by models.dev",
    checkedOn: "2026-09-11",
    // Without thinking and below 128k tokens.
    tokenPrices: [
      { models: ["qwen-plus"], input: 0.8, output: 2, cacheRead: 0.16, cacheWrite: 1 },
      { models: ["qwen-turbo"], input: 0.3, output: 0.6, cacheRead: 0.06 },
    ],
  },
  {
    vendor: "alibaba",
    currency: "USD",
    ...FAMILY_TABLES,
    tokenPrices: [{ models: ["text-embedding-v1"], input: 0.1 }],
  },
];
