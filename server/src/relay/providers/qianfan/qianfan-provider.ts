import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";

/**
 * Baidu Qianfan, second version. The key may name an application after a bar: `token|appid`.
 * Source: https://cloud.baidu.com/doc/qianfan-api/s/3m7of64lb
 */
export const qianfanProvider = openAiCompatible({
  root: "/v2",
  authorize: authorizationOf,
  operations: ["chat", "embeddings", "images/generations"],
});

function authorizationOf(key: string): Record<string, string> {
  const [token = "", appId = ""] = key.split("|");
  return { authorization: `Bearer ${token}`, ...(appId !== "" && { appid: appId }) };
}
