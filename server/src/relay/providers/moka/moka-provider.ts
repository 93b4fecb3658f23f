import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** MokaAI serves the m3e embedding models. */
export const mokaProvider = openAiCompatible({ operations: ["embeddings"] });
