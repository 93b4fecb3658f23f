import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** Ollama's OpenAI-compatible side, which fetches no pictures. Source: https://docs.ollama.com/api/openai-compatibility */
export const ollamaProvider = openAiCompatible({
  chat: { thoughts: "reasoning" },
  inlineMedia: { kinds: ["image", "audio", "file"], isAlways: true },
});
