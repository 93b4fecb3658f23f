import { CHANNEL_TYPES, channelTypeInfo } from "@tollgate/contract/channel-types";
import { expect, test } from "bun:test";
import { sampleRelayChannel } from "../../test/providers/sample-relay-channel.ts";
import type { ClientOperation } from "./formats/client-request.ts";
import { probeRequest } from "./probe-request.ts";

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
