import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** Moonshot (Kimi). Source: https://platform.moonshot.cn/docs/api/chat, …/docs/guide/agent-support */
export const moonshotProvider = openAiCompatible({
  operations: ["chat", "completions"],
  anthropicRoot: "/anthropic/v1",
  chat: { reasoningWish: "thinking" },
  usageDialects: { "openai-chat": "moonshot" },
});
