import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** Jina: embeddings in OpenAI's dialect, no chat. Source: https://api.jina.ai/redoc */
export const jinaProvider = openAiCompatible({
  operations: ["embeddings"],
  usageDialects: { "openai-chat": "total-tokens" },
});
