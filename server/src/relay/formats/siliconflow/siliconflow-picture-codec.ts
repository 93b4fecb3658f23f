import { createLossList } from "../chat/chat-loss.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { numberIn, wordIn } from "../media/media-fields.ts";
import { loseResponseFormat, picturesAnswer } from "../media/picture-answer.ts";

/** Fields that go by another name there, or that it has no word for. */
const OPENAI_FIELDS = [
  "model",
  "n",
  "size",
  "quality",
  "style",
  "response_format",
  "user",
  "stream",
] as const;

/**
 * SiliconFlow's pictures: OpenAI's address, with other names for sizes and numbers. All other fields go on, which are its
 * own. Source: https://docs.siliconflow.cn/cn/api-reference/images/images-generations
 */
export const siliconFlowPictureCodec: MediaCodec = {
  encodeRequest({ model, fields }) {
    const losses = createLossList();
    for (const name of ["quality", "style"])
      if (fields[name] !== undefined) losses.leftOut(name, "this vendor has no word for it");
    loseResponseFormat(fields, "url", losses);
    const own = Object.entries(fields).filter(([name]) => !OPENAI_FIELDS.some((one) => one === name));
    const size = wordIn(fields, "size");
    const count = numberIn(fields, "n");
    const body = {
      model,
      ...(size !== "" && size !== "auto" && { image_size: size }),
      ...(count !== undefined && { batch_size: count }),
      ...Object.fromEntries(own),
    };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const made = objectsIn(body["images"] ?? body["data"]);
    const pictures = made.flatMap(({ url }) => (textOf(url) === "" ? [] : [{ url: textOf(url) }]));
    return picturesAnswer(pictures, question);
  },
};
