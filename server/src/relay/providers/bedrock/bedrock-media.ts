import { bedrockEmbeddingsCodec } from "../../formats/bedrock-invoke/bedrock-embeddings-codec.ts";
import { bedrockPictureCodec } from "../../formats/bedrock-invoke/bedrock-picture-codec.ts";
import { bedrockRerankCodec } from "../../formats/bedrock-invoke/bedrock-rerank-codec.ts";
import type { CodedOperation, MediaCodec } from "../../formats/media/media-codec.ts";

/** How a model that is no chat is invoked, by its id here; undefined for what none of them does. */
export function invokedCodec(operation: CodedOperation, model: string): MediaCodec | undefined {
  switch (operation) {
    case "embeddings":
      return /titan-embed|cohere\.embed|nova.*embed/.test(model) ? bedrockEmbeddingsCodec : undefined;
    case "images/generations":
      return /titan-image|nova-canvas|stability\./.test(model) ? bedrockPictureCodec : undefined;
    case "rerank":
      return /rerank/.test(model) ? bedrockRerankCodec : undefined;
    default:
      return undefined;
  }
}
