import { FormatError } from "../chat/chat-error.ts";
import type { DecodedMedia, MediaQuestion } from "./media-codec.ts";
import { wordIn } from "./media-fields.ts";

/**
 * OpenAI's answer of embeddings, in the form that the client asked for; without a usage where the vendor tells no tokens.
 * Throws FormatError when there are none.
 */
export function embeddingsAnswer(
  vectors: readonly unknown[],
  tokens: number,
  { model, fields }: MediaQuestion,
): DecodedMedia {
  if (vectors.length === 0) throw new FormatError("data", "there is no embedding");
  const asBase64 = wordIn(fields, "encoding_format") === "base64";
  const data = vectors.map((vector, index) => {
    const numbers = Array.isArray(vector) ? vector.map(Number) : [];
    return { object: "embedding", index, embedding: asBase64 ? base64Of(numbers) : numbers };
  });
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return { body: { object: "list", data, model, ...(tokens > 0 && { usage }) } };
}

/** Little-endian floats, as OpenAI's clients ask for them. */
function base64Of(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeFloatLE(number, index * 4);
  return bytes.toString("base64");
}
