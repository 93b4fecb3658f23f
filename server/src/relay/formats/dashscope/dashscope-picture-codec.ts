import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import type { MediaCodec, MediaQuestion } from "../media/media-codec.ts";
import {
  loseMask,
  loseUnwritten,
  namedFields,
  numberIn,
  pictureAddresses,
  wordIn,
} from "../media/media-fields.ts";
import { loseResponseFormat, picturesAnswer, pixelsOf } from "../media/picture-answer.ts";

const OWN = ["negative_prompt", "prompt_extend", "watermark", "seed"] as const;
const WRITTEN = ["prompt", "n", "size", "response_format", "image", "images", ...OWN] as const;

/**
 * Pictures of Qwen's, Wan's and Z's models, from words alone or (`edits`) from pictures too, at the one address that answers
 * at once. Parameters of DashScope's own go on. It answers with addresses, which end after a day.
 * Source: https://www.alibabacloud.com/help/en/model-studio/qwen-image-api, …/qwen-image-edit-api
 */
export function dashScopePictureCodec(isEdit: boolean): MediaCodec {
  return {
    encodeRequest(question) {
      const { model, fields } = question;
      const losses = createLossList();
      loseResponseFormat(fields, "url", losses);
      loseMask(question, losses);
      loseUnwritten(fields, WRITTEN, losses);
      const seen = (isEdit ? pictureAddresses(question) : []).map((image) => ({ image }));
      const body = {
        model,
        input: { messages: [{ role: "user", content: [...seen, { text: wordIn(fields, "prompt") }] }] },
        parameters: parametersOf(question, losses),
      };
      return { body: JSON.stringify(body), losses: losses.list() };
    },
    decodeAnswer(body, question) {
      const choices = objectsIn(fieldsOf(body["output"])["choices"]);
      const contents = choices.flatMap(({ message }) => objectsIn(fieldsOf(message)["content"]));
      const pictures = contents.flatMap(({ image }) =>
        textOf(image) === "" ? [] : [{ url: textOf(image) }],
      );
      return picturesAnswer(pictures, question);
    },
  };
}

function parametersOf(question: MediaQuestion, losses: LossList): Fields {
  const pixels = pixelsOf(wordIn(question.fields, "size"), losses);
  const count = numberIn(question.fields, "n");
  return {
    ...(pixels && { size: `${pixels.width}*${pixels.height}` }),
    // Models that draw one picture alone take the number too, if it is one.
    ...(count !== undefined && { n: count }),
    ...namedFields(question, OWN),
  };
}
