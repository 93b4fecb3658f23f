import type { PriceSheet } from "./price-sheet.ts";

export const TENCENT_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "tencent",
    currency: "CNY",
    source: "cloud.tencent.com/document/product/1729, as kept by lobe-chat",
    checkedOn: "2026-04-23",
    tokenPrices: [
      // The bare name is what the standard and TurboS models are called through.
      { models: ["hunyuan", "hunyuan-standard", "hunyuan-turbos-latest"], input: 0.8, output: 2 },
      { models: ["hunyuan-t1-latest"], input: 1, output: 4 },
      { models: ["hunyuan-large"], input: 4, output: 12 },
      { models: ["hunyuan-a13b"], input: 0.5, output: 2 },
      { models: ["hunyuan-lite"], input: 0, output: 0 },
    ],
  },
];
