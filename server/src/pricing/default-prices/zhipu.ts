import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet } from "./price-sheet.ts";

export const ZHIPU_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "zhipu",
    currency: "CNY",
    source: "bigmodel.cn/pricing and docs.bigmodel.cn, as kept by genai-prices 0.1.8 and lobe-chat",
    checkedOn: "2026-09-23",
    tokenPrices: [
      { models: ["glm-5.3", "glm-5.2"], input: 8, output: 28, cacheRead: 2 },
      { models: ["glm-5.1"], input: 6, output: 24, cacheRead: 1.3 },
      { models: ["glm-5"], input: 4, output: 18, cacheRead: 1 },
      { models: ["glm-5-turbo"], input: 5, output: 22, cacheRead: 1.2 },
      { models: ["glm-4.7-flashx"], input: 0.5, output: 3, cacheRead: 0.1 },
      { models: ["glm-4-flashx-250414"], input: 0.1, output: 0.1, cacheRead: 0.05 },
      { models: ["glm-4.7"], input: 2, output: 8, cacheRead: 0.4 },
      { models: ["glm-4.5-air"], input: 0.8, output: 2, cacheRead: 0.16 },
      // glm-4 and glm-4-0520 were withdrawn at the end of 2025; glm-4-plus is what replaced them.
      { models: ["glm-4-plus", "glm-4", "glm-4-0520"], input: 5, output: 5, cacheRead: 2.5 },
      { models: ["glm-4-airx"], input: 10, output: 10 },
      { models: ["glm-4-air"], input: 0.5, output: 0.5, cacheRead: 0.25 },
      { models: ["glm-4-long"], input: 1, output: 1, cacheRead: 0.5 },
      { models: ["glm-4-flash"], input: 0, output: 0 },
      { models: ["glm-4v-plus"], input: 4, output: 4 },
      { models: ["glm-4v"], input: 50, output: 50 },
    ],
  },
  {
    vendor: "zhipu",
    currency: "USD",
    ...FAMILY_TABLES,
    tokenPrices: [
      { models: ["glm-4-alltools"], input: 13.69862 },
      { models: ["glm-3-turbo", "chatglm_turbo", "chatglm_std"], input: 0.7144 },
      { models: ["chatglm_lite"], input: 0.2858 },
      { models: ["chatglm_pro"], input: 1.4286 },
    ],
  },
];
