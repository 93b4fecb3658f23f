import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { fieldsOf, objectsIn, reportedSeconds } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { base64Of, loseUnwritten, wordIn } from "../media/media-fields.ts";
import { recordingOf, refuseSubtitles, transcriptionAnswer } from "../media/transcription-answer.ts";

const USUAL_TYPE = "audio/mpeg";

/**
 * Qwen's transcriptions: a chat with nothing but the recording, which is charged by its length; a prompt is its system text.
 * Source: https://www.alibabacloud.com/help/en/model-studio/qwen-asr-api-reference
 */
export const dashScopeTranscriptionCodec: MediaCodec = {
  encodeRequest(question) {
    const { model, fields } = question;
    const losses = createLossList();
    const { bytes, mediaType } = recordingOf(question);
    refuseSubtitles(question, losses);
    loseUnwritten(fields, ["language", "prompt", "response_format"], losses);
    const data = `data:${mediaType || USUAL_TYPE};base64,${base64Of(bytes)}`;
    const prompt = wordIn(fields, "prompt");
    const language = wordIn(fields, "language");
    const system = { role: "system", content: [{ type: "text", text: prompt }] };
    const user = { role: "user", content: [{ type: "input_audio", input_audio: { data } }] };
    const body = {
      model,
      messages: prompt === "" ? [user] : [system, user],
      stream: false,
      ...(language !== "" && { asr_options: { language } }),
    };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const { content } = fieldsOf(objectsIn(body["choices"])[0]?.["message"]);
    if (typeof content !== "string") throw new FormatError("choices", "there is no text");
    const seconds = reportedSeconds(fieldsOf(body["usage"])["seconds"]);
    return transcriptionAnswer(
      content,
      question,
      seconds === undefined ? {} : { usage: { type: "duration", seconds } },
    );
  },
};
