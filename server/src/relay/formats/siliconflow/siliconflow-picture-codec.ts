import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import type { EncodedMedia, MediaCodec, MediaQuestion } from "../media/media-codec.ts";
import { loseMask, numberIn, ownFields, pictureAddresses, wordIn } from "../media/media-fields.ts";
import { loseQuality, loseResponseFormat, picturesAnswer } from "../media/picture-answer.ts";

/** Fields that go by another name there, or that it has no word for. */
const OPENAI_FIELDS: ReadonlySet<string> = new Set(
  "model n size quality style response_format user stream images mask".split(" "),
);

/**
 * SiliconFlow's pictures, from words alone or (`edits`) from pictures too: OpenAI's address, with other names for sizes and
 * numbers. All other fields go on, which are its own. Source: https://docs.siliconflow.cn/cn/api-reference/images/images-generations
 */
export function siliconFlowPictureCodec(isEdit: boolean): MediaCodec {
  return {
    encodeRequest: (question) => encode(question, isEdit ? pictureAddresses(question) : []),
    decodeAnswer(body, question) {
      const made = objectsIn(body["images"] ?? body["data"]);
      const pictures = made.flatMap(({ url }) => (textOf(url) === "" ? [] : [{ url: textOf(url) }]));
      return picturesAnswer(pictures, question);
    },
  };
}

/** The first of its models takes one picture, later ones three. */
function numbered([image, ...others]: readonly string[], model: string, losses: LossList): Fields {
  const [image2, image3, tooMany] = others;
  const isLater = /-Edit-\d/i.test(model);
  if (isLater ? tooMany !== undefined : image2 !== undefined)
    losses.leftOut("image", `this model sees ${isLater ? "three pictures" : "one picture"}`);
  return isLater ? { image, image2, image3 } : { image };
}

function encode(question: MediaQuestion, pictures: readonly string[]): EncodedMedia {
  const { model, fields } = question;
  const losses = createLossList();
  loseMask(question, losses);
  loseQuality(fields, losses);
  if (fields["style"] !== undefined) losses.leftOut("style", "this vendor has no word for it");
  loseResponseFormat(fields, "url", losses);
  const size = wordIn(fields, "size");
  const count = numberIn(fields, "n");
  const body = {
    model,
    ...(size !== "" && size !== "auto" && { image_size: size }),
    ...(count !== undefined && { batch_size: count }),
    ...ownFields(question, OPENAI_FIELDS),
    ...(pictures.length > 0 && numbered(pictures, model, losses)),
  };
  return { body: JSON.stringify(body), losses: losses.list() };
}
