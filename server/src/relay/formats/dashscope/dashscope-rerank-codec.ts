import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { fieldsOf, objectsIn } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { documentTexts, loseUnwritten, numberIn, wordIn } from "../media/media-fields.ts";

const WRITTEN = ["query", "documents", "top_n", "return_documents", "instruct"] as const;

/** DashScope's reranks. Source: https://help.aliyun.com/zh/model-studio/text-rerank-api */
export const dashScopeRerankCodec: MediaCodec = {
  usageDialect: "total-tokens",
  encodeRequest({ model, fields }) {
    const losses = createLossList();
    loseUnwritten(fields, WRITTEN, losses);
    const { return_documents, instruct } = fields;
    // Models that see pictures take objects, all others texts alone.
    const documents = model.includes("-vl-") ? fields["documents"] : documentTexts(fields);
    const body = {
      model,
      input: { query: wordIn(fields, "query"), documents },
      parameters: { top_n: numberIn(fields, "top_n"), return_documents, instruct },
    };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, { model }) {
    const { results } = fieldsOf(body["output"]);
    if (!Array.isArray(results)) throw new FormatError("output.results", "it must be a list");
    return { body: { model, results: objectsIn(results), usage: body["usage"] } };
  },
};
