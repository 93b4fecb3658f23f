import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { countOf } from "../reported-usage.ts";
import { embeddingsAnswer } from "../media/embeddings-answer.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, textsIn, wordIn } from "../media/media-fields.ts";

/**
 * MiniMax's embeddings, which are made for storing (`db`) unless the client's own `type` says for asking (`query`).
 * Source: https://platform.minimaxi.com/document/Embeddings
 */
export const miniMaxEmbeddingsCodec: MediaCodec = {
  encodeRequest({ model, fields }) {
    const losses = createLossList();
    loseUnwritten(fields, ["input", "type", "encoding_format"], losses);
    const body = { model, texts: textsIn(fields, "input"), type: wordIn(fields, "type") || "db" };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const { vectors } = body;
    if (!Array.isArray(vectors)) throw new FormatError("vectors", "it must be a list");
    return embeddingsAnswer(vectors, countOf(body["total_tokens"]), question);
  },
};
