import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/**
 * Zhipu's (Z.ai's) fourth interface, for both of its channel types: a key of the third works there as a bearer.
 * Source: https://docs.bigmodel.cn/cn/api/introduction, https://docs.bigmodel.cn/cn/guide/develop/claude
 */
export const zhipuProvider = openAiCompatible({
  root: "/api/paas/v4",
  operations: [
    "chat",
    "embeddings",
    "images/generations",
    "audio/speech",
    "audio/transcriptions",
    "moderations",
    "rerank",
  ],
  anthropicRoot: "/api/anthropic/v1",
  chat: { reasoningWish: "thinking", jsonSchema: false },
  // It reports usage in every stream.
  reportsStreamUsage: false,
});
