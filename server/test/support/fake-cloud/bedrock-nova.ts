import { awsFrame } from "./aws-frames.ts";

/**
 * Answers of Converse and ConverseStream. Transcribed from
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html (examples),
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ConverseStream.html and
 * https://docs.aws.amazon.com/bedrock/latest/userguide/tool-use-inference-call.html.
 */
const USAGE = {
  inputTokens: 10,
  outputTokens: 5,
  totalTokens: 15,
  cacheReadInputTokens: 0,
  cacheWriteInputTokens: 0,
};

const answer = (content: readonly object[], stopReason: string) => ({
  output: { message: { role: "assistant", content } },
  stopReason,
  usage: USAGE,
  metrics: { latencyMs: 1275 },
});

export const CONVERSE_TEXT = answer([{ text: "Hello there" }], "end_turn");

export const CONVERSE_CALL = answer(
  [{ toolUse: { toolUseId: "tooluse_1", name: "top_song", input: { sign: "WZPZ" } } }],
  "tool_use",
);

const frame = (name: string, payload: object): Buffer =>
  awsFrame(
    { ":event-type": name, ":content-type": "application/json", ":message-type": "event" },
    JSON.stringify({ ...payload, p: "abcdef" }),
  );

export const CONVERSE_FRAMES: readonly Buffer[] = [
  frame("messageStart", { role: "assistant" }),
  frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Hello" } }),
  frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: " wörld 世界" } }),
  frame("contentBlockStop", { contentBlockIndex: 0 }),
  frame("contentBlockStart", {
    contentBlockIndex: 1,
    start: { toolUse: { toolUseId: "tooluse_1", name: "top_song" } },
  }),
  frame("contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: '{"sign":' } } }),
  frame("contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: '"WZPZ"}' } } }),
  frame("contentBlockStop", { contentBlockIndex: 1 }),
  frame("messageStop", { stopReason: "tool_use" }),
  frame("metadata", { usage: USAGE, metrics: { latencyMs: 1275 } }),
];
