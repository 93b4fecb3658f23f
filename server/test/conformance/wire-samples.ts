import type { ClientDialect } from "../../src/relay/formats/chat/chat-dialect.ts";

/** What travels in one dialect: a request, and its answer whole and streamed, as the upstream happens to write it. */
export interface WireSample {
  readonly request: object;
  readonly whole: string;
  readonly events: readonly string[];
}

const UNKNOWN = { zz_unknown: { deep: [1.5, null] } };
/** Spaces, escapes, numbers as nobody would write them again, members that no version knows, characters of many bytes. */
const ODD = '"zz_unknown" : {"deep":[1.50, 1e2,null],"text":"\\u4e16 \\/ 世界 👋"}';
const COMMENT = ": hold on — 世\n\n";
const FIELDS = "id: 7\nretry: 10\n\n";
const messages = [{ role: "user", content: "Hi" }];

/** By dialect, each with comments, fields without data, both line ends, and kinds of events that are not known. */
export const WIRE_SAMPLES: Readonly<Record<ClientDialect, WireSample>> = {
  "openai-chat": {
    request: { model: "m", messages, stream_options: { include_usage: true }, ...UNKNOWN },
    whole: `{ "id":"x",${ODD}, "choices":[{"index":0,"message":{"role":"assistant","content":"世"},"finish_reason":"stop"}],"usage":{"prompt_tokens":7,"completion_tokens":5}}\n`,
    events: [
      COMMENT,
      'data: {"choices":[{"index":0,"delta":{"role":"assistant"}}]}\r\n\r\n',
      `event: chunk\ndata: { "choices" : [ {"index":0, "delta":{"content":"世界 👋"}} ],${ODD}}\n\n`,
      FIELDS,
      'data: {"choices":[{"index":0,\ndata: "delta":{"content":"two lines"}}]}\n\n',
      'data:{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
      'data: {"choices":[],"usage":{"prompt_tokens":7,"completion_tokens":5}}\n\n',
      "data: [DONE]\n\n",
    ],
  },
  "openai-responses": {
    request: { model: "m", input: "Hi", ...UNKNOWN },
    whole: `{"id":"r",${ODD},"object":"response","status":"completed","output":[{"type":"message","id":"i","role":"assistant","content":[{"type":"output_text","text":"世"}]}],"usage":{"input_tokens":7,"output_tokens":5}}`,
    events: [
      COMMENT,
      'event: response.created\ndata: {"type":"response.created","response":{"id":"r","status":"in_progress"}}\n\n',
      `event: response.zz_unknown\r\ndata: {"type":"response.zz_unknown",${ODD}}\r\n\r\n`,
      'data: {"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"i","content":[]}}\n\n',
      FIELDS,
      `data: {"type":"response.output_text.delta","output_index":0,"content_index":0,"delta":"世界 👋",${ODD}}\n\n`,
      'event: response.completed\ndata: {"type":"response.completed","response":{"id":"r","status":"completed","usage":{"input_tokens":7,"output_tokens":5}}}\n\n',
    ],
  },
  anthropic: {
    request: { model: "m", max_tokens: 9, messages, ...UNKNOWN },
    whole: `{"id":"m",${ODD},"type":"message","role":"assistant","content":[{"type":"text","text":"世"}],"stop_reason":"end_turn","usage":{"input_tokens":7,"output_tokens":5}}`,
    events: [
      'event: message_start\ndata: {"type":"message_start","message":{"id":"m","usage":{"input_tokens":7,"output_tokens":1}}}\n\n',
      COMMENT,
      'event: ping\ndata: {"type": "ping"}\n\n',
      'event: content_block_start\r\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\r\n\r\n',
      `event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"世界 👋"},${ODD}}\n\n`,
      `event: zz_unknown\ndata: {"type":"zz_unknown",${ODD}}\n\n`,
      FIELDS,
      'event: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\n',
      'event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}\n\n',
      'event: message_stop\ndata: {"type":"message_stop"}\n\n',
    ],
  },
  gemini: {
    request: { contents: [{ role: "user", parts: [{ text: "Hi" }] }], ...UNKNOWN },
    whole: `{"candidates":[{"content":{"role":"model","parts":[{"text":"世"}]},"finishReason":"STOP","index":0}],${ODD},"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":5}}`,
    events: [
      COMMENT,
      'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"世界 👋"}]},"index":0}]}\r\n\r\n',
      `data: {"candidates":[{"content":{"parts":[{"text":"a","zz":1.50},{"zz_unknown":{}}]}}],${ODD}}\r\n\r\n`,
      FIELDS,
      'data: {"candidates":[{"content":{"parts":[{"text":"."}]},"finishReason":"STOP","index":0}]}\r\n\r\n',
      'data: {"usageMetadata":{"promptTokenCount":7,"candidatesTokenCount":5}}\r\n\r\n',
    ],
  },
};
