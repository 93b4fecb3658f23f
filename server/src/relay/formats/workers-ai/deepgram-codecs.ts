import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, wordIn } from "../media/media-fields.ts";
import { refuseEvents, soundFormat, voiceOf } from "../media/speech-answer.ts";
import { recordingOf, refuseSubtitles, transcriptionAnswer } from "../media/transcription-answer.ts";

/** Deepgram's names of formats. */
const ENCODINGS: Readonly<Record<string, object>> = {
  mp3: { encoding: "mp3" },
  opus: { encoding: "opus" },
  aac: { encoding: "aac" },
  flac: { encoding: "flac" },
  wav: { encoding: "linear16", container: "wav", sample_rate: 24_000 },
  pcm: { encoding: "linear16", container: "none", sample_rate: 24_000 },
};

/** Deepgram's Aura at Cloudflare: the sound itself. Source: https://developers.cloudflare.com/workers-ai/models/aura-1/ */
export const auraSpeechCodec: MediaCodec = {
  passesSound: true,
  encodeRequest(question) {
    const { fields } = question;
    refuseEvents(question);
    const losses = createLossList();
    const format = soundFormat(question, Object.keys(ENCODINGS), "mp3", losses);
    const speaker = voiceOf(question, usualVoice(question.model), losses);
    loseUnwritten(fields, ["input", "voice", "response_format"], losses);
    const body = { text: wordIn(fields, "input"), speaker, ...ENCODINGS[format] };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer() {
    throw new FormatError("body", "it is no sound");
  },
};

/** Each of them has voices of its own. Source: …/aura-2-en/, …/aura-2-es/ */
function usualVoice(model: string): string {
  return model.endsWith("-es") ? "aquila" : "luna";
}

/** Deepgram's Nova at Cloudflare: the recording itself goes up. Source: https://developers.cloudflare.com/workers-ai/models/nova-3/ */
export const novaTranscriptionCodec: MediaCodec = {
  encodeRequest(question) {
    const losses = createLossList();
    const { bytes, mediaType } = recordingOf(question);
    refuseSubtitles(question, losses);
    loseUnwritten(question.fields, ["response_format"], losses);
    return { body: bytes, contentType: mediaType || "audio/mpeg", losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const { results } = fieldsOf(body["result"]);
    const [channel] = objectsIn(fieldsOf(results)["channels"]);
    const [best] = objectsIn(channel?.["alternatives"]);
    if (!best) throw new FormatError("result.results", "there is no text");
    return transcriptionAnswer(textOf(best["transcript"]), question);
  },
};
