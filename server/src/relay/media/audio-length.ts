/** Usual rates, in bytes a second, of recordings that are sent to be written down, by the file's extension. */
const BYTES_PER_SECOND: ReadonlyMap<string, number> = new Map([
  ["mp3", 16_000],
  ["mpga", 16_000],
  ["mpeg", 16_000],
  ["m4a", 12_000],
  ["mp4", 16_000],
  ["aac", 16_000],
  ["ogg", 8_000],
  ["oga", 8_000],
  ["opus", 4_000],
  ["webm", 4_000],
  ["flac", 60_000],
  ["wav", 32_000],
]);
const BYTES_PER_SECOND_ELSE = 16_000;
/** A header may claim any rate: what is neither telephony nor a studio's is not believed. */
const WAV_RATE_MIN = 2000;
const WAV_RATE_MAX = 6_144_000;

/** How long a recording is likely to be: for what is set aside, and for upstreams that do not tell. */
export function estimateSeconds(file: Uint8Array, fileName: string): number {
  const extension = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
  const rate = wavRate(file) ?? BYTES_PER_SECOND.get(extension) ?? BYTES_PER_SECOND_ELSE;
  return file.byteLength / rate;
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

/** Ordinary speech: 150 English words, or some 270 Chinese characters, a minute. */
const LETTERS_PER_SECOND = 15;
const IDEOGRAPHS_PER_SECOND = 4.5;
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/** OpenAI's `pcm`: 24,000 samples of two bytes a second; `wav` is the same with a header. */
const SPOKEN_BYTES_PER_SECOND = 48_000;

/** How long spoken text is: by its bytes where the format has one rate, else by the text. */
export function spokenSeconds(text: string, format: string | undefined, bytes: number): number {
  if (bytes > 0 && (format === "pcm" || format === "wav")) return bytes / SPOKEN_BYTES_PER_SECOND;
  const ideographs = text.match(IDEOGRAPH)?.length ?? 0;
  return (text.length - ideographs) / LETTERS_PER_SECOND + ideographs / IDEOGRAPHS_PER_SECOND;
}
