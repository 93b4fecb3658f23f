import { openAiCompatible } from "../openai-compatible/openai-compatible-provider.ts";
import type { Provider } from "../provider.ts";
import { siteAddress } from "../root-address.ts";

const ROOT = "/v2";

const compatible = openAiCompatible({
  root: ROOT,
  authorize: authorizationOf,
  operations: ["chat", "embeddings", "images/generations"],
});

/**
 * Baidu Qianfan, second version. The key may name an application after a bar: `token|appid`. Reranks have an address of their
 * own name. Source: https://cloud.baidu.com/doc/qianfan-api/s/3m7of64lb,
 * https://cloud.baidu.com/doc/WENXINWORKSHOP/s/Dm6071svf (reranks)
 */
export const qianfanProvider: Provider = {
  ...compatible,
  target: (channel, call) =>
    call.operation === "rerank"
      ? {
          url: `${siteAddress(channel.baseUrl, ROOT)}${ROOT}/rerankers`,
          headers: authorizationOf(channel.key),
        }
      : compatible.target(channel, call),
};

function authorizationOf(key: string): Record<string, string> {
  const [token = "", appId = ""] = key.split("|");
  return { authorization: `Bearer ${token}`, ...(appId !== "" && { appid: appId }) };
}
