import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/**
 * Servers of open models (Xinference, Submodel), which take the sampling settings of vLLM and its like.
 * Source: https://inference.readthedocs.io/en/latest/models/model_abilities/chat.html
 */
export const openModelsProvider = openAiCompatible({ chat: { extraSampling: true } });
