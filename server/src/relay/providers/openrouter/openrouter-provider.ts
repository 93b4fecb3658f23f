import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** OpenRouter. Source: https://openrouter.ai/docs/api-reference/overview */
export const openRouterProvider = openAiCompatible({
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
