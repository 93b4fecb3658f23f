import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/**
 * Alibaba's Model Studio (DashScope). `other` names a plugin.
 * Source: https://help.aliyun.com/zh/model-studio/compatibility-of-openai-with-dashscope,
 * https://help.aliyun.com/zh/model-studio/anthropic-api-messages
 */
export const alibabaProvider = openAiCompatible({
  root: "/compatible-mode/v1",
  anthropicRoot: "/apps/anthropic/v1",
  chat: { reasoningWish: "enable_thinking", cacheHints: "cache_control", extraSampling: true },
  inlineMedia: { kinds: [] },
  usageDialects: { "openai-chat": "qwen" },
  headers: ({ other }) => (other === "" ? {} : { "x-dashscope-plugin": other }),
});
