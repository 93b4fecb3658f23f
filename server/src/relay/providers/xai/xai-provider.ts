import { xaiSpeechCodec } from "../../formats/xai/xai-speech-codec.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

const SPEECH = { codec: xaiSpeechCodec, path: "/v1/tts" };

/** xAI. Source: https://docs.x.ai/docs/api-reference, …/docs/guides/reasoning (efforts) */
export const xaiProvider = openAiCompatible({
  operations: ["chat", "completions", "embeddings", "images/generations", "images/edits"],
  coded: (operation) => (operation === "audio/speech" ? SPEECH : undefined),
  responses: true,
  realtime: true,
  chat: { maxTokensField: "max_completion_tokens" },
  suffixes: {
    efforts: { words: ["low", "medium", "high"], takes: (model) => model.startsWith("grok-") },
  },
  usageDialects: { "openai-chat": "xai", "openai-responses": "xai-responses" },
});
