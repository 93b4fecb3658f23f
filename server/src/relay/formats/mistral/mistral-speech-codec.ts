import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { textOf } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, wordIn } from "../media/media-fields.ts";
import { soundFormat, speechAnswer, voiceOf } from "../media/speech-answer.ts";

const FORMATS = ["mp3", "wav", "pcm", "flac", "opus"] as const;
const USUAL_VOICE = "en_paul_neutral";

/**
 * Voxtral's speech: voices have an id, the sound comes in base64, and letters are what it costs.
 * Source: https://docs.mistral.ai/studio/audio/text-to-speech/quickstarts/generate-speech
 */
export const mistralSpeechCodec: MediaCodec = {
  encodeRequest(question) {
    const { model, fields } = question;
    const losses = createLossList();
    const voice = voiceOf(question, USUAL_VOICE, losses);
    const format = soundFormat(question, FORMATS, "mp3", losses);
    loseUnwritten(fields, ["input", "voice", "response_format", "ref_audio"], losses);
    const { ref_audio } = fields;
    const spoken = ref_audio === undefined ? { voice_id: voice } : { ref_audio };
    const body = { model, input: wordIn(fields, "input"), ...spoken, response_format: format };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const sound = Buffer.from(textOf(body["audio_data"]), "base64");
    if (sound.byteLength === 0) throw new FormatError("audio_data", "there is no sound");
    return speechAnswer(sound, soundFormat(question, FORMATS, "mp3", createLossList()), question);
  },
};
