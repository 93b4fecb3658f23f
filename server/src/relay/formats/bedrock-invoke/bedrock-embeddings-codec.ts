import { isObject } from "@tollgate/contract/json-object";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { countOf, fieldsOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { embeddingsAnswer } from "../media/embeddings-answer.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, numberIn, textsIn, wordIn } from "../media/media-fields.ts";

/**
 * Embeddings of the models that Bedrock invokes: Titan's and Nova's take one text a call, Cohere's many.
 * Source: https://docs.aws.amazon.com/bedrock/latest/userguide/model-parameters-titan-embed-text.html,
 * …/model-parameters-embed.html, https://docs.aws.amazon.com/nova/latest/userguide/embeddings-schema.html
 */
export const bedrockEmbeddingsCodec: MediaCodec = {
  encodeRequest({ model, fields }) {
    const losses = createLossList();
    const texts = textsIn(fields, "input");
    const body = model.includes("cohere.") ? forCohere(texts, fields, losses) : forOne(model, texts, fields);
    loseUnwritten(fields, ["input", "dimensions", "encoding_format", "input_type"], losses);
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const tokens = countOf(body["inputTextTokenCount"]) || countOf(body["inputTokenCount"]);
    return embeddingsAnswer(vectorsIn(body), tokens, question);
  },
};

/** Cohere's want to know what the texts are for, which OpenAI's clients do not say. */
function forCohere(texts: readonly string[], fields: Fields, losses: LossList): Fields {
  const purpose = wordIn(fields, "input_type");
  if (purpose === "") losses.added("input_type", "this model demands it: search_document");
  const dimensions = numberIn(fields, "dimensions");
  return {
    texts,
    input_type: purpose || "search_document",
    embedding_types: ["float"],
    ...(dimensions !== undefined && { output_dimension: dimensions }),
  };
}

function forOne(model: string, texts: readonly string[], fields: Fields): Fields {
  const [text = "", second] = texts;
  if (second !== undefined) throw new FormatError("input", "this model takes one text a call");
  const dimensions = numberIn(fields, "dimensions");
  if (!model.includes("nova")) return { inputText: text, ...(dimensions !== undefined && { dimensions }) };
  return {
    taskType: "SINGLE_EMBEDDING",
    singleEmbeddingParams: {
      embeddingPurpose: "GENERIC_INDEX",
      ...(dimensions !== undefined && { embeddingDimension: dimensions }),
      text: { truncationMode: "END", value: text },
    },
  };
}

function vectorsIn({ embedding, embeddings }: Fields): readonly unknown[] {
  if (Array.isArray(embedding)) return [embedding];
  const listed = Array.isArray(embeddings) ? embeddings : fieldsOf(embeddings)["float"];
  if (!Array.isArray(listed)) throw new FormatError("embeddings", "there are none");
  return listed.map((one: unknown) => (isObject(one) && "embedding" in one ? one["embedding"] : one));
}
