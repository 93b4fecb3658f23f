import { chunkFrame } from "./aws-frames.ts";

/**
 * Claude's answers as Bedrock gives them. Transcribed from
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-request-response.html and
 * https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-anthropic-claude-messages-tool-use.html; ids are made
 * up.
 */
export const CLAUDE_MESSAGE = {
  id: "msg_bdrk_01",
  type: "message",
  role: "assistant",
  model: "claude-sonnet-4-5-20250929",
  content: [{ type: "text", text: "Hello there" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
};

export const CLAUDE_TOOL_CALL = {
  ...CLAUDE_MESSAGE,
  content: [{ type: "tool_use", id: "toolu_bdrk_01", name: "top_song", input: { sign: "WZPZ" } }],
  stop_reason: "tool_use",
};

/** The events of a streamed answer; the last one carries Bedrock's own metrics. */
export const CLAUDE_EVENTS: readonly object[] = [
  {
    type: "message_start",
    message: {
      ...CLAUDE_MESSAGE,
      content: [],
      stop_reason: null,
      usage: { input_tokens: 10, output_tokens: 1 },
    },
  },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: " wörld 世界" } },
  { type: "content_block_stop", index: 0 },
  {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 5 },
  },
  {
    type: "message_stop",
    "amazon-bedrock-invocationMetrics": {
      inputTokenCount: 10,
      outputTokenCount: 5,
      invocationLatency: 1052,
      firstByteLatency: 383,
    },
  },
];

/** The same as frames. */
export const CLAUDE_FRAMES: readonly Buffer[] = CLAUDE_EVENTS.map(chunkFrame);

export const STREAM_HEADERS = { "content-type": "application/vnd.amazon.eventstream" };
