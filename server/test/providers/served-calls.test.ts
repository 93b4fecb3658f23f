import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { channelTypeInfo, RELAYABLE_TYPES } from "@tollgate/contract/channel-types";
import type { ChannelType } from "@tollgate/contract/channel-types";
import type { CodedOperation } from "../../src/relay/formats/media/media-codec.ts";
import { providerOf } from "../../src/relay/providers/providers.ts";
import { sampleRelayChannel } from "./sample-relay-channel.ts";

/** The columns of the guide's table, in their order. */
const OPERATIONS = [
  "embeddings",
  "images/generations",
  "images/edits",
  "audio/speech",
  "audio/transcriptions",
  "moderations",
  "rerank",
] as const satisfies readonly CodedOperation[];

/** Of vendors who do it by the model; any other does it for every name. */
const MODELS = [
  "some-model",
  "imagen-4.0-generate-001",
  "gemini-2.5-flash",
  "gemini-2.5-flash-image",
  "gemini-2.5-flash-preview-tts",
  "amazon.titan-embed-text-v2:0",
  "amazon.nova-canvas-v1:0",
  "cohere.rerank-v3-5:0",
];
const VERTEX_KEY = JSON.stringify({ project_id: "p", client_email: "a@p", private_key: "PRIVATE KEY" });
const CHANNELS: Partial<Record<ChannelType, object>> = {
  33: { key: "AK|SK|eu-west-3" },
  39: { other: "acc" },
  41: { key: VERTEX_KEY, other: "us-central1" },
};

function served(type: ChannelType, operation: CodedOperation): string {
  const provider = providerOf(type);
  if (MODELS.some((model) => provider?.mediaCodec?.(operation, model))) return "⇄";
  const call = { operation, dialect: "openai-chat", model: "some-model", stream: false } as const;
  return provider?.target(sampleRelayChannel(type, CHANNELS[type]), call) ? "=" : "–";
}

test("the guide's table says of every channel type what its provider does", () => {
  const path = join(import.meta.dirname, "../../../docs/guides/what-channels-serve.md");
  const rows = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const told = rows.flatMap(([, types = "", , ...cells]) =>
    types.split(", ").map((type) => [Number(type), cells.slice(0, OPERATIONS.length)]),
  );
  const done = RELAYABLE_TYPES.map((type) => [type, OPERATIONS.map((operation) => served(type, operation))]);
  expect(told.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual(done);
  for (const [, types = "", name = ""] of rows)
    if (!types.includes(",")) expect(name).toStartWith(channelTypeInfo(Number(types))?.name ?? "?");
});
