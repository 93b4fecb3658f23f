import { createLossList } from "../chat/chat-loss.ts";
import { FormatError } from "../chat/chat-error.ts";
import { countOf, fieldsOf, objectsIn } from "../reported-usage.ts";
import { embeddingsAnswer } from "../media/embeddings-answer.ts";
import type { MediaCodec } from "../media/media-codec.ts";
import { loseUnwritten, numberIn, textsIn } from "../media/media-fields.ts";

/**
 * OpenAI's embeddings as a prediction.
 * Source: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api
 */
export const vertexEmbeddingsCodec: MediaCodec = {
  errorDialect: "gemini",
  encodeRequest({ fields }) {
    const losses = createLossList();
    loseUnwritten(fields, ["input", "dimensions", "encoding_format"], losses);
    const dimensions = numberIn(fields, "dimensions");
    const prediction = {
      instances: textsIn(fields, "input").map((content) => ({ content })),
      ...(dimensions !== undefined && { parameters: { outputDimensionality: dimensions } }),
    };
    return { body: JSON.stringify(prediction), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    if (!Array.isArray(body["predictions"])) throw new FormatError("predictions", "it must be a list");
    let tokens = 0;
    const vectors = objectsIn(body["predictions"]).map((prediction) => {
      const { values, statistics } = fieldsOf(prediction["embeddings"]);
      tokens += countOf(fieldsOf(statistics)["token_count"]);
      return values;
    });
    return embeddingsAnswer(vectors, tokens, question);
  },
};

/**
 * The same of Gemini Embedding 2, which takes one text a call and is no prediction.
 * Source: https://cloud.google.com/vertex-ai/generative-ai/docs/models/gemini/embedding-2, https://github.com/googleapis/js-genai
 * (`embedContentParametersPrivateToVertex`)
 */
export const vertexEmbedContentCodec: MediaCodec = {
  errorDialect: "gemini",
  encodeRequest({ fields }) {
    const losses = createLossList();
    loseUnwritten(fields, ["input", "dimensions", "encoding_format"], losses);
    const [text = "", second] = textsIn(fields, "input");
    if (second !== undefined) throw new FormatError("input", "this model takes one text a call");
    const dimensions = numberIn(fields, "dimensions");
    const body = {
      content: { role: "user", parts: [{ text }] },
      ...(dimensions !== undefined && { embedContentConfig: { outputDimensionality: dimensions } }),
    };
    return { body: JSON.stringify(body), losses: losses.list() };
  },
  decodeAnswer(body, question) {
    const { values } = fieldsOf(body["embedding"]);
    if (!Array.isArray(values)) throw new FormatError("embedding.values", "it must be a list");
    return embeddingsAnswer([values], countOf(fieldsOf(body["usageMetadata"])["promptTokenCount"]), question);
  },
};
