/** What the size and the quality of a picture do to the price of a model that is priced by the picture. */
export interface ImageOptions {
  readonly models: readonly string[];
  /** By size; 1 for a size that is not listed. */
  readonly sizes: Readonly<Record<string, number>>;
  /** By quality, then by size; `default` for the sizes that are not listed. 1 for a quality that is not listed. */
  readonly qualities: Readonly<
    Record<string, Readonly<Record<string, number>> & { readonly default: number }>
  >;
}

/**
 * Sizes and qualities over the price of a standard picture of 1024×1024 (dall-e-3: 0.04 USD, dall-e-2: 0.02 USD). Models
 * such as gpt-image-1 are not here: they are priced by the token, and larger or better pictures have more of them.
 *
 * Source: developers.openai.com/api/docs/pricing, image generation, as the product family's tables have it (2026-08-08).
 */
export const IMAGE_OPTIONS: readonly ImageOptions[] = [
  {
    models: ["dall-e-2"],
    sizes: { "256x256": 0.8, "512x512": 0.9 },
    qualities: {},
  },
  {
    models: ["dall-e-3"],
    sizes: { "1024x1792": 2, "1792x1024": 2 },
    qualities: { hd: { default: 2, "1024x1792": 1.5, "1792x1024": 1.5 } },
  },
];
