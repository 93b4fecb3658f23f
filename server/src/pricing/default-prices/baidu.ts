import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet } from "./price-sheet.ts";

export const BAIDU_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "baidu",
    currency: "CNY",
    ...FAMILY_TABLES,
    tokenPrices: [
      { models: ["ERNIE-4.0-8K"], input: 120 },
      { models: ["ERNIE-Bot-8K", "ERNIE-3.5-8K-0205"], input: 24 },
      { models: ["ERNIE-3.5-8K", "ERNIE-3.5-8K-1222", "ERNIE-3.5-4K-0205"], input: 12 },
      { models: ["ERNIE-Speed-8K", "ERNIE-Speed-128K"], input: 4, output: 8 },
      { models: ["ERNIE-Lite-8K-0922"], input: 8, output: 8 },
      { models: ["ERNIE-Lite-8K-0308"], input: 3, output: 6 },
      { models: ["ERNIE-Tiny-8K"], input: 1 },
      { models: ["BLOOMZ-7B"], input: 4 },
      { models: ["Embedding-V1", "bge-large-zh", "bge-large-en", "tao-8k"], input: 2 },
    ],
  },
];
