import type { CodedCall, CodedOperation } from "../../formats/media/media-codec.ts";
import { openRouterPictureCodec } from "../../formats/openrouter/openrouter-picture-codec.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

const CHATS = "/v1/chat/completions";

const CODED: Partial<Record<CodedOperation, CodedCall>> = {
  "images/generations": { codec: openRouterPictureCodec(false), path: CHATS },
  "images/edits": { codec: openRouterPictureCodec(true), path: CHATS },
};

/**
 * OpenRouter: pictures are answers of chats.
 * Source: https://openrouter.ai/docs/api-reference/overview, …/docs/features/multimodal/image-generation
 */
export const openRouterProvider = openAiCompatible({
  operations: ["chat", "completions", "embeddings"],
  coded: (operation) => CODED[operation],
  responses: true,
  anthropicRoot: "/v1",
  chat: {
    reasoningWish: "object",
    thoughts: "reasoning_details",
    cacheHints: "cache_control",
    extraSampling: true,
  },
  inlineMedia: { kinds: [] },
  usageDialects: { "openai-chat": "openrouter", "openai-responses": "openrouter" },
});
