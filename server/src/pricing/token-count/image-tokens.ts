import { imageRule } from "./image-rules.ts";
import type { ImageRule } from "./image-rules.ts";
import { imageSizeOf } from "./image-size.ts";
import type { ImageSize } from "./image-size.ts";
import { modelFamily } from "./model-family.ts";

/** A picture of a prompt. */
export interface ImagePart {
  /** A data: URL, or an address that is never fetched. */
  readonly url: string | undefined;
  /** `low`, `high`, `auto`: everything but `low` is counted in full, for a vendor's `auto` may mean just that. */
  readonly detail: string | undefined;
}

/** Taken for a picture whose size is not known: one behind an address, or of a kind whose header is not read. */
const ASSUMED_SIZE: ImageSize = { width: 1024, height: 1024 };

/** Tokens of a picture by the rule of the model's vendor; OpenAI's rule of gpt-4o where a vendor's is not known. */
export function imageTokens(model: string, image: ImagePart): number {
  const size = (image.url === undefined ? undefined : imageSizeOf(image.url)) ?? ASSUMED_SIZE;
  return tokensOfSize(imageRule(modelFamily(model)), size, image.detail === "low");
}

function tokensOfSize(rule: ImageRule, size: ImageSize, low: boolean): number {
  switch (rule.kind) {
    case "fixed":
      return rule.tokens;
    case "tiles512":
      return low ? rule.base : rule.base + rule.tile * tilesOf(scaledForTiles(size), 512);
    case "tiles":
      return size.width <= rule.edge / 2 && size.height <= rule.edge / 2
        ? rule.small
        : rule.tile * (Math.min(tilesOf(size, rule.edge), rule.tilesMax) + rule.more);
    case "patches":
      return Math.ceil(
        patchesOf(rule, size, low ? (rule.patchesMaxLow ?? rule.patchesMax) : rule.patchesMax) *
          (rule.tokensPerPatch ?? 1),
      );
  }
}

const tilesOf = ({ width, height }: ImageSize, edge: number): number =>
  Math.ceil(width / edge) * Math.ceil(height / edge);

const scaled = ({ width, height }: ImageSize, factor: number): ImageSize => ({
  width: Math.max(1, width * factor),
  height: Math.max(1, height * factor),
});

/** Into 2048 × 2048, then to a short side of 768; never enlarged. */
function scaledForTiles(size: ImageSize): ImageSize {
  const inSquare = scaled(size, Math.min(1, 2048 / Math.max(size.width, size.height)));
  const fitted = scaled(inSquare, Math.min(1, 768 / Math.min(inSquare.width, inSquare.height)));
  return { width: Math.round(fitted.width), height: Math.round(fitted.height) };
}

/** Scaled down until the patches that cover it are within the limit, whole patches in one direction. */
function patchesOf(
  { patch, edgeMax = Infinity }: Extract<ImageRule, { kind: "patches" }>,
  size: ImageSize,
  patchesMax: number,
): number {
  const fitted = scaled(size, Math.min(1, edgeMax / Math.max(size.width, size.height)));
  if (tilesOf(fitted, patch) <= patchesMax) return tilesOf(fitted, patch);
  const factor = Math.sqrt((patchesMax * patch * patch) / (fitted.width * fitted.height));
  const [across, down] = [(fitted.width * factor) / patch, (fitted.height * factor) / patch];
  const shrink = Math.min(wholeShare(across), wholeShare(down));
  return Math.min(patchesMax, Math.ceil(across * shrink) * Math.ceil(down * shrink));
}

/** What part of a number of patches its whole ones are; a strip thinner than a patch keeps its one. */
const wholeShare = (patches: number): number => (patches < 1 ? 1 : Math.floor(patches) / patches);
