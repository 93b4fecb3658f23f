import { createLossList } from "../chat/chat-loss.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseMask, ownFields, pictureAddresses } from "../media/media-fields.ts";
import { picturesTold } from "../media/picture-answer.ts";

/** The client's pictures are written anew; Ark has no masks and no numbers. */
const OPENAI_FIELDS: ReadonlySet<string> = new Set([
  "image",
  "images",
  "mask",
  "model",
  "n",
  "user",
  "stream",
]);

/**
 * Seedream's edits: its address for new pictures takes old ones too. All other fields go on, and it answers as OpenAI
 * does. Source: https://www.volcengine.com/docs/82379/1541523
 */
export const arkEditCodec: MediaCodec = {
  encodeRequest(question) {
    const { model, fields } = question;
    const losses = createLossList();
    const image = pictureAddresses(question);
    loseMask(question, losses);
    if (fields["n"] !== undefined) losses.leftOut("n", "this vendor has no word for it");
    const body = { ...ownFields(question, OPENAI_FIELDS), model, image };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer: picturesTold,
  refusalIn(body) {
    const made = objectsIn(body["data"]);
    const held = made
      .map(({ error }) => fieldsOf(error))
      .filter(({ code }) => /Sensitive/.test(textOf(code)));
    return made.length > 0 && held.length === made.length ? textOf(held[0]?.["message"]) : undefined;
  },
};
