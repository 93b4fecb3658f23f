import type { Usage } from "../../../pricing/usage.ts";
import { inputTokens, outputTokens } from "../../../pricing/usage.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { objectsIn } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import type { DecodedMedia, MediaQuestion } from "./media-codec.ts";
import { wordIn } from "./media-fields.ts";

/** A picture as it came: its bytes, or where they are kept. */
export type MadePicture = { readonly base64: string } | { readonly url: string };

/** OpenAI's answer of pictures, as events where the client asked for a stream. Throws FormatError when there are none. */
export function picturesAnswer(
  pictures: readonly MadePicture[],
  question: MediaQuestion,
  usage?: Usage,
): DecodedMedia {
  const { createdAtSeconds } = question;
  const data = pictures.map((picture) =>
    "url" in picture ? { url: picture.url } : { b64_json: picture.base64 },
  );
  const told = usage && { usage: pictureUsage(usage) };
  return picturesTold({ created: createdAtSeconds, data, ...told }, question);
}

/**
 * An answer that is OpenAI's already, as events where the client asked for a stream. Throws FormatError when there is no
 * picture in it.
 */
export function picturesTold(
  body: Fields,
  { fields, createdAtSeconds }: Pick<MediaQuestion, "fields" | "createdAtSeconds">,
): DecodedMedia {
  const { data, usage } = body;
  const made = objectsIn(data).filter(({ error }) => !error);
  if (made.length === 0) throw new FormatError("data", "there is no picture");
  if (wordIn(fields, "stream") !== "true") return { body };
  const about = { type: "image_generation.completed", created_at: createdAtSeconds, usage };
  return { body, file: eventsFile(made.map((one) => Object.assign({}, about, one))) };
}

/** Events as a file: what an upstream tells whole, for a client that reads a stream. */
export function eventsFile(events: readonly { readonly type: string }[]) {
  const text = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return { contentType: "text/event-stream", bytes: new TextEncoder().encode(text) };
}

/** Source: https://platform.openai.com/docs/api-reference/images/object */
function pictureUsage(usage: Usage): Fields {
  const input = inputTokens(usage);
  const output = outputTokens(usage);
  return {
    input_tokens: input,
    input_tokens_details: { image_tokens: usage.input.image, text_tokens: input - usage.input.image },
    output_tokens: output,
    output_tokens_details: { image_tokens: usage.output.image, text_tokens: output - usage.output.image },
    total_tokens: input + output,
  };
}

/** Reports that pictures come as bytes (or addresses) where the client asked for the other. */
export function loseResponseFormat(fields: Fields, given: "url" | "b64_json", losses: LossList): void {
  const wanted = wordIn(fields, "response_format");
  if (wanted !== "" && wanted !== given)
    losses.changed("response_format", `this vendor answers with ${given} only`);
}

/** Width and height of `1024x768`; undefined for `auto` and, which is reported, for what is none. */
export function pixelsOf(size: string, losses: LossList): { width: number; height: number } | undefined {
  const [, width, height] = /^([1-9]\d{1,4})[x*]([1-9]\d{1,4})$/.exec(size) ?? [];
  if (width !== undefined && height !== undefined) return { width: Number(width), height: Number(height) };
  if (size !== "" && size !== "auto") losses.leftOut("size", "it is no width and height");
  return undefined;
}

/** Reports a quality that is asked for by a word that the vendor has no other for. */
export function loseQuality(fields: Fields, losses: LossList): void {
  const quality = wordIn(fields, "quality");
  if (quality !== "" && quality !== "auto") losses.leftOut("quality", "this vendor has no word for it");
}

/** The shape among `ratios` (`16:9`) that comes nearest to a size; a shape that is asked for by its name stays. */
export function aspectRatioOf(size: string, ratios: readonly string[], losses: LossList): string | undefined {
  if (ratios.includes(size)) return size;
  const pixels = pixelsOf(size, losses);
  if (!pixels) return undefined;
  const wanted = Math.log(pixels.width / pixels.height);
  const distance = (ratio: string) => Math.abs(Math.log(valueOf(ratio)) - wanted);
  const nearest = ratios.toSorted((one, other) => distance(one) - distance(other))[0];
  losses.changed("size", "this vendor knows shapes, not sizes");
  return nearest;
}

function valueOf(ratio: string): number {
  const [width = 1, height = 1] = ratio.split(":").map(Number);
  return width / height;
}
