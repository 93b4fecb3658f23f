import { changedAnswer } from "../answer-in-other-words.ts";
import type { UpstreamAnswer } from "../../../lib/egress/upstream-exchange.ts";
import type { Provider, SendingContext } from "../provider.ts";
import { rootAddress } from "../root-address.ts";
import { baiduToken, forgetBaiduToken } from "./baidu-token.ts";
import { erniePath } from "./ernie-models.ts";

const ROOT = "/rpc/2.0/ai_custom/v1/wenxinworkshop";

/**
 * The first version of Baidu's models: an access token in the address, errors under status 200. Embeddings are of OpenAI's
 * shape. Source: https://cloud.baidu.com/doc/WENXINWORKSHOP/s/clntwmv7t, …/s/alj562vvu
 */
export const ernieProvider: Provider = {
  chatDialects: ["ernie"],
  reportsStreamUsage: () => true,
  target({ baseUrl }, { operation, model }) {
    if (operation !== "chat" && operation !== "embeddings") return undefined;
    return { url: `${rootAddress(baseUrl, ROOT)}/${operation}/${erniePath(model)}`, headers: {} };
  },
  async finish(request, context) {
    const token = await baiduToken(context);
    return {
      request: { ...request, url: `${request.url}?access_token=${encodeURIComponent(token)}` },
      unwrap: (answer) => forgettingAnswer(answer, context),
    };
  },
};

/** A token that the vendor does not know any more: the next call asks for another. */
const DEAD_TOKEN = /"error_code":\s*11[01]\b/;

const decoder = new TextDecoder();

function forgettingAnswer(answer: UpstreamAnswer, context: SendingContext): UpstreamAnswer {
  return changedAnswer(answer, {
    async bytes(maxBytes) {
      const bytes = await answer.bytes(maxBytes);
      if (DEAD_TOKEN.test(decoder.decode(bytes.subarray(0, START_BYTES)))) forgetBaiduToken(context);
      return bytes;
    },
  });
}

/** Errors are short. */
const START_BYTES = 1000;
