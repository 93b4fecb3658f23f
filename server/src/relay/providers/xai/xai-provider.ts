import type { CodedCall, CodedOperation } from "../../formats/media/media-codec.ts";
import { xaiPictureCodec } from "../../formats/xai/xai-picture-codec.ts";
import { xaiSpeechCodec } from "../../formats/xai/xai-speech-codec.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

const CODED: Partial<Record<CodedOperation, CodedCall>> = {
  "images/generations": { codec: xaiPictureCodec(false), path: "/v1/images/generations" },
  "images/edits": { codec: xaiPictureCodec(true), path: "/v1/images/edits" },
  "audio/speech": { codec: xaiSpeechCodec, path: "/v1/tts" },
};

/** xAI. Source: https://docs.x.ai/docs/api-reference, …/docs/guides/reasoning (efforts) */
export const xaiProvider = openAiCompatible({
  operations: ["chat", "completions", "embeddings"],
  coded: (operation) => CODED[operation],
  responses: true,
  realtime: true,
  chat: { maxTokensField: "max_completion_tokens" },
  suffixes: {
    efforts: { words: ["low", "medium", "high"], takes: (model) => model.startsWith("grok-") },
  },
  usageDialects: { "openai-chat": "xai", "openai-responses": "xai-responses" },
});
