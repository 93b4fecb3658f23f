import { expect, test } from "bun:test";
import { probeOperation } from "./probe-request.ts";

test.each([
  ["gpt-4o-mini", "chat"],
  ["qwen2.5-72b-instruct", "chat"],
  ["gemini-2.5-flash-image", "chat"],
  ["gemini-embedding-001", "embeddings"],
  ["text-embedding-3-small", "embeddings"],
  ["bge-m3", "embeddings"],
  ["bge-reranker-v2-m3", "rerank"],
  ["jina-reranker-v2", "rerank"],
  ["omni-moderation-latest", "moderations"],
  ["whisper-1", "audio/transcriptions"],
  ["gpt-4o-transcribe", "audio/transcriptions"],
  ["tts-1-hd", "audio/speech"],
  ["gpt-4o-mini-tts", "audio/speech"],
  ["dall-e-3", "images/generations"],
  ["gpt-image-1", "images/generations"],
  ["black-forest-labs/FLUX.1-schnell", "images/generations"],
  ["gpt-3.5-turbo-instruct", "completions"],
] as const)("%s is tested as %s", (model, operation) => {
  expect(probeOperation(model)).toBe(operation);
});
