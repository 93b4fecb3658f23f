import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet } from "./price-sheet.ts";

/** Alibaba's K is 1,024 tokens. */
const K = 1024;

export const ALIBABA_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "alibaba",
    currency: "CNY",
    source: "help.aliyun.com/zh/model-studio (mainland China), as kept by models.dev",
    checkedOn: "2026-09-11",
    // Without thinking.
    tokenPrices: [
      {
        models: ["qwen-plus"],
        input: 0.8,
        output: 2,
        cacheRead: 0.16,
        cacheWrite: 1,
      },
      { models: ["qwen-turbo"], input: 0.3, output: 0.6, cacheRead: 0.06 },
    ],
  },
  {
    vendor: "alibaba",
    currency: "CNY",
    source:
      "help.aliyun.com/zh/model-studio of May 2026 (mainland China), as kept by qxytah/qwen-api-pricing",
    checkedOn: "2026-05-31",
    tokenPrices: [
      {
        models: ["qwen3-max"],
        input: 2.5,
        output: 10,
        tiers: [
          { aboveInputTokens: 32 * K, input: 4, output: 16 },
          { aboveInputTokens: 128 * K, input: 7, output: 28 },
        ],
      },
      {
        models: ["qwen3.5-plus"],
        input: 0.8,
        output: 4.8,
        tiers: [{ aboveInputTokens: 128 * K, input: 2, output: 12 }],
      },
      // Up to 256K.
      { models: ["qwen3.6-plus"], input: 2, output: 12 },
      { models: ["qwen-max"], input: 2.4, output: 9.6 },
      { models: ["qwen-long"], input: 0.5, output: 2 },
    ],
  },
  {
    vendor: "alibaba",
    currency: "CNY",
    source: "model cards of Alibaba Cloud Model Studio (mainland China), as kept by a mirror of them",
    checkedOn: "2026-11-21",
    tokenPrices: [
      {
        models: ["qwen-flash"],
        input: 0.15,
        output: 1.5,
        cacheRead: 0.03,
        cacheWrite: 0.1875,
        tiers: [
          { aboveInputTokens: 128 * K, input: 0.6, output: 6 },
          { aboveInputTokens: 256 * K, input: 1.2, output: 12 },
        ],
      },
      {
        models: ["qwen3-vl-plus"],
        input: 1,
        output: 10,
        cacheRead: 0.2,
        tiers: [
          { aboveInputTokens: 32 * K, input: 1.5, output: 15 },
          { aboveInputTokens: 128 * K, input: 3, output: 30 },
        ],
      },
    ],
  },
  {
    vendor: "alibaba",
    currency: "USD",
    ...FAMILY_TABLES,
    tokenPrices: [{ models: ["text-embedding-v1"], input: 0.1 }],
  },
];
