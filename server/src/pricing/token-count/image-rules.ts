/** How a vendor counts a picture. Sizes are pixels. */
export type ImageRule =
  /** Scaled into a square and by its short side, then cut into tiles of 512. */
  | { readonly kind: "tiles512"; readonly base: number; readonly tile: number }
  /** Covered by square patches, one token each, scaled down to keep within a number and an edge. */
  | {
      readonly kind: "patches";
      readonly patch: number;
      readonly patchesMax: number;
      /** The same with `detail: "low"`, where the vendor knows it. */
      readonly patchesMaxLow?: number;
      readonly edgeMax?: number;
      readonly tokensPerPatch?: number;
    }
  /** One tile for a small picture, tiles of this edge for others. */
  | {
      readonly kind: "tiles";
      readonly edge: number;
      readonly small: number;
      readonly tile: number;
      /** Tiles that are counted besides, for an overview. */
      readonly more: number;
      readonly tilesMax: number;
    }
  | { readonly kind: "fixed"; readonly tokens: number };

/** OpenAI has always had 85 + 170 for a tile where it says nothing else; many compatible vendors follow it. */
const TILES_85_170: ImageRule = { kind: "tiles512", base: 85, tile: 170 };

/** `detail: "low"` is 512 × 512 pixels. */
const openAiPatches = (tokensPerPatch: number, patchesMax = 1536): ImageRule => ({
  kind: "patches",
  patch: 32,
  patchesMax,
  patchesMaxLow: 256,
  tokensPerPatch,
});

/**
 * By how the model's name begins; the first that fits counts. Sources, as of November 2026:
 * OpenAI: https://platform.openai.com/docs/guides/images-vision#calculating-costs. For gpt-5-mini it names 1.62 tokens a
 *   patch, the API bills 1.2 (developer community, June 2026); gpt-5.4 and later by measurements of what the API bills
 *   (huggingface.co/datasets/JOHNISKING/image-token-cost): 1.2 a patch, 10,000 patches unless the detail is low.
 * Claude: https://platform.claude.com/docs/en/build-with-claude/vision: patches of 28 (before: width × height / 750, 4 % more).
 * Gemini: https://ai.google.dev/gemini-api/docs/tokens; Gemini 3 has a budget a picture.
 * Qwen: smart_resize of its processors, with the limits of its API. GLM-4V: 1,047 a picture, as the
 *   gateways of this family count it. Grok: tiles of 448 and one for the whole, six at most.
 */
const RULES: readonly (readonly [names: RegExp, rule: ImageRule])[] = [
  [/^gpt-4o-mini/, { kind: "tiles512", base: 2833, tile: 5667 }],
  [/^gpt-4\.1-mini/, openAiPatches(1.62)],
  [/^gpt-4\.1-nano/, openAiPatches(2.46)],
  [/^o4-mini/, openAiPatches(1.72)],
  [/^gpt-5-mini/, openAiPatches(1.2)],
  [/^gpt-5-nano/, openAiPatches(2.46)],
  [/^gpt-(5\.[4-9]|[6-9]|[1-9]\d)/, openAiPatches(1.2, 10_000)],
  [/^(gpt-5)/, { kind: "tiles512", base: 70, tile: 140 }],
  [/^o[13]/, { kind: "tiles512", base: 75, tile: 150 }],
  [/^computer-use/, { kind: "tiles512", base: 65, tile: 129 }],
  [
    /^claude-(opus-4-([7-9]|\d\d\b)|[a-z]+-[5-9])/,
    { kind: "patches", patch: 28, patchesMax: 4784, edgeMax: 2576 },
  ],
  [/^claude/, { kind: "patches", patch: 28, patchesMax: 1568, edgeMax: 1568 }],
  [/^gemini-([3-9]|\d\d)/, { kind: "fixed", tokens: 1120 }],
  [/^(gemini|gemma|learnlm)/, { kind: "tiles", edge: 768, small: 258, tile: 258, more: 0, tilesMax: 64 }],
  [/^(qwen3|qvq)/, { kind: "patches", patch: 32, patchesMax: 2560 }],
  [/^qwen/, { kind: "patches", patch: 28, patchesMax: 1280 }],
  [/^(glm|cogv)/, { kind: "fixed", tokens: 1047 }],
  [/^grok/, { kind: "tiles", edge: 448, small: 512, tile: 256, more: 1, tilesMax: 6 }],
];

/** The rule for a model, as `modelFamily` names it. */
export function imageRule(family: string): ImageRule {
  return RULES.find(([names]) => names.test(family))?.[1] ?? TILES_85_170;
}
