import { CHANNEL_TYPES, channelTypeInfo } from "@tollgate/contract/channel-types";
import { expect, test } from "bun:test";
import { sampleRelayChannel } from "../../test/providers/sample-relay-channel.ts";
import type { ClientOperation } from "./formats/client-request.ts";
import { operationOfModel, probeRequest } from "./probe-request.ts";

const JINA = 38;
const MOKA = 44;
const types = Object.keys(CHANNEL_TYPES).map(Number);
const called = types.filter((type) => channelTypeInfo(type)?.relayable === true);

/** What else a type cannot do without. */
const FACTS: Record<number, object> = {
  33: { key: "id|secret|us-east-1" },
  41: {
    key: JSON.stringify({ project_id: "p", client_email: "a@p.test", private_key: "k" }),
    other: "global",
  },
};

test.each(called)("a channel of type %d is tested by a call that its vendor has", (type) => {
  const channel = sampleRelayChannel(type, { other: "one", ...FACTS[type] });
  const { operation, model } = probeRequest(channel, "some-model");
  expect([operation, model]).toEqual([type === JINA || type === MOKA ? "embeddings" : "chat", "some-model"]);
});

test.each<[number, string, ClientOperation]>([
  [1, "text-embedding-3-small", "embeddings"],
  [1, "BAAI/bge-m3", "embeddings"],
  [40, "BAAI/bge-reranker-v2-m3", "rerank"],
  [34, "rerank-v3.5", "rerank"],
  [JINA, "jina-reranker-v2", "rerank"],
  [14, "claude-embed", "chat"],
])("at type %d the model %s is tested by a call for %s", (type, model, operation) => {
  expect(probeRequest(sampleRelayChannel(type), model).operation).toBe(operation);
});

test.each([
  ["gpt-4o-mini", "chat"],
  ["qwen2.5-72b-instruct", "chat"],
  ["gemini-2.5-flash-image", "chat"],
  ["gemini-2.5-flash-preview-tts", "audio/speech"],
  ["imagen-4.0-generate-001", "images/generations"],
  ["qwen-image-plus", "images/generations"],
  ["image-01", "images/generations"],
  ["amazon.nova-canvas-v1:0", "images/generations"],
  ["speech-2.6-hd", "audio/speech"],
  ["qwen3-asr-flash", "audio/transcriptions"],
  ["embo-01", "embeddings"],
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
  ["@cf/deepgram/aura-2-en", "audio/speech"],
  ["@cf/deepgram/nova-3", "audio/transcriptions"],
  ["dall-e-3", "images/generations"],
  ["gpt-image-1", "images/generations"],
  ["black-forest-labs/FLUX.1-schnell", "images/generations"],
  ["gpt-3.5-turbo-instruct", "completions"],
] as const)("%s is made for %s", (model, operation) => {
  expect(operationOfModel(model)).toBe(operation);
});
