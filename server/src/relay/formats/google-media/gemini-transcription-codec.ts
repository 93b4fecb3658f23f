import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { base64Of, loseUnwritten, numberIn, wordIn } from "../media/media-fields.ts";
import { recordingOf, refuseSubtitles, transcriptionAnswer } from "../media/transcription-answer.ts";
import { answerText, refusalWithoutText } from "./gemini-answer-parts.ts";

const WRITTEN = ["prompt", "language", "temperature", "response_format"] as const;

/** What recordings are called there. Source: https://ai.google.dev/gemini-api/docs/audio (supported formats) */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  mp3: "audio/mp3",
  mpga: "audio/mp3",
  wav: "audio/wav",
  aac: "audio/aac",
  m4a: "audio/mp4",
  mp4: "audio/mp4",
  flac: "audio/flac",
  ogg: "audio/ogg",
  webm: "audio/webm",
};

/**
 * A recording that a Gemini model writes down or translates: it is asked to, in words, beside the sound.
 * Source: https://ai.google.dev/gemini-api/docs/audio
 */
export function geminiTranscriptionCodec(task: "transcribe" | "translate"): MediaCodec {
  return {
    errorDialect: "gemini",
    usageDialect: "gemini",
    encodeRequest(question) {
      const { fields } = question;
      const losses = createLossList();
      const { bytes, fileName, mediaType } = recordingOf(question);
      refuseSubtitles(question, losses);
      loseUnwritten(fields, WRITTEN, losses);
      const extension = fileName.slice(fileName.lastIndexOf(".") + 1).toLowerCase();
      const mimeType = MEDIA_TYPES[extension] ?? (mediaType || "audio/mp3");
      const data = base64Of(bytes);
      const temperature = numberIn(fields, "temperature");
      const body = {
        contents: [
          { role: "user", parts: [{ text: taskText(task, fields) }, { inlineData: { mimeType, data } }] },
        ],
        ...(temperature !== undefined && { generationConfig: { temperature } }),
      };
      return { body: JSON.stringify(body), losses: losses.list() };
    },
    refusalIn: refusalWithoutText,
    decodeAnswer(body, question) {
      if (body["candidates"] === undefined) throw new FormatError("candidates", "there are none");
      return transcriptionAnswer(answerText(body).trim(), question);
    },
  };
}

function taskText(task: "transcribe" | "translate", fields: Parameters<typeof wordIn>[0]): string {
  const language = wordIn(fields, "language");
  const hint = wordIn(fields, "prompt");
  const what =
    task === "transcribe"
      ? "Write down word for word what is said in this recording."
      : "Translate what is said in this recording into English.";
  return [
    what,
    "Answer with that text alone, and with nothing if nobody speaks.",
    language === "" ? "" : `The language is ${language}.`,
    hint === "" ? "" : `Names and words that may occur: ${hint}`,
  ]
    .filter(Boolean)
    .join(" ");
}
