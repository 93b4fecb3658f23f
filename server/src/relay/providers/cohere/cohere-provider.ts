import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";
import type { Provider } from "../provider.ts";
import { siteAddress } from "../root-address.ts";

const ROOT = "/compatibility/v1";

const compatible = openAiCompatible({
  root: ROOT,
  operations: ["chat", "embeddings"],
  chat: { thoughts: "none" },
});

/**
 * Cohere's OpenAI-compatible side, which has tools, JSON schemas and efforts; reranks and transcriptions
 * are its own, of the shape that clients send. Source: https://docs.cohere.com/docs/compatibility-api,
 * https://docs.cohere.com/reference/rerank, …/create-audio-transcription
 */
export const cohereProvider: Provider = {
  ...compatible,
  target: (channel, call) =>
    call.operation === "rerank" || call.operation === "audio/transcriptions"
      ? {
          url: `${siteAddress(channel.baseUrl, ROOT)}/v2/${call.operation}`,
          headers: { authorization: `Bearer ${channel.key}` },
        }
      : compatible.target(channel, call),
};
