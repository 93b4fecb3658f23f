import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { fieldsOf, reportedCount, textOf } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, numberIn, wordIn } from "../media/media-fields.ts";
import { soundFormat, speechAnswer, voiceOf } from "../media/speech-answer.ts";

const FORMATS = ["mp3", "pcm", "flac", "wav"] as const;
const USUAL_VOICE = "male-qn-qingse";
const WRITTEN = ["input", "voice", "speed", "response_format", "language_boost", "voice_setting"] as const;
/** OpenAI's own, which clients of bare samples expect. */
const SAMPLES_PER_SECOND = 24_000;
/** What MiniMax speaks at. */
const SPEEDS = [0.5, 2] as const;

/**
 * MiniMax's speech: sound in hexadecimal digits, charged by letters as it counts them (a Chinese one is two). A client's
 * `voice_setting` goes on (emotion, pitch). Source: https://platform.minimax.io/docs/api-reference/speech-t2a-http
 */
export const miniMaxSpeechCodec: MediaCodec = {
  encodeRequest(question) {
    const { model, fields } = question;
    const losses = createLossList();
    const speed = numberIn(fields, "speed");
    if (speed !== undefined && (speed < SPEEDS[0] || speed > SPEEDS[1]))
      losses.changed("speed", "this vendor speaks between half and twice as fast");
    const voice = {
      ...fieldsOf(fields["voice_setting"]),
      voice_id: voiceOf(question, USUAL_VOICE, losses),
      ...(speed !== undefined && { speed: Math.min(SPEEDS[1], Math.max(SPEEDS[0], speed)) }),
    };
    const format = soundFormat(question, FORMATS, "mp3", losses);
    const boost = wordIn(fields, "language_boost");
    loseUnwritten(fields, WRITTEN, losses);
    const body = {
      model,
      text: wordIn(fields, "input"),
      stream: false,
      voice_setting: voice,
      audio_setting: { format, ...(format === "pcm" && { sample_rate: SAMPLES_PER_SECOND }) },
      ...(boost !== "" && { language_boost: boost }),
      output_format: "hex",
    };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const hex = textOf(fieldsOf(body["data"])["audio"]);
    const sound = Buffer.from(hex, "hex");
    // It ends at the first character that is no digit. An expression over millions of them fails.
    if (hex === "" || sound.byteLength * 2 !== hex.length)
      throw new FormatError("data.audio", "there is no sound");
    const format = soundFormat(question, FORMATS, "mp3", createLossList());
    const answer = speechAnswer(sound, format, question);
    const letters = reportedCount(fieldsOf(body["extra_info"])["usage_characters"]);
    if (letters === undefined) return answer;
    return {
      ...answer,
      body: { usage: { prompt_tokens: letters, completion_tokens: 0, total_tokens: letters } },
    };
  },
};
