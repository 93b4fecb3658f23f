import { CLAUDE_EVENTS, CLAUDE_MESSAGE } from "./bedrock-claude.ts";

/**
 * Gemini's answers as Vertex AI gives them. Transcribed from
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/inference (response) and
 * https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/function-calling.
 */
const USAGE = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
const candidate = (parts: readonly object[], finishReason?: string) => ({
  candidates: [{ content: { role: "model", parts }, ...(finishReason !== undefined && { finishReason }) }],
  modelVersion: "gemini-2.5-flash",
});

export const GEMINI_ANSWER = { ...candidate([{ text: "Hello there" }], "STOP"), usageMetadata: USAGE };

export const GEMINI_CALL = {
  ...candidate([{ functionCall: { name: "top_song", args: { sign: "WZPZ" } } }], "STOP"),
  usageMetadata: USAGE,
};

const CHUNKS = [
  candidate([{ text: "Hello" }]),
  { ...candidate([{ text: " wörld 世界" }], "STOP"), usageMetadata: USAGE },
];

export const GEMINI_STREAM: readonly Buffer[] = CHUNKS.map((chunk) =>
  Buffer.from(`data: ${JSON.stringify(chunk)}\r\n\r\n`),
);

/** https://cloud.google.com/vertex-ai/generative-ai/docs/partner-models/claude/use-claude */
export const VERTEX_CLAUDE = { ...CLAUDE_MESSAGE, id: "msg_vrtx_01" };

/** Claude's events on Vertex AI are Anthropic's own, as server-sent events. */
export const VERTEX_CLAUDE_STREAM: readonly Buffer[] = CLAUDE_EVENTS.map((event) => {
  const { "amazon-bedrock-invocationMetrics": _, ...said } = { ...event, type: "", ...event } as Record<
    string,
    unknown
  >; // The events of the other cloud, without what that adds.
  return Buffer.from(`event: ${said["type"]}\ndata: ${JSON.stringify(said)}\n\n`);
});

/** https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api */
export const PREDICTIONS = {
  predictions: [
    { embeddings: { values: [0.5, -0.25], statistics: { token_count: 4, truncated: false } } },
    { embeddings: { values: [1, 0], statistics: { token_count: 6, truncated: false } } },
  ],
};
