import { createLossList } from "../chat/chat-loss.ts";
import { usageFromOpenRouter } from "../openai/openrouter-usage.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import {
  loseMask,
  loseUnwritten,
  namedFields,
  numberIn,
  pictureAddresses,
  wordIn,
} from "../media/media-fields.ts";
import { aspectRatioOf, loseResponseFormat, picturesAnswer } from "../media/picture-answer.ts";
import type { MadePicture } from "../media/picture-answer.ts";

const RATIOS = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"] as const;
const WRITTEN = ["prompt", "n", "size", "response_format", "image", "images", "seed"] as const;

/**
 * Pictures at OpenRouter, from words alone or (`edits`) from pictures too: a chat that is asked to answer with them.
 * Source: https://openrouter.ai/docs/features/multimodal/image-generation
 */
export function openRouterPictureCodec(isEdit: boolean): MediaCodec {
  return {
    usageDialect: "openrouter",
    encodeRequest(question) {
      const { model, fields } = question;
      const losses = createLossList();
      const aspectRatio = aspectRatioOf(wordIn(fields, "size"), RATIOS, losses);
      if ((numberIn(fields, "n") ?? 1) > 1)
        losses.changed("n", "this model draws as many pictures as it sees fit");
      loseResponseFormat(fields, "b64_json", losses);
      loseMask(question, losses);
      loseUnwritten(fields, WRITTEN, losses);
      const seen = (isEdit ? pictureAddresses(question) : []).map((url) => ({
        type: "image_url",
        image_url: { url },
      }));
      const content = [{ type: "text", text: wordIn(fields, "prompt") }, ...seen];
      const body = {
        model,
        messages: [{ role: "user", content }],
        modalities: ["image", "text"],
        ...(aspectRatio !== undefined && { image_config: { aspect_ratio: aspectRatio } }),
        ...namedFields(question, ["seed"]),
        usage: { include: true },
      };
      return { body: JSON.stringify(body), losses: losses.list() };
    },
    decodeAnswer: (body, question) =>
      picturesAnswer(picturesIn(body), question, usageFromOpenRouter(body["usage"])),
    refusalIn(body) {
      if (picturesIn(body).length > 0) return undefined;
      const texts = messagesIn(body).map(({ content }) => textOf(content));
      return texts.find(Boolean);
    },
  };
}

function messagesIn(body: Fields): readonly Fields[] {
  return objectsIn(body["choices"]).map(({ message }) => fieldsOf(message));
}

function picturesIn(body: Fields): readonly MadePicture[] {
  return messagesIn(body)
    .flatMap(({ images }) => objectsIn(images))
    .flatMap(pictureIn);
}

function pictureIn(image: Fields): readonly MadePicture[] {
  const url = textOf(fieldsOf(image["image_url"])["url"]);
  if (url === "") return [];
  const [, base64] = /^data:[^,]*;base64,(.+)$/s.exec(url) ?? [];
  return [base64 === undefined ? { url } : { base64 }];
}
