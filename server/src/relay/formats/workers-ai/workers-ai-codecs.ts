import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { base64Of, documentTexts, loseUnwritten, numberIn, wordIn } from "../media/media-fields.ts";
import { loseResponseFormat, picturesAnswer, pixelsOf } from "../media/picture-answer.ts";
import { speechAnswer } from "../media/speech-answer.ts";
import { recordingOf, refuseSubtitles, transcriptionAnswer } from "../media/transcription-answer.ts";

/*
 * Cloudflare runs each model at an address of its own, with fields of its own; answers stand in `result`, errors in
 * `errors`. Source: https://developers.cloudflare.com/workers-ai/models/ (the schema of each model)
 */

/** Pictures: in base64 where the model answers with JSON, else the file itself. */
export const workersAiPictureCodec: MediaCodec = {
  encodeRequest({ fields }) {
    const losses = createLossList();
    if ((numberIn(fields, "n") ?? 1) > 1) losses.changed("n", "this vendor draws one picture a call");
    loseResponseFormat(fields, "b64_json", losses);
    loseUnwritten(fields, ["prompt", "n", "size", "response_format", "seed", "steps"], losses);
    const { seed, steps } = fields;
    const body = {
      prompt: wordIn(fields, "prompt"),
      ...pixelsOf(wordIn(fields, "size"), losses),
      seed,
      steps,
    };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  readBytes: (bytes, contentType) =>
    contentType.startsWith("image/") ? { result: { image: base64Of(bytes) } } : undefined,
  decodeAnswer(body, question) {
    const base64 = textOf(fieldsOf(body["result"])["image"]);
    return picturesAnswer(base64 === "" ? [] : [{ base64 }], question);
  },
};

/** What is written down. The newest of the models takes the recording in base64, the older ones the recording itself. */
export const workersAiTranscriptionCodec: MediaCodec = {
  encodeRequest(question) {
    const { model, fields } = question;
    const losses = createLossList();
    const { bytes } = recordingOf(question);
    refuseSubtitles(question, losses);
    const isTurbo = model.includes("large-v3-turbo");
    const language = wordIn(fields, "language");
    const prompt = wordIn(fields, "prompt");
    loseUnwritten(fields, ["response_format", ...(isTurbo ? ["language", "prompt"] : [])], losses);
    if (!isTurbo) return { body: bytes, contentType: "application/octet-stream", losses: losses.list() };
    const body = {
      audio: base64Of(bytes),
      ...(language !== "" && { language }),
      ...(prompt !== "" && { initial_prompt: prompt }),
    };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const { text, transcription_info: info } = fieldsOf(body["result"]);
    if (typeof text !== "string") throw new FormatError("result.text", "there is none");
    const { duration } = fieldsOf(info);
    return transcriptionAnswer(text, question, typeof duration === "number" ? { duration } : {});
  },
};

/** MeloTTS: a language in the place of a voice, an MP3 or WAV file in base64. */
export const workersAiSpeechCodec: MediaCodec = {
  encodeRequest({ fields }) {
    const losses = createLossList();
    if (wordIn(fields, "voice") !== "") losses.leftOut("voice", "this model has one voice a language");
    const format = wordIn(fields, "response_format") || "mp3";
    if (format !== "mp3") losses.changed("response_format", "this vendor's sound is mp3");
    const lang = wordIn(fields, "lang") || "en";
    loseUnwritten(fields, ["input", "voice", "response_format", "lang"], losses);
    return { body: JSON.stringify({ prompt: wordIn(fields, "input"), lang }), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const sound = Buffer.from(textOf(fieldsOf(body["result"])["audio"]), "base64");
    const isWav = sound.toString("latin1", 0, 4) === "RIFF";
    return speechAnswer(sound, isWav ? "wav" : "mp3", question);
  },
};

/** BGE's reranker: texts in objects, scores by their place. */
export const workersAiRerankCodec: MediaCodec = {
  encodeRequest({ fields }) {
    const losses = createLossList();
    loseUnwritten(fields, ["query", "documents", "top_n"], losses);
    const contexts = documentTexts(fields).map((text) => ({ text }));
    const body = { query: wordIn(fields, "query"), contexts, top_k: numberIn(fields, "top_n") };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, { model }) {
    const { response } = fieldsOf(body["result"]);
    if (!Array.isArray(response)) throw new FormatError("result.response", "it must be a list");
    const results = objectsIn(response).map(({ id, score }) => ({ index: id, relevance_score: score }));
    return { body: { model, results } };
  },
};
