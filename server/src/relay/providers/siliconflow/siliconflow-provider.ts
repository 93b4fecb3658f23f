import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** SiliconFlow. Source: https://docs.siliconflow.cn/cn/api-reference/chat-completions/chat-completions, …/messages */
export const siliconFlowProvider = openAiCompatible({
  anthropicRoot: "/v1",
  chat: { reasoningWish: "enable_thinking", extraSampling: true },
});
