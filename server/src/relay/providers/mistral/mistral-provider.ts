import { mistralSpeechCodec } from "../../formats/mistral/mistral-speech-codec.ts";
import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";
import type { Provider } from "../provider.ts";
import { withMistralCallIds } from "./mistral-call-ids.ts";

const SPEECH = { codec: mistralSpeechCodec, path: "/v1/audio/speech" };

/**
 * Mistral refuses fields that it does not know and ids of calls that are not of its own form, and reports usage in every
 * stream. Source: https://docs.mistral.ai/api, https://github.com/langchain-ai/langchain/pull/24668 (ids)
 */
export const mistralProvider: Provider = {
  ...openAiCompatible({
    operations: ["chat", "embeddings", "audio/transcriptions", "moderations"],
    coded: (operation) => (operation === "audio/speech" ? SPEECH : undefined),
    chat: { thoughts: "none" },
    usageDialects: { "openai-chat": "mistral" },
    reportsStreamUsage: false,
  }),
  async finish(request, { call }) {
    if (call.operation !== "chat") return { request };
    return { request: { ...request, body: withMistralCallIds(request.body) } };
  },
};
