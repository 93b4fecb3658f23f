import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/**
 * MiniMax. Its embeddings are of another shape.
 * Source: https://platform.minimax.io/docs/api-reference/text-openai-api, …/text-anthropic-api
 */
export const miniMaxProvider = openAiCompatible({
  operations: ["chat"],
  responses: true,
  anthropicRoot: "/anthropic/v1",
  chat: { maxTokensField: "max_completion_tokens", reasoningWish: "thinking" },
});
