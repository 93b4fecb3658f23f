import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** Cohere's OpenAI-compatible side. Source: https://docs.cohere.com/docs/compatibility-api */
export const cohereProvider = openAiCompatible({
  root: "/compatibility/v1",
  operations: ["chat", "embeddings"],
  chat: { thoughts: "none", jsonSchema: false },
});
