import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** Mistral refuses fields that it does not know, and reports usage in every stream. Source: https://docs.mistral.ai/api */
export const mistralProvider = openAiCompatible({
  operations: ["chat", "embeddings"],
  chat: { thoughts: "none" },
  usageDialects: { "openai-chat": "mistral" },
  reportsStreamUsage: false,
});
