import { createLossList } from "../chat/chat-loss.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, numberIn, wordIn } from "../media/media-fields.ts";
import { aspectRatioOf, loseQuality, loseResponseFormat, picturesAnswer } from "../media/picture-answer.ts";
import type { MadePicture } from "../media/picture-answer.ts";

const RATIOS = ["1:1", "3:4", "4:3", "9:16", "16:9"] as const;

const WRITTEN = ["prompt", "n", "size", "quality", "response_format", "output_format"] as const;

/** OpenAI's words for the better pictures are those of the larger. */
const LARGE: ReadonlySet<string> = new Set(["hd", "high", "2K"]);

/**
 * Google's Imagen, at the Gemini API and at Vertex AI: a prediction. Pictures that Google holds back are left out of the
 * answer, with the reason. Source: https://ai.google.dev/gemini-api/docs/imagen,
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/imagen-api
 */
export const imagenCodec: MediaCodec = {
  errorDialect: "gemini",
  encodeRequest({ fields }) {
    const losses = createLossList();
    const aspectRatio = aspectRatioOf(wordIn(fields, "size"), RATIOS, losses);
    const isLarge = LARGE.has(wordIn(fields, "quality"));
    if (!isLarge) loseQuality(fields, losses);
    const mimeType = mimeTypeOf(wordIn(fields, "output_format"));
    loseResponseFormat(fields, "b64_json", losses);
    loseUnwritten(fields, WRITTEN, losses);
    const parameters = {
      sampleCount: numberIn(fields, "n") ?? 1,
      includeRaiReason: true,
      ...(aspectRatio !== undefined && { aspectRatio }),
      ...(isLarge && { sampleImageSize: "2K" }),
      ...(mimeType !== undefined && { outputOptions: { mimeType } }),
    };
    return {
      body: JSON.stringify({ instances: [{ prompt: wordIn(fields, "prompt") }], parameters }),
      losses: losses.list(),
    };
  },
  decodeAnswer: (body, question) => picturesAnswer(picturesIn(body), question),
  refusalIn(body) {
    if (picturesIn(body).length > 0) return undefined;
    const reasons = objectsIn(body["predictions"]).map(({ raiFilteredReason }) => textOf(raiFilteredReason));
    return reasons.find(Boolean);
  },
};

function picturesIn(body: Fields): readonly MadePicture[] {
  return objectsIn(body["predictions"]).flatMap(({ bytesBase64Encoded }) => {
    const base64 = textOf(bytesBase64Encoded);
    return base64 === "" ? [] : [{ base64 }];
  });
}

function mimeTypeOf(format: string): string | undefined {
  if (format === "jpeg") return "image/jpeg";
  return format === "png" ? "image/png" : undefined;
}
