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
  {
    models: ["gemini-3.1-pro-preview", "gemini-3-pro-preview"],
    input: 2,
    output: 12,
    cacheRead: 0.2,
    tiers: [{ aboveInputTokens: 200_000, input: 4, output: 18 }],
  },
  {
    models: ["gemini-3.1-flash-lite"],
    input: 0.25,
    output: 1.5,
    cacheRead: 0.025,
    audioInput: 0.5,
    isAudioInputInUsd: true,
  },
  {
    models: ["gemini-3-flash-preview"],
    input: 0.5,
    output: 3,
    cacheRead: 0.05,
    audioInput: 1,
    isAudioInputInUsd: true,
  },
  { models: ["gemini-3.1-flash-lite-image"], input: 0.25, output: 30 },
  {
    models: ["gemini-3.1-flash-live-preview"],
    input: 0.75,
    output: 4.5,
    imageInput: 1,
    audioInput: 3,
    audioOutput: 12,
  },
  { models: ["gemini-live-2.5-flash"], input: 0.5, output: 2, audioInput: 3, audioOutput: 12 },
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
    tiers: [{ aboveInputTokens: 200_000, input: 2.5, output: 15 }],
  },
  {
    models: ["gemini-2.5-flash", "gemini-2.5-flash-thinking-*", "gemini-robotics-er-1.5-preview"],
    input: 0.3,
    output: 2.5,
    cacheRead: 0.03,
    audioInput: 1,
    isAudioInputInUsd: true,
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
    isAudioInputInUsd: true,
  },
  {
    models: ["gemini-2.0-flash"],
    input: 0.1,
    output: 0.4,
    cacheRead: 0.025,
    audioInput: 0.7,
    isAudioInputInUsd: true,
  },
  { models: ["gemini-2.0-flash-lite"], input: 0.075, output: 0.3 },
  {
    models: ["gemini-2.5-flash-preview-tts", "gemini-2.5-flash-tts"],
    input: 0.5,
    output: 10,
    audioOutput: 10,
  },
  { models: ["gemini-2.5-pro-preview-tts", "gemini-2.5-pro-tts"], input: 1, output: 20, audioOutput: 20 },
  { models: ["gemini-embedding-001"], input: 0.15 },
  { models: ["gemini-embedding-2"], input: 0.2, imageInput: 0.45, audioInput: 6.5 },
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
    isAudioInputInUsd: true,
  },
  {
    models: ["gemini-2.5-flash-preview-04-17-nothinking", "gemini-2.5-flash-preview-05-20-nothinking"],
    input: 0.15,
    output: 0.6,
    audioInput: 1,
    isAudioInputInUsd: true,
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
    source: "Google's rate until 2026-11-30, twice as much afterwards, as kept by iyulab/TokenMeter 0.13.1",
    checkedOn: "2026-10-13",
    tokenPrices: [{ models: ["gemini-4-argon"], input: 2, output: 10, cacheRead: 0.1 }],
  },
  {
    vendor: "google",
    currency: "USD",
    source: "ai.google.dev/gemini-api/docs/pricing (Imagen 4), as quoted at discuss.ai.google.dev/t/101173",
    checkedOn: "2026-11-21",
    tokenPrices: [],
    callPrices: [
      { models: ["imagen-4.0-generate-001"], priceUsd: 0.04, per: "image" },
      { models: ["imagen-4.0-fast-generate-001"], priceUsd: 0.02, per: "image" },
      { models: ["imagen-4.0-ultra-generate-001"], priceUsd: 0.06, per: "image" },
    ],
  },
  {
    vendor: "google",
    currency: "USD",
    ...FAMILY_TABLES,
    tokenPrices: RETIRED,
    callPrices: [
      { models: ["imagen-3.0-generate-002"], priceUsd: 0.03, per: "image" },
      { models: ["veo-3.0-generate-001", "veo-3.1-generate-preview"], priceUsd: 0.4, per: "second" },
      {
        models: ["veo-3.0-fast-generate-001", "veo-3.1-fast-generate-preview"],
        priceUsd: 0.15,
        per: "second",
      },
    ],
  },
];
