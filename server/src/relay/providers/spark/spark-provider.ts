import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

const ADDRESS = "https://spark-api-open.xf-yun.com";

/** The deep-thinking models answer at the second version. */
const THINKING_MODEL = /^(?:x\d|spark-x)/;

/**
 * iFLYTEK Spark's HTTP interface. The key is an APIPassword; the three parts of its WebSocket interface
 * (`APPID|APISecret|APIKey`) make one as well. Source: https://www.xfyun.cn/doc/spark/HTTP调用文档.html
 */
export const sparkProvider = openAiCompatible({
  operations: ["chat"],
  address: ({ baseUrl }) => baseUrl || ADDRESS,
  root: (_, { model }) => (THINKING_MODEL.test(model) ? "/v2" : "/v1"),
  authorize: (key) => ({ authorization: `Bearer ${passwordOf(key)}` }),
  chat: { jsonSchema: false, reasoningWish: "thinking" },
  reportsStreamUsage: false,
});

function passwordOf(key: string): string {
  const [, secret, apiKey] = key.split("|");
  return secret !== undefined && apiKey !== undefined ? `${apiKey}:${secret}` : key;
}
