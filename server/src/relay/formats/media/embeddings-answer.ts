import { FormatError } from "../chat/chat-error.ts";
import type { DecodedMedia, MediaQuestion } from "./media-codec.ts";
import { wordIn } from "./media-fields.ts";

/**
 * OpenAI's answer of embeddings, in the form that the client asked for; without a usage where the vendor tells no tokens.
 * Throws FormatError when there is not one for each text.
 */
export function embeddingsAnswer(
  vectors: readonly unknown[],
  tokens: number,
  { model, fields }: MediaQuestion,
): DecodedMedia {
  const { input } = fields;
  if (vectors.length !== (Array.isArray(input) ? input.length : 1))
    throw new FormatError("data", "there is not one embedding for each text");
  const asBase64 = wordIn(fields, "encoding_format") === "base64";
  const data = vectors.map((vector, index) => {
    const numbers = numbersIn(vector);
    return { object: "embedding", index, embedding: asBase64 ? base64Of(numbers) : numbers };
  });
  const usage = { prompt_tokens: tokens, total_tokens: tokens };
  return { body: { object: "list", data, model, ...(tokens > 0 && { usage }) } };
}

function numbersIn(vector: unknown): readonly number[] {
  const listed: readonly unknown[] = Array.isArray(vector) ? vector : [];
  const numbers = listed.filter((one) => typeof one === "number");
  if (numbers.length === 0 || numbers.length !== listed.length)
    throw new FormatError("data", "an embedding is no list of numbers");
  return numbers;
}

/** Little-endian floats, as OpenAI's clients ask for them. */
function base64Of(numbers: readonly number[]): string {
  const bytes = Buffer.alloc(numbers.length * 4);
  for (const [index, number] of numbers.entries()) bytes.writeFloatLE(number, index * 4);
  return bytes.toString("base64");
}
