import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet, TokenPrice } from "./price-sheet.ts";

const GEMINI_3: readonly TokenPrice[] = [
  // 3.6 to 3.8 are at half price until the end of 2026.
  {
    models: ["gemini-3.8-flash", "gemini-3.7-flash", "gemini-3.6-flash"],
    input: 0.75,
    output: 3.75,
    cacheRead: 0.075,
  },
  { models: ["gemini-3.5-flash"], input: 1.5, output: 9, cacheRead: 0.15 },
  { models: ["gemini-3.5-flash-lite"], input: 0.3, output: 2.5, cacheRead: 0.03 },
  { models: ["gemini-3.1-pro-preview", "gemini-3-pro-preview"], input: 2, output: 12, cacheRead: 0.2 },
  { models: ["gemini-3.1-flash-lite"], input: 0.25, output: 1.5, cacheRead: 0.025, audioInput: 0.5 },
  { models: ["gemini-3-flash-preview"], input: 0.5, output: 3, cacheRead: 0.05, audioInput: 1 },
  // Output is priced as images, which is what these are called for.
  { models: ["gemini-3-pro-image-preview"], input: 2, output: 120 },
  { models: ["gemini-3.1-flash-image-preview"], input: 0.5, output: 60 },
  { models: ["gemini-2.5-flash-image", "gemini-2.5-flash-image-preview"], input: 0.3, output: 30 },
];

const GEMINI_2: readonly TokenPrice[] = [
  {
    models: [
      "gemini-2.5-pro",
      "gemini-2.5-pro-thinking-*",
      "gemini-2.5-pro-exp-03-25",
      "gemini-2.5-pro-preview-03-25",
    ],
    input: 1.25,
    output: 10,
    cacheRead: 0.125,
  },
  {
    models: ["gemini-2.5-flash", "gemini-2.5-flash-thinking-*", "gemini-robotics-er-1.5-preview"],
    input: 0.3,
    output: 2.5,
    cacheRead: 0.03,
    audioInput: 1,
  },
  {
    models: [
      "gemini-2.5-flash-lite",
      "gemini-2.5-flash-lite-thinking-*",
      "gemini-2.5-flash-lite-preview-06-17",
      "gemini-2.5-flash-lite-preview-thinking-*",
    ],
    input: 0.1,
    output: 0.4,
    cacheRead: 0.01,
    audioInput: 0.3,
  },
  { models: ["gemini-2.0-flash"], input: 0.1, output: 0.4, cacheRead: 0.025, audioInput: 0.7 },
  { models: ["gemini-2.0-flash-lite"], input: 0.075, output: 0.3 },
  { models: ["gemini-embedding-001"], input: 0.15 },
];

const RETIRED: readonly TokenPrice[] = [
  {
    models: [
      "gemini-2.5-flash-preview-04-17",
      "gemini-2.5-flash-preview-04-17-thinking",
      "gemini-2.5-flash-preview-05-20",
      "gemini-2.5-flash-preview-05-20-thinking",
    ],
    input: 0.15,
    output: 3.5,
    audioInput: 1,
  },
  {
    models: ["gemini-2.5-flash-preview-04-17-nothinking", "gemini-2.5-flash-preview-05-20-nothinking"],
    input: 0.15,
    output: 0.6,
    audioInput: 1,
  },
  // The price above 128k tokens, for both lengths.
  { models: ["gemini-1.5-pro-latest"], input: 2.5, output: 10 },
  { models: ["gemini-1.5-flash-latest"], input: 0.15, output: 0.6 },
  { models: ["text-embedding-004"], input: 0.002 },
  { models: ["PaLM-2"], input: 2 },
];

export const GOOGLE_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "google",
    currency: "USD",
    source: "ai.google.dev/gemini-api/docs/pricing, as kept by genai-prices 0.1.8",
    checkedOn: "2026-09-23",
    tokenPrices: [...GEMINI_3, ...GEMINI_2],
  },
  {
    vendor: "google",
    currency: "USD",
    ...FAMILY_TABLES,
    tokenPrices: RETIRED,
    callPrices: [
      { models: ["imagen-3.0-generate-002"], priceUsd: 0.03 },
      { models: ["veo-3.0-generate-001", "veo-3.1-generate-preview"], priceUsd: 0.4, per: "second" },
      {
        models: ["veo-3.0-fast-generate-001", "veo-3.1-fast-generate-preview"],
        priceUsd: 0.15,
        per: "second",
      },
    ],
  },
];
