import type { Rate } from "../../pricing/rate.ts";
import { countTokens } from "../../pricing/token-count/count-tokens.ts";
import { inputTokens, outputTokens, usageOf } from "../../pricing/usage.ts";
import type { Usage, UsageParts } from "../../pricing/usage.ts";
import type { MediaOperation, MediaRequest, PictureRequest } from "../formats/media-request.ts";
import { tellsUse } from "../counted-usage.ts";
import { fieldsOf, objectsIn, reportedCount, textOf } from "../formats/reported-usage.ts";
import type { UsageDialect } from "../formats/usage-dialect.ts";
import { spokenSeconds } from "./audio-length.ts";
import type { SpokenAnswer } from "./audio-length.ts";

/** How the upstream of each call reports usage. Jina tells the total alone. */
export const MEDIA_USAGE: Readonly<Record<MediaOperation, UsageDialect>> = {
  "images/generations": "openai-images",
  "images/edits": "openai-images",
  "images/variations": "openai-images",
  "audio/speech": "openai",
  "audio/transcriptions": "openai-transcriptions",
  "audio/translations": "openai-transcriptions",
  moderations: "openai",
  rerank: "total-tokens",
};

/** What is known of an answer. */
export interface MediaAnswer extends SpokenAnswer {
  /** Undefined for sound, text and events. */
  readonly body: unknown;
  /** As far as events have told of them; undefined where none has. */
  readonly pictures?: number | undefined;
}

/**
 * The use of a call for media: what the upstream reported, with what only the request or the answer tells beside it. Where
 * nothing is reported it is counted here, and says so.
 */
export function mediaUsage(
  media: MediaRequest,
  { model, rate }: { model: string; rate: Rate },
  reported: Usage | undefined,
  answer: MediaAnswer,
): Usage {
  if (reported === undefined || !tellsUse(reported)) return countedMediaUsage(media, model, rate, answer);
  const { pictures } = media;
  if (pictures) return usageOf({ ...reported, images: reported.images ?? writtenPictures(pictures, answer) });
  const seconds = reported.seconds ?? (isBySecond(rate) ? lengthOf(media, answer) : undefined);
  return seconds === undefined ? reported : bySeconds(reported, rate, seconds);
}

function isBySecond(rate: Rate): boolean {
  return rate.kind === "call" && rate.per === "second";
}

/** Seconds that were spoken or heard, as far as the request and the answer tell. */
function lengthOf({ operation, text, seconds }: MediaRequest, answer: SpokenAnswer): number | undefined {
  return operation === "audio/speech" ? spokenSeconds(text, answer) : seconds;
}

/** What a call is likely to use, before it is made: for what is set aside. */
export function expectedMediaUsage(media: MediaRequest, model: string, rate: Rate): Usage {
  return countedMediaUsage(media, model, rate, { body: undefined, contentType: "", bytes: 0 });
}

function countedMediaUsage(media: MediaRequest, model: string, rate: Rate, answer: MediaAnswer): Usage {
  const { operation, pictures, text, query, seconds } = media;
  const counted = (parts: UsageParts) => usageOf({ requests: 1, source: "counted", ...parts });
  if (pictures) {
    const images = writtenPictures(pictures, answer);
    const input = { uncached: countTokens(model, text).tokens };
    return counted({ images, input, output: { image: images * pictureTokens(pictures) } });
  }
  if (operation === "audio/speech") {
    const spoken = spokenSeconds(text, answer);
    return counted({
      seconds: spoken,
      input: { uncached: isByToken(model) ? countTokens(model, text).tokens : text.length },
      output: { audio: Math.ceil(spoken * SPOKEN_TOKENS_PER_SECOND) },
    });
  }
  if (operation.startsWith("audio/")) {
    const length = seconds ?? 0;
    if (!isByToken(model)) return bySeconds(counted({}), rate, length);
    const written = countTokens(model, textOf(fieldsOf(answer.body)["text"])).tokens;
    const audio = Math.ceil(length * HEARD_TOKENS_PER_SECOND);
    return counted({ seconds: length, input: { audio }, output: { text: written } });
  }
  // Cohere bills a search of up to a hundred documents.
  const searches = reportedCount(
    fieldsOf(fieldsOf(fieldsOf(answer.body)["meta"])["billed_units"])["search_units"],
  );
  const asked = query ? query.times * countTokens(model, query.text).tokens : 0;
  const input = { uncached: Math.min(TOKENS_MAX, asked + countTokens(model, text).tokens) };
  return counted({ requests: searches ?? 1, input });
}

/** No call has as many; one that would cannot be paid. */
const TOKENS_MAX = 1_000_000_000;

/** https://platform.openai.com/docs/guides/realtime-costs: a token for 100 ms that is heard, for 50 ms that is spoken. */
const HEARD_TOKENS_PER_SECOND = 10;
const SPOKEN_TOKENS_PER_SECOND = 20;

/** OpenAI's newer models of sound. For others a character that is spoken, or a second that is heard, counts as a token. */
function isByToken(model: string): boolean {
  return /^(?:.*\/)?gpt-/.test(model);
}

/** Use that is known by its length alone, where the price is by the token: by the convention of the shipped prices: a second is one. */
export function bySeconds(usage: Usage, rate: Rate, seconds: number): Usage {
  const hasTokens = inputTokens(usage) + outputTokens(usage) > 0;
  if (rate.kind !== "tokens" || hasTokens) return usageOf({ ...usage, seconds });
  return usageOf({ ...usage, seconds, input: { uncached: Math.ceil(seconds) } });
}

/** Those that an answer lists, without those that it says have failed; as many as were asked for where it lists none. */
function writtenPictures({ count }: PictureRequest, { body, pictures }: MediaAnswer): number {
  if (pictures !== undefined) return pictures;
  const { data, images } = fieldsOf(body);
  const listed = Array.isArray(data) ? data : images;
  if (!Array.isArray(listed)) return count;
  return objectsIn(listed).filter(({ error }) => error === undefined || error === null).length;
}

/** https://platform.openai.com/docs/guides/image-generation#cost-and-latency: tokens of a picture by quality and shape. */
const PICTURE_TOKENS: Readonly<Record<string, readonly [square: number, oblong: number]>> = {
  low: [272, 408],
  medium: [1056, 1584],
  high: [4160, 6240],
};

/** What is not said may be the best. */
function pictureTokens({ size, quality }: PictureRequest): number {
  const known = Object.hasOwn(PICTURE_TOKENS, quality) ? PICTURE_TOKENS[quality] : PICTURE_TOKENS["high"];
  const [square, oblong] = known ?? [0, 0];
  return size === "1024x1024" ? square : oblong;
}
