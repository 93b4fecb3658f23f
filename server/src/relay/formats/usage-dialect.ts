/**
 * The ways in which vendors report what a call used. A provider names one; `relay/usage` knows who reads it. Vendors that
 * report exactly as OpenAI does (Azure, GLM, MiniMax, Qianfan, Hunyuan, Ark, SiliconFlow, Fireworks, Together, 360 and
 * most others) are `openai`.
 */
export const USAGE_DIALECTS = [
  "openai",
  "openai-responses",
  "openai-images",
  "openai-transcriptions",
  "openai-realtime",
  "anthropic",
  "gemini",
  "gemini-openai",
  "bedrock",
  "cohere",
  "ollama",
  "dashscope",
  "total-tokens",
  "deepseek",
  "moonshot",
  "qwen",
  "groq",
  "mistral",
  "xai",
  "xai-responses",
  "openrouter",
  "perplexity",
  "dify",
  "coze",
  "hunyuan",
] as const;

export type UsageDialect = (typeof USAGE_DIALECTS)[number];
