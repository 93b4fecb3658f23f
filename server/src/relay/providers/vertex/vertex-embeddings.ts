import { jsonObject } from "../../../lib/json-object.ts";
import { countOf, fieldsOf, objectsIn } from "../../formats/reported-usage.ts";
import { RelayError } from "../../relay-error.ts";
import type { OutgoingRequest } from "../provider.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An embeddings call in Vertex's words, and its answer in OpenAI's. */
export interface EmbeddingsCall {
  readonly request: OutgoingRequest;
  /** Undefined for what is no answer of Vertex's. */
  answer(bytes: Uint8Array): Uint8Array | undefined;
}

/**
 * OpenAI's embeddings as a prediction. Throws body.parameter for tokens in place of text.
 * Source: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/text-embeddings-api
 */
export function embeddingsCall(request: OutgoingRequest, model: string): EmbeddingsCall {
  const { body } = request;
  const asked = fieldsOf(JSON.parse(typeof body === "string" ? body : decoder.decode(body)));
  const { input, dimensions, encoding_format: format } = asked;
  const texts: readonly unknown[] = Array.isArray(input) ? input : [input];
  if (!texts.every((text) => typeof text === "string"))
    throw new RelayError("body.parameter", { param: "input", reason: "this model takes text only" });
  const prediction = {
    instances: texts.map((content) => ({ content })),
    ...(typeof dimensions === "number" && { parameters: { outputDimensionality: dimensions } }),
  };
  return {
    request: { ...request, body: JSON.stringify(prediction) },
    answer: (bytes) => written(jsonObject(decoder.decode(bytes)), model, format === "base64"),
  };
}

function written(
  answer: Record<string, unknown> | undefined,
  model: string,
  asBase64: boolean,
): Uint8Array | undefined {
  if (!answer || !Array.isArray(answer["predictions"])) return undefined;
  let tokens = 0;
  const data = objectsIn(answer["predictions"]).map((prediction, index) => {
    const { values, statistics } = fieldsOf(prediction["embeddings"]);
    tokens += countOf(fieldsOf(statistics)["token_count"]);
    const numbers = Array.isArray(values) ? values.map(Number) : [];
    return { object: "embedding", index, embedding: asBase64 ? base64Of(numbers) : numbers };
  });
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return encoder.encode(JSON.stringify({ object: "list", data, model, usage }));
}

/** Little-endian floats, as OpenAI's clients ask for them. */
function base64Of(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeFloatLE(number, index * 4);
  return bytes.toString("base64");
}
