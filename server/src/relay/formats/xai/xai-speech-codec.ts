import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, numberIn, wordIn } from "../media/media-fields.ts";
import { refuseEvents, soundFormat, voiceOf } from "../media/speech-answer.ts";

const FORMATS = ["mp3", "wav", "pcm"] as const;
const USUAL_VOICE = "eve";
/** OpenAI's own, which clients of bare samples expect. */
const SAMPLES_PER_SECOND = 24_000;

/**
 * xAI's speech: there is one model, which is not named; the sound passes as it comes.
 * Source: https://docs.x.ai/developers/model-capabilities/audio/text-to-speech
 */
export const xaiSpeechCodec: MediaCodec = {
  passesSound: true,
  encodeRequest(question) {
    const { fields } = question;
    refuseEvents(question);
    const losses = createLossList();
    const speed = numberIn(fields, "speed");
    const codec = soundFormat(question, FORMATS, "mp3", losses);
    const body = {
      text: wordIn(fields, "input"),
      voice_id: voiceOf(question, USUAL_VOICE, losses),
      language: wordIn(fields, "language") || "auto",
      output_format: { codec, ...(codec === "pcm" && { sample_rate: SAMPLES_PER_SECOND }) },
      ...(speed !== undefined && { speed }),
    };
    loseUnwritten(fields, ["input", "voice", "language", "response_format", "speed"], losses);
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer() {
    throw new FormatError("body", "it is no sound");
  },
};
