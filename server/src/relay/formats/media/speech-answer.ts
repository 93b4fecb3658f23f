import type { LossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { fieldsOf } from "../reported-usage.ts";
import type { DecodedMedia, MediaQuestion } from "./media-codec.ts";
import { wordIn } from "./media-fields.ts";
import { eventsFile } from "./picture-answer.ts";

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  opus: "audio/ogg",
  aac: "audio/aac",
  pcm: "audio/pcm",
};

/**
 * Speech that came whole, for a client that reads the file itself or, with `stream_format: sse`, events. Throws FormatError
 * when it is silence without a byte.
 */
export function speechAnswer(bytes: Uint8Array, format: string, { fields }: MediaQuestion): DecodedMedia {
  if (bytes.byteLength === 0) throw new FormatError("audio", "there is no sound");
  if (wordIn(fields, "stream_format") !== "sse") {
    const contentType = CONTENT_TYPES[format] ?? "application/octet-stream";
    return { body: {}, file: { contentType, bytes } };
  }
  const audio = Buffer.from(bytes).toString("base64");
  const events = [{ type: "speech.audio.delta", audio }, { type: "speech.audio.done" }];
  return { body: {}, file: eventsFile(events) };
}

/** The format that the client asked for, or `instead` where the vendor has not that one. */
export function soundFormat(
  { fields }: MediaQuestion,
  formats: readonly string[],
  instead: string,
  losses: LossList,
): string {
  const wanted = wordIn(fields, "response_format") || "mp3";
  if (formats.includes(wanted)) return wanted;
  losses.changed("response_format", `this vendor's sound is ${instead}`);
  return instead;
}

/** Throws FormatError for events, where the vendor's sound passes as it comes. */
export function refuseEvents({ fields }: MediaQuestion): void {
  if (wordIn(fields, "stream_format") === "sse")
    throw new FormatError("stream_format", "this vendor tells the sound itself");
}

/** OpenAI's own voices, which other vendors do not know: clients send one because they must. */
const OPENAI_VOICES: ReadonlySet<string> = new Set(
  "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split(" "),
);

/** The client's voice, or `usual` in the place of one that is OpenAI's own. */
export function voiceOf({ fields }: MediaQuestion, usual: string, losses: LossList): string {
  const voice = wordIn(fields, "voice") || wordIn(fieldsOf(fields["voice"]), "id");
  if (voice !== "" && !OPENAI_VOICES.has(voice)) return voice;
  if (voice !== "") losses.changed("voice", `this vendor does not know it; ${usual} speaks`);
  return usual;
}

const WAV_HEADER_BYTES = 44;

/** A WAV file of samples of 16 bits on one track. */
export function wavFile(samples: Uint8Array, samplesPerSecond: number): Uint8Array {
  const file = Buffer.alloc(WAV_HEADER_BYTES + samples.byteLength);
  file.write("RIFF", 0);
  file.writeUInt32LE(36 + samples.byteLength, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(samplesPerSecond, 24);
  file.writeUInt32LE(samplesPerSecond * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(samples.byteLength, 40);
  file.set(samples, WAV_HEADER_BYTES);
  return file;
}
