import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, numberIn, wordIn } from "../media/media-fields.ts";
import {
  aspectRatioOf,
  loseQuality,
  loseResponseFormat,
  picturesAnswer,
  pixelsOf,
} from "../media/picture-answer.ts";
import type { MadePicture } from "../media/picture-answer.ts";

const RATIOS = ["16:9", "1:1", "21:9", "2:3", "3:2", "4:5", "5:4", "9:16", "9:21"] as const;
const WRITTEN = ["prompt", "n", "size", "quality", "response_format", "seed", "negative_prompt"] as const;

/**
 * Pictures of the models that Bedrock invokes: Amazon's (Titan, Nova Canvas) and Stability's, which know shapes and one
 * picture a call. Source: https://docs.aws.amazon.com/nova/latest/userguide/image-gen-req-resp-structure.html,
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-diffusion-3-text-image.html
 */
export const bedrockPictureCodec: MediaCodec = {
  encodeRequest({ model, fields }) {
    const losses = createLossList();
    const body = model.includes("stability.") ? forStability(fields, losses) : forAmazon(fields, losses);
    loseResponseFormat(fields, "b64_json", losses);
    loseUnwritten(fields, WRITTEN, losses);
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer: (body, question) => picturesAnswer(picturesIn(body), question),
  hasMade: (body) => picturesIn(body).length > 0,
  refusalIn(body) {
    if (picturesIn(body).length > 0) return undefined;
    const reasons: readonly unknown[] = Array.isArray(body["finish_reasons"]) ? body["finish_reasons"] : [];
    return [body["error"], ...reasons].map(textOf).find(Boolean);
  },
};

function picturesIn({ images, artifacts }: Fields): readonly MadePicture[] {
  const files: readonly unknown[] = Array.isArray(images) ? images : [];
  const old = objectsIn(artifacts).map(({ base64 }) => base64);
  return [...files, ...old].flatMap((file) => (textOf(file) === "" ? [] : [{ base64: textOf(file) }]));
}

function forAmazon(fields: Fields, losses: LossList): Fields {
  const { seed, negative_prompt: negative } = fields;
  const quality = /^(?:hd|high|premium)$/.test(wordIn(fields, "quality")) ? "premium" : "standard";
  return {
    taskType: "TEXT_IMAGE",
    textToImageParams: { text: wordIn(fields, "prompt"), negativeText: negative },
    imageGenerationConfig: {
      numberOfImages: numberIn(fields, "n") ?? 1,
      quality,
      ...pixelsOf(wordIn(fields, "size"), losses),
      seed,
    },
  };
}

function forStability(fields: Fields, losses: LossList): Fields {
  const { seed, negative_prompt } = fields;
  if ((numberIn(fields, "n") ?? 1) > 1) losses.changed("n", "this model draws one picture a call");
  loseQuality(fields, losses);
  return {
    prompt: wordIn(fields, "prompt"),
    aspect_ratio: aspectRatioOf(wordIn(fields, "size"), RATIOS, losses),
    output_format: "png",
    seed,
    negative_prompt,
  };
}
