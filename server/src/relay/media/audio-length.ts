import { mediaTypeOf } from "./sniff-media-type.ts";

interface Recording {
  readonly extensions: readonly string[];
  /** As its first bytes show it. */
  readonly mediaType: string;
  readonly bytesPerSecond: number;
}

/** Usual rates of recordings that are sent to be written down; of a type that has several, the first is its most usual. */
const RECORDINGS: readonly Recording[] = [
  { extensions: ["mp3", "mpga", "mpeg"], mediaType: "audio/mpeg", bytesPerSecond: 16_000 },
  { extensions: ["m4a"], mediaType: "audio/mp4", bytesPerSecond: 12_000 },
  { extensions: ["mp4"], mediaType: "audio/mp4", bytesPerSecond: 16_000 },
  { extensions: ["aac"], mediaType: "audio/aac", bytesPerSecond: 16_000 },
  { extensions: ["ogg", "oga"], mediaType: "audio/ogg", bytesPerSecond: 8_000 },
  { extensions: ["opus"], mediaType: "audio/ogg", bytesPerSecond: 4_000 },
  { extensions: ["webm"], mediaType: "audio/webm", bytesPerSecond: 4_000 },
  { extensions: ["flac"], mediaType: "audio/flac", bytesPerSecond: 60_000 },
  { extensions: ["wav"], mediaType: "audio/wav", bytesPerSecond: 32_000 },
];
const BYTES_PER_SECOND_ELSE = 16_000;
/** A header may claim any rate: what is neither telephony nor a studio's is not believed. */
const WAV_RATE_MIN = 2000;
const WAV_RATE_MAX = 6_144_000;

/**
 * How long a recording is likely to be: for what is set aside, and for upstreams that do not tell. What it is called counts
 * only where its bytes do not say that it is something else.
 */
export function estimateSeconds(file: Uint8Array, fileName: string): number {
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  const called = RECORDINGS.find(({ extensions }) => extensions.includes(extension));
  const shown = mediaTypeOf(file, "", "audio");
  const isCalledRight = shown === undefined || called?.mediaType === shown;
  const recording = isCalledRight ? called : RECORDINGS.find(({ mediaType }) => mediaType === shown);
  return file.byteLength / (wavRate(file) ?? recording?.bytesPerSecond ?? BYTES_PER_SECOND_ELSE);
}

/** The byte rate that a WAV file's own header states. */
function wavRate(file: Uint8Array): number | undefined {
  const head = Buffer.from(file.subarray(0, 32));
  if (
    head.length < 32 ||
    head.toString("latin1", 0, 4) !== "RIFF" ||
    head.toString("latin1", 8, 16) !== "WAVEfmt "
  )
    return undefined;
  const rate = head.readUInt32LE(28);
  return rate >= WAV_RATE_MIN && rate <= WAV_RATE_MAX ? rate : undefined;
}

/** What has come of a text that was to be spoken: nothing yet where there are no bytes. */
export interface SpokenAnswer {
  readonly contentType: string;
  readonly bytes: number;
}

/** Ordinary speech: 150 English words, or some 270 Chinese characters, a minute. */
const LETTERS_PER_SECOND = 15;
const IDEOGRAPHS_PER_SECOND = 4.5;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** OpenAI's `pcm`: 24,000 samples of two bytes a second; `wav` is the same with a header. */
const SPOKEN_BYTES_PER_SECOND = 48_000;

/** Sound that is not compressed. */
const BARE_SOUND = /^audio\/(?:pcm|l16|wave?|x-wav)\b/i;

/** How long a spoken text is: by the bytes of an answer whose type has one rate, else by the text. */
export function spokenSeconds(text: string, { contentType, bytes }: SpokenAnswer): number {
  if (bytes > 0 && BARE_SOUND.test(contentType)) return bytes / SPOKEN_BYTES_PER_SECOND;
  const ideographs = text.match(IDEOGRAPH)?.length ?? 0;
  return (text.length - ideographs) / LETTERS_PER_SECOND + ideographs / IDEOGRAPHS_PER_SECOND;
}
