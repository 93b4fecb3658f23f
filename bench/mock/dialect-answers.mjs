import { httpChunk, jsonAnswer } from "./mock-answers.mjs";

/**
 * What upstreams of the other dialects answer: the same text and usage as OpenAI's, in their own words. By the end of a
 * path: `{ whole, begin, chunk, end(chunks) }`, all as bytes for the wire.
 */
const CREATED_AT_SECONDS = 1_767_225_600;
const TEXT = "word ".repeat(160);
const WORD = " word";

const named = (value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
const bare = (value) => `data: ${JSON.stringify(value)}\r\n\r\n`;
const chunkOf = (...events) => httpChunk(events.join(""));
const endOf = (...events) => Buffer.concat([chunkOf(...events), Buffer.from("0\r\n\r\n")]);

function anthropic() {
  const usage = { input_tokens: 20, output_tokens: 30 };
  const message = { id: "msg_mock", type: "message", role: "assistant", model: "mock" };
  const start = { ...message, content: [], stop_reason: null, stop_sequence: null, usage };
  const block = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
  const delta = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: WORD } };
  const stop = { stop_reason: "end_turn", stop_sequence: null };
  return {
    whole: jsonAnswer(
      JSON.stringify({ ...message, content: [{ type: "text", text: TEXT }], ...stop, usage }),
    ),
    begin: chunkOf(named({ type: "message_start", message: start }), named(block)),
    chunk: chunkOf(named(delta)),
    end: () =>
      endOf(
        named({ type: "content_block_stop", index: 0 }),
        named({ type: "message_delta", delta: stop, usage: { output_tokens: 30 } }),
        named({ type: "message_stop" }),
      ),
  };
}

function responses() {
  const usage = {
    input_tokens: 20,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 50,
  };
  const head = { id: "resp_mock", object: "response", created_at: CREATED_AT_SECONDS, model: "mock" };
  const item = { id: "msg_mock", type: "message", role: "assistant" };
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  const part = (text) => ({ type: "output_text", text, annotations: [] });
  const done = (text) => ({ ...item, status: "completed", content: [part(text)] });
  const finished = (text) => ({ ...head, status: "completed", output: [done(text)], usage });
  const begun = { ...head, status: "in_progress", output: [] };
  const opened = { ...item, status: "in_progress", content: [] };
  return {
    whole: jsonAnswer(JSON.stringify(finished(TEXT))),
    begin: chunkOf(
      named({ type: "response.created", response: begun }),
      named({ type: "response.output_item.added", output_index: 0, item: opened }),
      named({ type: "response.content_part.added", ...place, part: part("") }),
    ),
    chunk: chunkOf(named({ type: "response.output_text.delta", ...place, delta: WORD })),
    end(chunks) {
      const text = WORD.repeat(chunks);
      return endOf(
        named({ type: "response.output_text.done", ...place, text }),
        named({ type: "response.content_part.done", ...place, part: part(text) }),
        named({ type: "response.output_item.done", output_index: 0, item: done(text) }),
        named({ type: "response.completed", response: finished(text) }),
      );
    },
  };
}

function gemini() {
  const usageMetadata = { promptTokenCount: 20, candidatesTokenCount: 30, totalTokenCount: 50 };
  const answer = (text, rest = {}) => ({
    candidates: [{ content: { role: "model", parts: [{ text }] }, ...rest, index: 0 }],
    usageMetadata,
    modelVersion: "mock",
    responseId: "mock",
  });
  return {
    whole: jsonAnswer(JSON.stringify(answer(TEXT, { finishReason: "STOP" }))),
    begin: undefined,
    chunk: chunkOf(bare(answer(WORD))),
    end: () => endOf(bare(answer("", { finishReason: "STOP" }))),
  };
}

const GEMINI = gemini();
const ANSWERS = [
  [/\/v1\/messages$/, anthropic()],
  [/\/v1\/responses$/, responses()],
  [/:(?:streamG|g)enerateContent/, GEMINI],
];

/** The answers of the dialect that a path belongs to; undefined for OpenAI's. */
export function dialectAnswers(path) {
  return ANSWERS.find(([pattern]) => pattern.test(path))?.[1];
}
