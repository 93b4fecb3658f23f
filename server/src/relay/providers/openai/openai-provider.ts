import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** OpenAI itself. Source: https://platform.openai.com/docs/api-reference/authentication */
export const openAiProvider = openAiCompatible((channel) =>
  channel.organization === "" ? {} : { "openai-organization": channel.organization },
);
