/**
 * Channel types by number, as the wire and older databases carry them: names, the address that counts when a channel
 * has none, and what a channel of the type cannot do without. Numbers 28, 29, 30 and 32 were never given out. Source:
 * the spec, section 9 of both documents; names and addresses from the vendors' documentation.
 */
export interface ChannelTypeInfo {
  readonly name: string;
  readonly defaultBaseUrl: string;
  /** This version has a provider for it. Channels of the other types are stored, but no call is sent to them. */
  readonly relayable?: true;
  /** The vendor tells what is left of an account. */
  readonly tellsBalance?: true;
  /** There is no address to fall back to. */
  readonly needsAddress?: true;
  /** The key is a JSON document, not one line of text. */
  readonly keyIsJson?: true;
  /** What `other` is when it is left empty. */
  readonly defaultOther?: string;
  /** Without `other` (a region, an account) there is nothing to call. */
  readonly needsOther?: true;
}

/** Every type that a channel may have. */
export const CHANNEL_TYPES = {
  1: { name: "OpenAI", defaultBaseUrl: "https://api.openai.com", relayable: true, tellsBalance: true },
  2: { name: "Midjourney Proxy", defaultBaseUrl: "https://oa.api2d.net" },
  3: {
    name: "Azure OpenAI",
    defaultBaseUrl: "",
    relayable: true,
    needsAddress: true,
    defaultOther: "2023-06-01-preview",
  },
  4: { name: "Ollama", defaultBaseUrl: "http://localhost:11434", relayable: true },
  5: { name: "Midjourney Proxy Plus", defaultBaseUrl: "https://api.openai-sb.com" },
  6: { name: "OpenAIMax", defaultBaseUrl: "https://api.openaimax.com", relayable: true },
  7: { name: "OhMyGPT", defaultBaseUrl: "https://api.ohmygpt.com", relayable: true },
  8: { name: "Custom", defaultBaseUrl: "", needsAddress: true, relayable: true, tellsBalance: true },
  9: { name: "AILS", defaultBaseUrl: "https://api.caipacity.com", relayable: true },
  10: { name: "AI Proxy", defaultBaseUrl: "https://api.aiproxy.io", relayable: true, tellsBalance: true },
  11: { name: "Google PaLM2", defaultBaseUrl: "" },
  12: { name: "API2GPT", defaultBaseUrl: "https://api.api2gpt.com", relayable: true, tellsBalance: true },
  13: { name: "AIGC2D", defaultBaseUrl: "https://api.aigc2d.com", relayable: true, tellsBalance: true },
  14: { name: "Anthropic Claude", defaultBaseUrl: "https://api.anthropic.com", relayable: true },
  15: { name: "Baidu ERNIE", defaultBaseUrl: "https://aip.baidubce.com", relayable: true },
  16: { name: "Zhipu ChatGLM", defaultBaseUrl: "https://open.bigmodel.cn", relayable: true },
  17: { name: "Alibaba Qwen", defaultBaseUrl: "https://dashscope.aliyuncs.com", relayable: true },
  18: { name: "iFLYTEK Spark", defaultBaseUrl: "", relayable: true, defaultOther: "v2.1" },
  19: { name: "360 Zhinao", defaultBaseUrl: "https://api.360.cn", relayable: true },
  20: {
    name: "OpenRouter",
    defaultBaseUrl: "https://openrouter.ai/api",
    relayable: true,
    tellsBalance: true,
  },
  21: {
    name: "AI Proxy Library",
    defaultBaseUrl: "https://api.aiproxy.io",
    relayable: true,
    needsOther: true,
  },
  22: { name: "FastGPT", defaultBaseUrl: "https://fastgpt.run/api/openapi", relayable: true },
  23: { name: "Tencent Hunyuan", defaultBaseUrl: "https://hunyuan.tencentcloudapi.com", relayable: true },
  24: { name: "Google Gemini", defaultBaseUrl: "https://generativelanguage.googleapis.com", relayable: true },
  25: { name: "Moonshot", defaultBaseUrl: "https://api.moonshot.cn", relayable: true, tellsBalance: true },
  26: { name: "Zhipu GLM-4V", defaultBaseUrl: "https://open.bigmodel.cn", relayable: true },
  27: { name: "Perplexity", defaultBaseUrl: "https://api.perplexity.ai", relayable: true },
  31: { name: "01.AI", defaultBaseUrl: "https://api.lingyiwanwu.com", relayable: true },
  33: { name: "AWS Bedrock", defaultBaseUrl: "", relayable: true },
  34: { name: "Cohere", defaultBaseUrl: "https://api.cohere.ai", relayable: true },
  35: { name: "MiniMax", defaultBaseUrl: "https://api.minimax.chat", relayable: true },
  36: { name: "Suno API", defaultBaseUrl: "", needsAddress: true },
  37: { name: "Dify", defaultBaseUrl: "https://api.dify.ai", relayable: true },
  38: { name: "Jina", defaultBaseUrl: "https://api.jina.ai", relayable: true },
  39: { name: "Cloudflare", defaultBaseUrl: "https://api.cloudflare.com", relayable: true, needsOther: true },
  40: {
    name: "SiliconFlow",
    defaultBaseUrl: "https://api.siliconflow.cn",
    relayable: true,
    tellsBalance: true,
  },
  41: { name: "Vertex AI", defaultBaseUrl: "", relayable: true, keyIsJson: true, needsOther: true },
  42: { name: "Mistral AI", defaultBaseUrl: "https://api.mistral.ai", relayable: true },
  43: { name: "DeepSeek", defaultBaseUrl: "https://api.deepseek.com", relayable: true, tellsBalance: true },
  44: { name: "MokaAI", defaultBaseUrl: "https://api.moka.ai", relayable: true },
  45: { name: "VolcEngine", defaultBaseUrl: "https://ark.cn-beijing.volces.com", relayable: true },
  46: { name: "Baidu Qianfan V2", defaultBaseUrl: "https://qianfan.baidubce.com", relayable: true },
  47: { name: "Xinference", defaultBaseUrl: "", relayable: true, needsAddress: true },
  48: { name: "xAI", defaultBaseUrl: "https://api.x.ai", relayable: true },
  49: { name: "Coze", defaultBaseUrl: "https://api.coze.cn", relayable: true, needsOther: true },
  50: { name: "Kling", defaultBaseUrl: "https://api.klingai.com" },
  51: { name: "Jimeng", defaultBaseUrl: "https://visual.volcengineapi.com" },
  52: { name: "Vidu", defaultBaseUrl: "https://api.vidu.cn" },
  53: { name: "Submodel", defaultBaseUrl: "https://llm.submodel.ai", relayable: true },
  54: { name: "Doubao Video", defaultBaseUrl: "https://ark.cn-beijing.volces.com" },
  55: { name: "Sora", defaultBaseUrl: "https://api.openai.com" },
  56: { name: "Replicate", defaultBaseUrl: "https://api.replicate.com" },
  57: { name: "Codex", defaultBaseUrl: "https://chatgpt.com", keyIsJson: true },
  58: { name: "Advanced Custom", defaultBaseUrl: "", needsAddress: true },
  59: { name: "Sub2API", defaultBaseUrl: "", relayable: true, needsAddress: true },
  60: { name: "New API", defaultBaseUrl: "", relayable: true, needsAddress: true },
} as const satisfies Record<number, ChannelTypeInfo>;

type Types = typeof CHANNEL_TYPES;
/** The numbers of the types that this version has a provider for. */
export type ChannelType = {
  [Type in keyof Types]: Types[Type] extends { relayable: true } ? Type : never;
}[keyof Types];

export const ChannelType = { openai: 1, custom: 8 } as const;

/** What is known of a type; undefined for a number that is no type. */
export function channelTypeInfo(type: number): ChannelTypeInfo | undefined {
  // hasOwn has just proved the key.
  return Object.hasOwn(CHANNEL_TYPES, type) ? CHANNEL_TYPES[type as keyof Types] : undefined;
}

/** Whether this version has a provider for the channel type. */
export function isChannelType(type: number): type is ChannelType {
  return channelTypeInfo(type)?.relayable === true;
}

/** Every type that this version has a provider for. */
export const RELAYABLE_TYPES: readonly ChannelType[] = Object.keys(CHANNEL_TYPES)
  .map(Number)
  .filter(isChannelType);
