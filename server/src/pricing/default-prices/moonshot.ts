import type { PriceSheet } from "./price-sheet.ts";

export const MOONSHOT_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "moonshot",
    currency: "USD",
    source: "platform.kimi.ai/docs/pricing, as kept by genai-prices 0.1.8",
    checkedOn: "2026-09-23",
    tokenPrices: [
      { models: ["kimi-k3"], input: 3, output: 15, cacheRead: 0.3 },
      { models: ["kimi-k2.7-code"], input: 0.95, output: 4, cacheRead: 0.19 },
      { models: ["kimi-k2.7-code-highspeed"], input: 1.9, output: 8, cacheRead: 0.38 },
      { models: ["kimi-k2.6"], input: 0.95, output: 4, cacheRead: 0.16 },
      { models: ["kimi-k2.5"], input: 0.6, output: 3, cacheRead: 0.1 },
      {
        models: ["kimi-k2-0711-preview", "kimi-k2-0905-preview", "kimi-k2-thinking"],
        input: 0.6,
        output: 2.5,
        cacheRead: 0.15,
      },
      {
        models: ["kimi-k2-turbo-preview", "kimi-k2-thinking-turbo"],
        input: 1.15,
        output: 8,
        cacheRead: 0.15,
      },
      { models: ["moonshot-v1-8k", "moonshot-v1-8k-vision-preview"], input: 0.2, output: 2 },
      { models: ["moonshot-v1-32k", "moonshot-v1-32k-vision-preview"], input: 1, output: 3 },
      { models: ["moonshot-v1-128k", "moonshot-v1-128k-vision-preview"], input: 2, output: 5 },
    ],
  },
];
