import type { CodedCall, CodedOperation } from "../../formats/media/media-codec.ts";
import { miniMaxEmbeddingsCodec } from "../../formats/minimax/minimax-embeddings-codec.ts";
import { miniMaxPictureCodec } from "../../formats/minimax/minimax-picture-codec.ts";
import { miniMaxSpeechCodec } from "../../formats/minimax/minimax-speech-codec.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

const CODED: Partial<Record<CodedOperation, CodedCall>> = {
  embeddings: { codec: miniMaxEmbeddingsCodec, path: "/v1/embeddings" },
  "images/generations": { codec: miniMaxPictureCodec, path: "/v1/image_generation" },
  "audio/speech": { codec: miniMaxSpeechCodec, path: "/v1/t2a_v2" },
};

/**
 * MiniMax: chats in OpenAI's words and Anthropic's, all else in its own.
 * Source: https://platform.minimax.io/docs/api-reference/text-openai-api, …/text-anthropic-api
 */
export const miniMaxProvider = openAiCompatible({
  operations: ["chat"],
  coded: (operation) => CODED[operation],
  responses: true,
  anthropicRoot: "/anthropic/v1",
  chat: { maxTokensField: "max_completion_tokens", reasoningWish: "thinking" },
});
