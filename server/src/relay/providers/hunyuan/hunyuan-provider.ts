import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";
import type { Provider } from "../provider.ts";
import { signedForTencent, tencentKeyIn } from "./hunyuan-signing.ts";

/** Where keys that sign are taken, and where those of the OpenAI-compatible interface are. */
const SIGNED_ADDRESS = "https://hunyuan.tencentcloudapi.com";
const ADDRESS = "https://api.hunyuan.cloud.tencent.com";

const compatible = openAiCompatible({
  address: ({ baseUrl }) => (baseUrl === SIGNED_ADDRESS ? ADDRESS : baseUrl),
  operations: ["chat", "embeddings"],
  anthropicRoot: "/anthropic/v1",
  chat: { reasoningWish: "enable_thinking", jsonSchema: false },
});

/** Tencent's own interface: one address for all calls, signed over their bytes. */
const signed: Provider = {
  chatDialects: ["hunyuan"],
  reportsStreamUsage: () => true,
  target: ({ baseUrl }, { operation }) =>
    operation === "chat" ? { url: `${baseUrl}/`, headers: {} } : undefined,
  async finish(request, { channel, nowMs }) {
    const key = tencentKeyIn(channel.key) ?? { secretId: "", secretKey: "" };
    return { request: signedForTencent(request, key, nowMs()) };
  },
};

/**
 * Tencent Hunyuan. A key of one part belongs to the OpenAI-compatible interface, one of several signs.
 * Source: https://cloud.tencent.com/document/product/1729/111007, …/product/1729/127293 (Anthropic's dialect),
 * …/api/1729/105701 (the signed interface)
 */
export const hunyuanProvider: Provider = {
  ...compatible,
  variantFor: ({ key }) => (tencentKeyIn(key) ? signed : undefined),
};
