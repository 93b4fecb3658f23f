import { FormatError } from "../formats/chat/chat-error.ts";
import type { Encoded } from "../formats/chat/chat-format.ts";
import type { ClientRequest } from "../formats/client-request.ts";
import { decodeGeminiEmbedding } from "../formats/gemini-content/gemini-embeddings.ts";
import type { GeminiEmbeddingMethod } from "../formats/gemini-content/gemini-embeddings.ts";
import { parseBody, readOpenAiRequest } from "../formats/openai/openai-request.ts";
import { RelayError } from "../relay-error.ts";

/**
 * Reads Google's `embedContent` and `batchEmbedContents` as OpenAI's embeddings, which is what upstreams are asked for.
 * `model`: of the address. Throws body.not-json, body.not-object, body.parameter with the place in Google's words.
 */
export function readGeminiEmbedding(
  method: GeminiEmbeddingMethod,
  model: string,
  bytes: Uint8Array,
): ClientRequest {
  const { body, losses } = decode(method, parseBody(bytes).body, model);
  const request = readOpenAiRequest("embeddings", new TextEncoder().encode(JSON.stringify(body)));
  return { ...request, dialect: "gemini", geminiEmbedding: { method, losses } };
}

function decode(method: GeminiEmbeddingMethod, body: unknown, model: string): Encoded {
  try {
    return decodeGeminiEmbedding(method, body, model);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new RelayError("body.parameter", { param: error.path, reason: error.reason });
  }
}
