import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { objectsIn } from "../reported-usage.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { documentTexts, loseUnwritten, numberIn, wordIn } from "../media/media-fields.ts";

/** Cohere demands its version in the body; Amazon's own has none. */
const COHERE_VERSION = 2;

/**
 * Reranks of Cohere's and Amazon's models on Bedrock.
 * Source: https://docs.aws.amazon.com/bedrock/latest/userguide/rerank-supported.html,
 * https://docs.cohere.com/docs/amazon-bedrock
 */
export const bedrockRerankCodec: MediaCodec = {
  encodeRequest({ model, fields }) {
    const losses = createLossList();
    loseUnwritten(fields, ["query", "documents", "top_n"], losses);
    const body = {
      query: wordIn(fields, "query"),
      documents: documentTexts(fields),
      top_n: numberIn(fields, "top_n"),
      ...(model.includes("cohere.") && { api_version: COHERE_VERSION }),
    };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, { model }) {
    if (!Array.isArray(body["results"])) throw new FormatError("results", "it must be a list");
    return { body: { model, results: objectsIn(body["results"]) } };
  },
};
