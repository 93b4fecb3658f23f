import { isObject } from "@tollgate/contract/json-object";
import {
  countField,
  failField,
  fieldPath,
  neededText,
  textField,
  unreadFields,
} from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { Encoded } from "../chat/chat-format.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { countOf, fieldsOf, objectsIn, textOf } from "../reported-usage.ts";
import type { Fields } from "../reported-usage.ts";
import { geminiField, geminiObject, geminiObjects } from "./gemini-fields.ts";
import { bareModel } from "./gemini-request-decoder.ts";

/*
 * Between Google's `embedContent` and `batchEmbedContents` and OpenAI's `/v1/embeddings`, in both directions. OpenAI's
 * shape is the one that the gateway's embeddings speak.
 *
 * Source: https://ai.google.dev/api/embeddings, https://platform.openai.com/docs/api-reference/embeddings.
 */

/** The two methods of Google's: one content, or a list of them. */
export type GeminiEmbeddingMethod = "embedContent" | "batchEmbedContents";

/** A Google client's request as OpenAI's body. `model`: of the address. Throws FormatError. */
export function decodeGeminiEmbedding(method: GeminiEmbeddingMethod, value: unknown, model: string): Encoded {
  const body = geminiObject(value, "");
  const losses = createLossList();
  const requests = method === "embedContent" ? [body] : (geminiObjects(body, "requests") ?? []);
  if (requests.length === 0) failField(body, "requests", "it must be a non-empty array");
  const read = requests.map((request) => readRequest(request, bareModel(model), losses));
  const dimensions = read[0]?.dimensions;
  const odd = read.findIndex((one) => one.dimensions !== dimensions);
  const oddRequest = requests[odd];
  if (oddRequest) failField(oddRequest, "outputDimensionality", "it must be the same in all requests");
  const [only] = read;
  return {
    body: {
      model: bareModel(model),
      input: method === "embedContent" && only ? only.text : read.map(({ text }) => text),
      ...(dimensions !== undefined && { dimensions }),
    },
    losses: losses.list(),
  };
}

function readRequest(request: BodyObject, model: string, losses: LossList) {
  const named = textField(request, "model");
  if (named !== undefined && bareModel(named) !== model)
    failField(request, "model", "it must be the model of the address");
  const content = geminiField(request, "content") ?? failField(request, "content", "it is required");
  textField(content, "role");
  const texts = (geminiObjects(content, "parts") ?? []).map((part) => neededText(part, "text"));
  if (texts.length === 0) failField(content, "parts", "it must be a non-empty array");
  // Newer clients put the options into a config of their own.
  const config = geminiField(request, "embedContentConfig");
  const dimensions =
    countField(request, "outputDimensionality") ?? (config && countField(config, "outputDimensionality"));
  const rest = unreadFields(request, "gemini");
  for (const name of Object.keys(rest?.fields ?? {}))
    losses.leftOut(fieldPath(request, name), "OpenAI's embeddings have no word for it");
  return { text: texts.join("\n"), dimensions };
}

/**
 * OpenAI's body as the request for Google, always in the plural. Texts only: tokens are of a vendor. Throws FormatError.
 */
export function encodeGeminiEmbedding(
  body: Fields,
  model: string,
): Encoded & { readonly method: GeminiEmbeddingMethod } {
  const losses = createLossList();
  const { input, dimensions } = body;
  const texts = typeof input === "string" ? [input] : input;
  if (!Array.isArray(texts) || texts.length === 0)
    throw new FormatError("input", "it must be a text or a list of texts");
  const requests = texts.map((text: unknown, index) => {
    if (typeof text !== "string")
      throw new FormatError(`input[${index}]`, "it must be a text: this model cannot read tokens of others");
    const content = { parts: [{ text }] };
    const size = typeof dimensions === "number" ? { outputDimensionality: dimensions } : undefined;
    return Object.assign({ model: `models/${model}`, content }, size);
  });
  // The form of the numbers is the business of the answer.
  for (const name of Object.keys(body))
    if (!EMBEDDING_WRITTEN.has(name)) losses.leftOut(name, "gemini has no word for it");
  return { method: "batchEmbedContents", body: { requests }, losses: losses.list() };
}

const EMBEDDING_WRITTEN = new Set(["model", "input", "dimensions", "encoding_format"]);

/** What an answer in OpenAI's shape needs beside the vectors. */
export interface EmbeddingAnswerContext {
  readonly model: string;
  /** Google does not always count; then this is what was counted here. */
  readonly promptTokens: number;
  readonly encodingFormat?: "float" | "base64";
}

/** Google's answer, of either method, in OpenAI's shape. Throws FormatError when it holds no vectors. */
export function decodeGeminiEmbeddingAnswer(body: unknown, context: EmbeddingAnswerContext): Fields {
  const { embedding, embeddings, usageMetadata } = fieldsOf(body);
  const found = isObject(embedding) ? [embedding] : objectsIn(embeddings);
  if (found.length === 0) throw new FormatError("embeddings", "there are none");
  const tokens = countOf(fieldsOf(usageMetadata)["promptTokenCount"]) || context.promptTokens;
  return {
    object: "list",
    data: found.map((one, index) => ({
      object: "embedding",
      index,
      embedding: vectorForm(numbersOf(one["values"], `embeddings[${index}].values`), context.encodingFormat),
    })),
    model: context.model,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

function numbersOf(value: unknown, path: string): readonly number[] {
  if (Array.isArray(value) && value.every((one) => typeof one === "number")) return value;
  throw new FormatError(path, "it must be a list of numbers");
}

/** OpenAI's base64: little-endian floats of 32 bits. */
function vectorForm(
  values: readonly number[],
  form: "float" | "base64" = "float",
): readonly number[] | string {
  if (form === "float") return values;
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString("base64");
}

/** OpenAI's answer for a Google client of that method. Throws FormatError when it holds no vectors. */
export function encodeGeminiEmbeddingAnswer(method: GeminiEmbeddingMethod, body: unknown): Fields {
  const { data, usage } = fieldsOf(body);
  const vectors = objectsIn(data)
    .toSorted((one, other) => countOf(one["index"]) - countOf(other["index"]))
    .map(({ embedding }, index) => ({ values: vectorOf(embedding, `data[${index}].embedding`) }));
  const [first] = vectors;
  if (first === undefined) throw new FormatError("data", "there is none");
  const promptTokenCount = countOf(fieldsOf(usage)["prompt_tokens"]);
  return {
    ...(method === "embedContent" ? { embedding: first } : { embeddings: vectors }),
    ...(promptTokenCount > 0 && { usageMetadata: { promptTokenCount, totalTokenCount: promptTokenCount } }),
  };
}

function vectorOf(value: unknown, path: string): readonly number[] {
  const text = textOf(value);
  if (text === "") return numbersOf(value, path);
  const bytes = Buffer.from(text, "base64");
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readFloatLE(index * 4));
}
