import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** xAI. Source: https://docs.x.ai/docs/api-reference */
export const xaiProvider = openAiCompatible({
  responses: true,
  realtime: true,
  chat: { maxTokensField: "max_completion_tokens" },
  usageDialects: { "openai-chat": "xai", "openai-responses": "xai-responses" },
});
