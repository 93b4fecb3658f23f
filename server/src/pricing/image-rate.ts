import { IMAGE_OPTIONS } from "./default-prices/image-options.ts";
import type { ImageOptions } from "./default-prices/image-options.ts";
import { perImage, withMultipliers } from "./rate-multipliers.ts";
import type { Rate, RateMultiplier } from "./rate.ts";

/** What a request says about the pictures it wants. */
export interface ImageRequest {
  readonly model: string;
  readonly size?: string | undefined;
  readonly quality?: string | undefined;
}

const OPTIONS: ReadonlyMap<string, ImageOptions> = new Map(
  IMAGE_OPTIONS.flatMap((options) => options.models.map((model) => [model, options] as const)),
);

/**
 * The rate of a request for pictures. A price by the call becomes one by the picture, multiplied by what the size and
 * the quality cost; the number of pictures is in the usage (`images`). A price by the token stays as it is: there the
 * pictures are tokens.
 */
export function imageRate(rate: Rate, request: ImageRequest): Rate {
  if (rate.kind !== "call") return rate;
  return withMultipliers(perImage(rate), imageMultipliers(request));
}

function imageMultipliers({ model, size = "", quality = "" }: ImageRequest): readonly RateMultiplier[] {
  const options = OPTIONS.get(model);
  if (options === undefined) return [];
  const qualities = Object.hasOwn(options.qualities, quality) ? options.qualities[quality] : undefined;
  return [
    { name: "size", value: ownEntry(options.sizes, size) ?? 1 },
    { name: "quality", value: qualities ? (ownEntry(qualities, size) ?? qualities.default) : 1 },
  ];
}

function ownEntry(table: Readonly<Record<string, number>>, key: string): number | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
