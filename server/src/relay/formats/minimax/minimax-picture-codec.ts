import { createLossList } from "../chat/chat-loss.ts";
import { fieldsOf } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, numberIn, wordIn } from "../media/media-fields.ts";
import { aspectRatioOf, picturesAnswer } from "../media/picture-answer.ts";

const RATIOS = ["1:1", "16:9", "4:3", "3:2", "2:3", "3:4", "9:16", "21:9"] as const;
const WRITTEN = [
  "prompt",
  "n",
  "size",
  "response_format",
  "seed",
  "prompt_optimizer",
  "subject_reference",
] as const;

/**
 * MiniMax's pictures. Fields of its own go on. Source: https://platform.minimax.io/docs/api-reference/image-generation-t2i
 */
export const miniMaxPictureCodec: MediaCodec = {
  encodeRequest({ model, fields }) {
    const losses = createLossList();
    const aspectRatio = aspectRatioOf(wordIn(fields, "size"), RATIOS, losses);
    loseUnwritten(fields, WRITTEN, losses);
    const { seed, prompt_optimizer, subject_reference } = fields;
    const body = {
      model,
      prompt: wordIn(fields, "prompt"),
      n: numberIn(fields, "n") ?? 1,
      response_format: wordIn(fields, "response_format") === "b64_json" ? "base64" : "url",
      ...(aspectRatio !== undefined && { aspect_ratio: aspectRatio }),
      seed,
      prompt_optimizer,
      subject_reference,
    };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const { image_urls: urls, image_base64: files } = fieldsOf(body["data"]);
    const pictures = [...texts(urls).map((url) => ({ url })), ...texts(files).map((base64) => ({ base64 }))];
    return picturesAnswer(pictures, question);
  },
};

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string" && one !== "") : [];
}
