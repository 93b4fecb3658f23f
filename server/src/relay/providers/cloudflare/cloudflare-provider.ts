import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/**
 * Cloudflare Workers AI; `other` is the account.
 * Source: https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/
 */
export const cloudflareProvider = openAiCompatible({
  root: ({ other }) => `/client/v4/accounts/${encodeURIComponent(other)}/ai/v1`,
  operations: ["chat", "embeddings"],
  chat: { extraSampling: true },
});
