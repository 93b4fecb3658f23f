/** The mock's fixed answers, built once as bytes. */

const JSON_BODY_BYTES = 1024;
const CREATED_AT_SECONDS = 1_760_000_000;
/** Place and width of the sending time inside a stream chunk: nanoseconds of the monotonic clock. */
const TIME_DIGITS = 16;
export const TIME_MARK = '"system_fingerprint":"';
const USAGE = { prompt_tokens: 20, completion_tokens: 30, total_tokens: 50 };

/** A chat completion of exactly 1 KB, with its head: what OpenAI answers to a short question. */
export function chatAnswer() {
  const answer = (content) =>
    JSON.stringify({
      id: "chatcmpl-mock",
      object: "chat.completion",
      created: CREATED_AT_SECONDS,
      model: "mock",
      choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }],
      usage: USAGE,
    });
  return jsonAnswer(answer("word ".repeat(JSON_BODY_BYTES).slice(0, JSON_BODY_BYTES - answer("").length)));
}

/** One vector of 64 numbers. */
export function embeddingsAnswer() {
  const embedding = Array.from({ length: 64 }, (_, index) => (index - 32) / 64);
  const data = [{ object: "embedding", index: 0, embedding }];
  const usage = { prompt_tokens: 20, total_tokens: 20 };
  return jsonAnswer(JSON.stringify({ object: "list", data, model: "mock", usage }));
}

export function jsonAnswer(body, status = "200 OK") {
  return Buffer.from(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

export const STREAM_HEAD = Buffer.from(
  "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n",
);

/** One event of a stream with room for its sending time; `stamp` writes the time into its bytes. */
export function createStreamChunk() {
  const text = event({
    ...streamObject([{ index: 0, delta: { content: " word" }, finish_reason: null }]),
    system_fingerprint: "0".repeat(TIME_DIGITS),
  });
  const bytes = httpChunk(text);
  const timeAt = bytes.indexOf(TIME_MARK) + TIME_MARK.length;
  return {
    /** Valid until the next call. */
    stamp(timeNs) {
      bytes.latin1Write(String(timeNs).padStart(TIME_DIGITS, "0"), timeAt, TIME_DIGITS);
      return bytes;
    },
  };
}

/** The end of a stream: the finish reason, the usage where it was asked for, `[DONE]` and the last HTTP chunk. */
export function streamEnd(withUsage) {
  const finish = event(streamObject([{ index: 0, delta: {}, finish_reason: "stop" }]));
  const usage = withUsage ? event({ ...streamObject([]), usage: USAGE }) : "";
  return Buffer.concat([httpChunk(`${finish}${usage}data: [DONE]\n\n`), Buffer.from("0\r\n\r\n")]);
}

function streamObject(choices) {
  return {
    id: "chatcmpl-mock",
    object: "chat.completion.chunk",
    created: CREATED_AT_SECONDS,
    model: "mock",
    choices,
  };
}

function event(value) {
  return `data: ${JSON.stringify(value)}\n\n`;
}

/** A text as one chunk of a chunked body. */
export function httpChunk(text) {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}
