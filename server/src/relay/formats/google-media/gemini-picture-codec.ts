import { createLossList } from "../chat/chat-loss.ts";
import { usageFromGemini } from "../gemini/gemini-usage.ts";
import type { EncodedMedia, MediaCodec, MediaQuestion } from "../media/media-codec.ts";
import { loseMask, loseUnwritten, numberIn, sentPictures, wordIn } from "../media/media-fields.ts";
import type { SentPicture } from "../media/media-fields.ts";
import { aspectRatioOf, loseQuality, loseResponseFormat, picturesAnswer } from "../media/picture-answer.ts";
import { inlineFiles, refusalWithoutFile } from "./gemini-answer-parts.ts";

const RATIOS = ["1:1", "2:3", "3:2", "3:4", "4:3", "4:5", "5:4", "9:16", "16:9", "21:9"] as const;

const SIZES: Readonly<Record<string, string>> = { "1K": "1K", "2K": "2K", "4K": "4K", hd: "2K" };

const WRITTEN = ["prompt", "n", "size", "quality", "response_format", "image", "images"] as const;

/**
 * Pictures that a Gemini model draws, from words alone or (`edits`) from pictures too: `generateContent` that answers with
 * files. Source: https://ai.google.dev/gemini-api/docs/image-generation
 */
export function geminiPictureCodec(isEdit: boolean): MediaCodec {
  return {
    errorDialect: "gemini",
    usageDialect: "gemini",
    encodeRequest: (question) => encode(question, isEdit ? sentPictures(question) : []),
    decodeAnswer: (body, question) =>
      picturesAnswer(inlineFiles(body), question, usageFromGemini(body["usageMetadata"])),
    refusalIn: refusalWithoutFile,
  };
}

function encode(question: MediaQuestion, pictures: readonly SentPicture[]): EncodedMedia {
  const { model, fields } = question;
  const losses = createLossList();
  const imageConfig = {
    aspectRatio: aspectRatioOf(wordIn(fields, "size"), RATIOS, losses),
    // The second generation has one size.
    imageSize: /gemini-2/.test(model) ? undefined : SIZES[wordIn(fields, "quality")],
  };
  if (imageConfig.imageSize === undefined) loseQuality(fields, losses);
  const hasConfig = Object.values(imageConfig).some((value) => value !== undefined);
  if ((numberIn(fields, "n") ?? 1) > 1)
    losses.changed("n", "this model draws as many pictures as it sees fit");
  loseResponseFormat(fields, "b64_json", losses);
  loseMask(question, losses);
  loseUnwritten(fields, WRITTEN, losses);
  const seen = pictures.map(({ mediaType, base64 }) => ({
    inlineData: { mimeType: mediaType, data: base64 },
  }));
  const body = {
    contents: [{ role: "user", parts: [...seen, { text: wordIn(fields, "prompt") }] }],
    generationConfig: { responseModalities: ["TEXT", "IMAGE"], ...(hasConfig && { imageConfig }) },
  };
  return { body: JSON.stringify(body), losses: losses.list() };
}
