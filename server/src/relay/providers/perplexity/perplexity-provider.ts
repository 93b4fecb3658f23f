import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** Perplexity: no version in its addresses, usage in every chunk. Source: https://docs.perplexity.ai/api-reference */
export const perplexityProvider = openAiCompatible({
  root: "",
  operations: ["chat"],
  chat: { thoughts: "none", extraSampling: true },
  usageDialects: { "openai-chat": "perplexity" },
  reportsStreamUsage: false,
});
