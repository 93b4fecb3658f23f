import type { CodedOperation, MediaCodec } from "../media/media-codec.ts";
import { geminiPictureCodec } from "./gemini-picture-codec.ts";
import { geminiSpeechCodec } from "./gemini-speech-codec.ts";
import { geminiTranscriptionCodec } from "./gemini-transcription-codec.ts";
import { imagenCodec } from "./imagen-codec.ts";

/** A call of one of Google's models, and the method that it is there. */
export interface GoogleMediaCall {
  readonly codec: MediaCodec;
  readonly method: "generateContent" | "predict";
}

const drawn: GoogleMediaCall = { codec: geminiPictureCodec(false), method: "generateContent" };
const redrawn: GoogleMediaCall = { codec: geminiPictureCodec(true), method: "generateContent" };
const predicted: GoogleMediaCall = { codec: imagenCodec, method: "predict" };
const spoken: GoogleMediaCall = { codec: geminiSpeechCodec, method: "generateContent" };
const writtenDown: GoogleMediaCall = {
  codec: geminiTranscriptionCodec("transcribe"),
  method: "generateContent",
};
const translated: GoogleMediaCall = {
  codec: geminiTranscriptionCodec("translate"),
  method: "generateContent",
};

/** What Google's models do beside chats, at the Gemini API and at Vertex AI alike; undefined for what they do not. */
export function googleMediaCall(operation: CodedOperation, model: string): GoogleMediaCall | undefined {
  const isGemini =
    /^(?:models\/|google\/)?gemini-/.test(model) && !/embedding|native-audio|-live/.test(model);
  const isSpeaker = isGemini && model.includes("-tts");
  switch (operation) {
    case "images/generations":
      if (/^(?:models\/|google\/)?image(?:n|generation)/.test(model)) return predicted;
      return isGemini && model.includes("-image") ? drawn : undefined;
    case "images/edits":
      return isGemini && model.includes("-image") ? redrawn : undefined;
    case "audio/speech":
      return isSpeaker ? spoken : undefined;
    case "audio/transcriptions":
      return isGemini && !isSpeaker && !model.includes("-image") ? writtenDown : undefined;
    case "audio/translations":
      return isGemini && !isSpeaker && !model.includes("-image") ? translated : undefined;
    default:
      return undefined;
  }
}
