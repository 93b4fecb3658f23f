import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { jsonFields } from "../chat/json-message.ts";
import { countOf, fieldsOf, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, wordIn } from "../media/media-fields.ts";
import { soundFormat, speechAnswer, voiceOf, wavFile } from "../media/speech-answer.ts";

const FORMATS = ["pcm", "wav"] as const;
const USUAL_VOICE = "Cherry";
const SAMPLES_PER_SECOND = 24_000;
const WRITTEN = ["input", "voice", "language_type", "instructions", "response_format"] as const;

/**
 * Speech of Qwen's TTS models. Whole, DashScope keeps it at an address; as events it tells the samples themselves, which are
 * put together here: the call needs the header `X-DashScope-SSE: enable`. Newer models are charged by letters, the first by
 * tokens. Source: https://www.alibabacloud.com/help/en/model-studio/qwen-tts-api
 */
export const dashScopeSpeechCodec: MediaCodec = {
  encodeRequest(question) {
    const { model, fields } = question;
    const losses = createLossList();
    const voice = voiceOf(question, USUAL_VOICE, losses);
    soundFormat(question, FORMATS, "wav", losses);
    loseUnwritten(fields, WRITTEN, losses);
    const { language_type, instructions } = fields;
    const input = { text: wordIn(fields, "input"), voice, language_type, instructions };
    return { body: JSON.stringify({ model, input }), losses: losses.list() };
  },
  readBytes: (bytes, contentType) =>
    contentType.includes("text/event-stream") ? collected(new TextDecoder().decode(bytes)) : undefined,
  decodeAnswer(body, question) {
    const { data } = fieldsOf(fieldsOf(body["output"])["audio"]);
    const samples = Buffer.from(textOf(data), "base64");
    if (samples.byteLength === 0) throw new FormatError("output.audio", "there is no sound");
    const format = soundFormat(question, FORMATS, "wav", createLossList());
    const sound = format === "pcm" ? samples : wavFile(samples, SAMPLES_PER_SECOND);
    return { ...speechAnswer(sound, format, question), body: { usage: usageIn(fieldsOf(body["usage"])) } };
  },
};

/** All events as one answer: their samples one after the other, the last one's usage. An error event is the answer. */
function collected(text: string): Fields | undefined {
  const samples: Buffer[] = [];
  let usage: unknown;
  for (const [, data = ""] of text.matchAll(/^data: ?(.*)$/gm)) {
    const event = jsonFields(data);
    if (!event) return undefined;
    if (textOf(event["code"]) !== "") return { error: { code: event["code"], message: event["message"] } };
    samples.push(Buffer.from(textOf(fieldsOf(fieldsOf(event["output"])["audio"])["data"]), "base64"));
    usage = event["usage"] ?? usage;
  }
  return { output: { audio: { data: Buffer.concat(samples).toString("base64") } }, usage };
}

/** In OpenAI's words; undefined where all is nothing, so that the letters are counted here. */
function usageIn(usage: Fields): Fields | undefined {
  const letters = countOf(usage["characters"]);
  const input = letters || countOf(usage["input_tokens"]);
  const output = letters > 0 ? 0 : countOf(usage["output_tokens"]);
  if (input + output === 0) return undefined;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    completion_tokens_details: { audio_tokens: output },
  };
}
