import { FAMILY_TABLES } from "./price-sheet.ts";
import type { PriceSheet } from "./price-sheet.ts";

/** Vendors whose jobs are sold by the call. */
export const TASK_MEDIA_SHEETS: readonly PriceSheet[] = [
  {
    vendor: "midjourney",
    currency: "USD",
    ...FAMILY_TABLES,
    callPrices: [
      {
        models: [
          "mj_imagine",
          "mj_edits",
          "mj_variation",
          "mj_reroll",
          "mj_blend",
          "mj_modal",
          "mj_zoom",
          "mj_shorten",
          "mj_high_variation",
          "mj_low_variation",
          "mj_pan",
        ],
        priceUsd: 0.1,
      },
      { models: ["mj_video"], priceUsd: 0.8 },
      // Free by themselves: the modal step that follows them is what is charged.
      { models: ["mj_inpaint", "mj_custom_zoom"], priceUsd: 0 },
      { models: ["mj_describe", "mj_upscale", "mj_upload", "swap_face"], priceUsd: 0.05 },
    ],
  },
  {
    vendor: "suno",
    currency: "USD",
    ...FAMILY_TABLES,
    callPrices: [
      { models: ["suno_music"], priceUsd: 0.1 },
      { models: ["suno_lyrics"], priceUsd: 0.01 },
    ],
  },
  {
    vendor: "black-forest-labs",
    currency: "USD",
    ...FAMILY_TABLES,
    callPrices: [{ models: ["black-forest-labs/flux-1.1-pro"], priceUsd: 0.04 }],
  },
];
