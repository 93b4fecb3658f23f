import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/**
 * DeepSeek; completions are there as a beta only.
 * Source: https://api-docs.deepseek.com/api/create-chat-completion, …/create-completion, …/guides/anthropic_api
 */
export const deepSeekProvider = openAiCompatible({
  operations: ["chat", "completions"],
  address: ({ baseUrl }) => baseUrl.replace(/\/(?:v1|beta)$/, ""),
  root: (_, { operation }) => (operation === "completions" ? "/beta" : "/v1"),
  anthropicRoot: "/anthropic/v1",
  chat: { reasoningWish: "thinking", jsonSchema: false },
  usageDialects: { "openai-chat": "deepseek" },
});
