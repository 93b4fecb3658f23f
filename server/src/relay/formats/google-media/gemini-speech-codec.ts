import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, wordIn } from "../media/media-fields.ts";
import { soundFormat, speechAnswer, voiceOf, wavFile } from "../media/speech-answer.ts";
import { inlineFiles, refusalWithoutFile } from "./gemini-answer-parts.ts";

const WRITTEN = ["input", "voice", "instructions", "response_format"] as const;
const FORMATS = ["pcm", "wav"] as const;
const USUAL_VOICE = "Kore";
const USUAL_RATE = 24_000;

/**
 * Speech of Gemini's TTS models: bare samples (`audio/L16;rate=24000`), which also become a WAV file; later models may send
 * that file themselves. Source: https://ai.google.dev/gemini-api/docs/speech-generation
 */
export const geminiSpeechCodec: MediaCodec = {
  errorDialect: "gemini",
  usageDialect: "gemini",
  encodeRequest(question) {
    const { fields } = question;
    const losses = createLossList();
    const voiceName = voiceOf(question, USUAL_VOICE, losses);
    soundFormat(question, FORMATS, "wav", losses);
    loseUnwritten(fields, WRITTEN, losses);
    const instructions = wordIn(fields, "instructions");
    const input = wordIn(fields, "input");
    const body = {
      contents: [
        { role: "user", parts: [{ text: instructions === "" ? input : `${instructions}: ${input}` }] },
      ],
      generationConfig: {
        responseModalities: ["AUDIO"],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
      },
    };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  refusalIn: refusalWithoutFile,
  decodeAnswer(body, question) {
    const files = inlineFiles(body);
    const [first] = files;
    if (!first) throw new FormatError("candidates", "there is no sound");
    const sound = Buffer.concat(files.map(({ base64 }) => Buffer.from(base64, "base64")));
    const format = soundFormat(question, FORMATS, "wav", createLossList());
    const isFile = sound.toString("latin1", 0, 4) === "RIFF";
    if (format === "wav")
      return speechAnswer(isFile ? sound : wavFile(sound, rateOf(first.mediaType)), format, question);
    return speechAnswer(isFile ? sound.subarray(WAV_HEADER_BYTES) : sound, format, question);
  },
};

const WAV_HEADER_BYTES = 44;

function rateOf(mediaType: string): number {
  return Number(/rate=(\d+)/.exec(mediaType)?.[1] ?? USUAL_RATE);
}
