import { FormatError } from "../chat/chat-error.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { Fields } from "../reported-usage.ts";
import type { DecodedMedia, MediaFile, MediaQuestion } from "./media-codec.ts";
import { wordIn } from "./media-fields.ts";
import { eventsFile } from "./picture-answer.ts";

/** The recording that is to be written down. Throws FormatError where the form has none. */
export function recordingOf({ files }: MediaQuestion): MediaFile {
  const file = files.find(({ field }) => field === "file");
  if (!file) throw new FormatError("file", "it is required");
  return file;
}

/** What was said, as JSON, as bare text, or as events for a client that reads a stream. */
export function transcriptionAnswer(text: string, question: MediaQuestion, told: Fields = {}): DecodedMedia {
  const body = { text, ...told };
  if (wordIn(question.fields, "stream") === "true") {
    const events = [
      { type: "transcript.text.delta", delta: text },
      { type: "transcript.text.done", text },
    ];
    return { body, file: eventsFile(events) };
  }
  const isText = wordIn(question.fields, "response_format") === "text";
  return isText
    ? { body, file: { contentType: "text/plain; charset=utf-8", bytes: new TextEncoder().encode(text) } }
    : { body };
}

/** Throws FormatError for subtitles, which need times that the vendor does not tell; other forms are JSON or text. */
export function refuseSubtitles({ fields }: MediaQuestion, losses: LossList): void {
  const format = wordIn(fields, "response_format");
  if (format === "srt" || format === "vtt" || format === "diarized_json")
    throw new FormatError("response_format", "this vendor tells the text alone");
  if (format === "verbose_json") losses.changed("response_format", "this vendor tells the text alone");
}
