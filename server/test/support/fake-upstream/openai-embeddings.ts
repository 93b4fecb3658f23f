import type { Behaviour } from "./behaviour.ts";
import { jsonReply, type Reply, type UpstreamRequest } from "./dialect.ts";
import { member } from "./json-value.ts";
import { openAiEmbeddingUsage } from "./openai-usage.ts";

const DEFAULT_DIMENSIONS = 8;

/** POST /v1/embeddings. The same input has always the same vector. */
export function openAiEmbeddingsReply(request: UpstreamRequest, behaviour: Behaviour): Reply {
  const asked = member(request.json, "dimensions");
  const dimensions = typeof asked === "number" ? asked : DEFAULT_DIMENSIONS;
  const isBase64 = member(request.json, "encoding_format") === "base64";
  const data = inputsOf(member(request.json, "input")).map((input, index) => {
    const vector = embeddingVector(JSON.stringify(input), dimensions);
    const embedding = isBase64 ? Buffer.from(vector.buffer).toString("base64") : Array.from(vector);
    return { object: "embedding", index, embedding };
  });
  const usage = behaviour.usage === "never" ? {} : { usage: openAiEmbeddingUsage(behaviour) };
  return jsonReply({ object: "list", data, model: member(request.json, "model"), ...usage });
}

/** A list of numbers is one input made of tokens; any other list is a list of inputs. */
function inputsOf(input: unknown): readonly unknown[] {
  return Array.isArray(input) && typeof input[0] !== "number" ? input : [input];
}

/** A vector of length 1 that follows from the text alone. */
function embeddingVector(text: string, dimensions: number): Float32Array {
  let state = Number(Bun.hash.xxHash32(text)) | 1;
  const vector = Float32Array.from({ length: dimensions }, () => {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state / 0x8000_0000;
  });
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
