import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** Jina: embeddings in OpenAI's dialect and reranks, no chat. Source: https://api.jina.ai/redoc */
export const jinaProvider = openAiCompatible({
  operations: ["embeddings", "rerank"],
  usageDialects: { "openai-chat": "total-tokens" },
});
