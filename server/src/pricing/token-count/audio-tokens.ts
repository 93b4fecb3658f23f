import { base64Reader } from "./base64-reader.ts";
import { modelFamily } from "./model-family.ts";

/** Sound in a prompt. */
export interface AudioPart {
  readonly base64: string | undefined;
  /** `wav`, `mp3`, `pcm16` … as the client says. */
  readonly format: string | undefined;
}

/** Taken for sound of which only the address is known. */
const ASSUMED_SECONDS = 60;

/** Usual rates of the formats that do not say how long they are: 128 kbit/s for MP3, PCM as OpenAI takes it. */
const BYTES_PER_SECOND: Readonly<Record<string, number>> = {
  mp3: 16_000,
  aac: 16_000,
  m4a: 16_000,
  opus: 6_000,
  ogg: 12_000,
  webm: 6_000,
  flac: 60_000,
  pcm16: 48_000,
  g711_ulaw: 8_000,
  g711_alaw: 8_000,
};
const BYTES_PER_SECOND_ELSE = 16_000;

/**
 * Tokens for a second. OpenAI: one for 100 ms (https://platform.openai.com/docs/guides/realtime-costs); Gemini: 32
 * (https://ai.google.dev/gemini-api/docs/tokens); Qwen-Omni and the others: 25 (Alibaba Model Studio, Qwen-Omni).
 */
const TOKENS_PER_SECOND: readonly (readonly [names: RegExp, tokens: number])[] = [
  [/^(gpt|o\d|chatgpt|whisper)/, 10],
  [/^(gemini|gemma)/, 32],
];
const TOKENS_PER_SECOND_ELSE = 25;

/** Tokens of sound in a prompt, by its length. */
export function audioTokens(model: string, audio: AudioPart): number {
  const family = modelFamily(model);
  const rate = TOKENS_PER_SECOND.find(([names]) => names.test(family))?.[1] ?? TOKENS_PER_SECOND_ELSE;
  return Math.ceil(secondsOf(audio) * rate);
}

function secondsOf({ base64, format }: AudioPart): number {
  if (base64 === undefined) return ASSUMED_SECONDS;
  const start = base64.startsWith("data:") ? base64.indexOf(",") + 1 : 0;
  const bytes = ((base64.length - start) * 3) / 4;
  const wavRate = wavBytesPerSecond(base64, start);
  return bytes / (wavRate ?? BYTES_PER_SECOND[format ?? ""] ?? BYTES_PER_SECOND_ELSE);
}

/** A header may claim any rate: none above that of eight channels of studio sound is believed, nor one below telephony. */
const WAV_RATE_MIN = 2000;
const WAV_RATE_MAX = 192_000 * 4 * 8;

/** The byte rate that a WAV file's own header states. */
function wavBytesPerSecond(base64: string, start: number): number | undefined {
  const { byte, text } = base64Reader(base64, start);
  if (text(0, 4) !== "RIFF" || text(8, 4) !== "WAVE" || text(12, 4) !== "fmt ") return undefined;
  const rate = byte(28) + byte(29) * 256 + byte(30) * 65_536 + byte(31) * 16_777_216;
  return rate >= WAV_RATE_MIN && rate <= WAV_RATE_MAX ? rate : undefined;
}
