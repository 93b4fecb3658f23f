import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/** The address of the interface that wants signed calls: it has no OpenAI-compatible side. */
const SIGNED_ADDRESS = "https://hunyuan.tencentcloudapi.com";
const ADDRESS = "https://api.hunyuan.cloud.tencent.com";

/** Tencent Hunyuan's OpenAI-compatible interface. Source: https://cloud.tencent.com/document/product/1729/111007 */
export const hunyuanProvider = openAiCompatible({
  address: ({ baseUrl }) => (baseUrl === SIGNED_ADDRESS ? ADDRESS : baseUrl),
  operations: ["chat", "embeddings"],
  chat: { reasoningWish: "enable_thinking", jsonSchema: false },
});
