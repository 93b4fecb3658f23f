import { createLossList } from "../chat/chat-loss.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseMask, ownFields, pictureAddresses, wordIn } from "../media/media-fields.ts";
import { aspectRatioOf, loseQuality, picturesTold } from "../media/picture-answer.ts";

const RATIOS = ["1:1", "3:4", "4:3", "9:16", "16:9", "2:3", "3:2", "1:2", "2:1"] as const;

/** Fields that it refuses, or has in another form. */
const OPENAI_FIELDS: ReadonlySet<string> = new Set(
  "model image images mask size quality style stream partial_images".split(" "),
);

/**
 * xAI's pictures, from words alone or (`edits`) from pictures too: OpenAI's addresses and answers, but shapes in the place of
 * sizes, and no forms. All other fields go on. Source: https://docs.x.ai/docs/guides/image-generations,
 * https://docs.x.ai/developers/rest-api-reference/inference/images
 */
export function xaiPictureCodec(isEdit: boolean): MediaCodec {
  return {
    encodeRequest(question) {
      const { model, fields } = question;
      const losses = createLossList();
      const shape = aspectRatioOf(wordIn(fields, "size"), RATIOS, losses);
      loseMask(question, losses);
      loseQuality(fields, losses);
      if (fields["style"] !== undefined) losses.leftOut("style", "this vendor has no word for it");
      const seen = (isEdit ? pictureAddresses(question) : []).map((url) => ({ type: "image_url", url }));
      const body = {
        model,
        ...(shape !== undefined && { aspect_ratio: shape }),
        ...ownFields(question, OPENAI_FIELDS),
        ...(seen.length === 1 && { image: seen[0] }),
        ...(seen.length > 1 && { images: seen }),
      };
      return { body: JSON.stringify(body), losses: losses.list() };
    },
    decodeAnswer: picturesTold,
  };
}
