import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet } from "./price-sheet.ts";

export const LINGYIWANWU_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "lingyiwanwu",
    currency: "CNY",
    source: "platform.lingyiwanwu.com, as kept by lobe-chat",
    checkedOn: "2025-10-01",
    tokenPrices: [
      { models: ["yi-lightning"], input: 0.99, output: 0.99 },
      { models: ["yi-large", "yi-large-preview"], input: 20, output: 20 },
      { models: ["yi-large-rag", "yi-large-rag-preview"], input: 25, output: 25 },
      { models: ["yi-large-turbo", "yi-medium-200k"], input: 12, output: 12 },
      { models: ["yi-medium"], input: 2.5, output: 2.5 },
      { models: ["yi-vision"], input: 6, output: 6 },
      { models: ["yi-spark"], input: 1, output: 1 },
    ],
  },
  {
    vendor: "lingyiwanwu",
    currency: "USD",
    ...FAMILY_TABLES,
    tokenPrices: [
      { models: ["yi-34b-chat-0205"], input: 0.36 },
      { models: ["yi-34b-chat-200k"], input: 1.728 },
      { models: ["yi-vl-plus"], input: 0.864 },
    ],
  },
];
