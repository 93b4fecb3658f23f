import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet, TokenPrice } from "./price-sheet.ts";

const AUDIO: readonly TokenPrice[] = [
  {
    models: ["gpt-4o-audio-preview", "gpt-4o-audio-preview-2024-12-17"],
    input: 2.5,
    output: 10,
    audioInput: 40,
    audioOutput: 80,
  },
  // The first snapshot was sold at 100 and 200 USD for audio.
  {
    models: ["gpt-4o-audio-preview-2024-10-01"],
    input: 2.5,
    output: 10,
    audioInput: 100,
    audioOutput: 200,
  },
  { models: ["gpt-4o-mini-audio-preview"], input: 0.15, output: 0.6, audioInput: 10, audioOutput: 20 },
  {
    models: ["gpt-4o-realtime", "gpt-4o-realtime-preview", "gpt-4o-realtime-preview-2024-12-17"],
    input: 5,
    output: 20,
    cacheRead: 2.5,
    audioInput: 40,
    audioOutput: 80,
  },
  {
    models: ["gpt-4o-realtime-preview-2024-10-01"],
    input: 5,
    output: 20,
    cacheRead: 2.5,
    audioInput: 100,
    audioOutput: 200,
  },
  {
    models: [
      "gpt-4o-mini-realtime",
      "gpt-4o-mini-realtime-preview",
      "gpt-4o-mini-realtime-preview-2024-12-17",
    ],
    input: 0.6,
    output: 2.4,
    cacheRead: 0.3,
    audioInput: 10,
    audioOutput: 20,
  },
  {
    models: ["gpt-audio", "gpt-audio-2025-08-28", "gpt-audio-1.5"],
    input: 2.5,
    output: 10,
    audioInput: 32,
    audioOutput: 64,
  },
  { models: ["gpt-audio-mini"], input: 0.6, output: 2.4, audioInput: 10, audioOutput: 20 },
  {
    models: ["gpt-realtime", "gpt-realtime-2025-08-28", "gpt-realtime-1.5"],
    input: 4,
    output: 16,
    cacheRead: 0.4,
    imageInput: 5,
    audioInput: 32,
    audioOutput: 64,
  },
  {
    models: ["gpt-realtime-2", "gpt-realtime-2.1"],
    input: 4,
    output: 24,
    cacheRead: 0.4,
    imageInput: 5,
    audioInput: 32,
    audioOutput: 64,
  },
  {
    models: ["gpt-realtime-mini", "gpt-realtime-2.1-mini"],
    input: 0.6,
    output: 2.4,
    cacheRead: 0.06,
    imageInput: 0.8,
    audioInput: 10,
    audioOutput: 20,
  },
  { models: ["gpt-4o-transcribe", "gpt-4o-transcribe-diarize"], input: 2.5, output: 10, audioInput: 6 },
  { models: ["gpt-4o-mini-transcribe"], input: 1.25, output: 5, audioInput: 3 },
  // The family's tables ask 0.30 USD for one call, twenty times the list price of a minute of speech.
  { models: ["gpt-4o-mini-tts"], input: 0.6, output: 12, audioInput: 12, audioOutput: 12 },
];

/** Output is priced as images, which is what these models are called for. */
const IMAGES: readonly TokenPrice[] = [
  { models: ["gpt-image-1"], input: 5, output: 40, cacheRead: 1.25, imageInput: 10 },
  { models: ["gpt-image-1-mini"], input: 2, output: 8, cacheRead: 0.2, imageInput: 2.5 },
  { models: ["gpt-image-1.5"], input: 5, output: 32, cacheRead: 1.25, imageInput: 8 },
  { models: ["gpt-image-2"], input: 5, output: 30, cacheRead: 1.25, imageInput: 8 },
];

export const OPENAI_MEDIA_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "openai",
    currency: "USD",
    source: "developers.openai.com/api/docs/pricing, as kept by genai-prices 0.1.8",
    checkedOn: "2026-09-23",
    tokenPrices: [...AUDIO, ...IMAGES],
  },
  {
    vendor: "openai",
    currency: "USD",
    ...FAMILY_TABLES,
    // By convention, characters to speak and seconds of a recording are counted as tokens; the spoken output
    // itself is free.
    tokenPrices: [
      // 0.006 USD a minute.
      { models: ["whisper-1"], input: 100 },
      { models: ["tts-1", "tts-1-1106"], input: 15, audioOutput: 0 },
      { models: ["tts-1-hd", "tts-1-hd-1106"], input: 30, audioOutput: 0 },
    ],
    callPrices: [
      { models: ["dall-e-3"], priceUsd: 0.04, per: "image" },
      { models: ["dall-e-2"], priceUsd: 0.02, per: "image" },
      { models: ["sora-2"], priceUsd: 0.3, per: "second" },
      { models: ["sora-2-pro"], priceUsd: 0.5, per: "second" },
    ],
  },
];
