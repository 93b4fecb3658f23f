import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { RELAYABLE_TYPES } from "@tollgate/contract/channel-types";
import { inputTokens, outputTokens } from "../../src/pricing/usage.ts";
import type { CodedOperation } from "../../src/relay/formats/media/media-codec.ts";
import { MEDIA_OPERATIONS } from "../../src/relay/formats/media-request.ts";
import { readOpenAiRequest } from "../../src/relay/formats/openai/openai-request.ts";
import { FormatError } from "../../src/relay/formats/chat/chat-error.ts";
import { openLane } from "../../src/relay/lanes/lane.ts";
import { errorIn } from "../../src/relay/lanes/upstream-words.ts";
import { readMediaRequest } from "../../src/relay/media/read-media-request.ts";
import { RelayError } from "../../src/relay/relay-error.ts";
import { providerOf } from "../../src/relay/providers/providers.ts";
import { readAnswerUsage } from "../../src/relay/usage/read-usage.ts";
import { sampleRelayChannel } from "./sample-relay-channel.ts";

/** A row of `server/fixtures/media`; its README says what the fields mean. */
interface MediaExample {
  vendor: string;
  types: number[];
  operation: CodedOperation;
  model: string;
  source: string;
  path: string;
  asked: Record<string, unknown>;
  file?: { field: string; name: string; type: string };
  sent: unknown;
  contentType?: string;
  answer: unknown;
  says: {
    body?: { usage?: unknown };
    file?: [contentType: string, base64: string];
    failure?: string;
    refusal?: string;
    usage?: [number, number];
  };
  losses?: string[];
}

const path = join(import.meta.dirname, "../../fixtures/media/own-words.json");
const examples: MediaExample[] = JSON.parse(readFileSync(path, "utf8"));
const VERTEX_KEY = JSON.stringify({ project_id: "p", client_email: "a@p", private_key: "PRIVATE KEY" });
const CHANNELS: Record<number, object> = {
  33: { key: "AK|SK|eu-west-3" },
  39: { other: "acc" },
  41: { key: VERTEX_KEY, other: "us-central1" },
};
const FILE = Buffer.from([0, 13, 10, 45, 45, 255]);

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

async function requestOf({ operation, asked, file }: MediaExample) {
  const fields = { model: "asked", ...asked };
  if (operation === "embeddings")
    return readOpenAiRequest(operation, new TextEncoder().encode(JSON.stringify(fields)));
  if (!file) return readMediaRequest(operation, new TextEncoder().encode(JSON.stringify(fields)), null);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set(file.field, new File([FILE], file.name, { type: file.type }));
  const sent = new Response(form);
  // Bun forgets the type when the body is read.
  const contentType = sent.headers.get("content-type");
  return readMediaRequest(operation, await sent.bytes(), contentType);
}

async function laneOf(row: MediaExample, type: number) {
  const provider = providerOf(type);
  if (!provider) throw new Error(`type ${type} has no provider`);
  const request = await requestOf(row);
  const call = { requestId: "R1", startedAtMs: 1_790_000_000_500, request, headers: new Headers() };
  const lane = openLane(call, provider, { model: row.model, reportsStreamUsage: true, asksForUsage: false });
  return { provider, lane };
}

describe.each(examples.map((row) => [`${row.vendor}: ${row.operation} of ${row.model}`, row] as const))(
  "%s",
  (_, row) => {
    test.each(row.types)("is sent as its vendor wants it by type %d", async (type) => {
      const { provider, lane } = await laneOf(row, type);
      const channel = sampleRelayChannel(type, CHANNELS[type]);
      const { operation, model } = row;
      const target = provider.target(channel, { operation, dialect: lane.dialect, model, stream: false });
      expect(target?.url).toEndWith(row.path);
      expect(typeof lane.body === "string" ? JSON.parse(lane.body) : base64(lane.body)).toEqual(row.sent);
      expect(lane.losses.map(({ path: lost }) => lost).toSorted()).toEqual((row.losses ?? []).toSorted());
    });

    test("is answered in the client's words", async () => {
      const { lane } = await laneOf(row, row.types[0] ?? 0);
      const { answer, contentType = "application/json", says } = row;
      const said =
        typeof answer === "string"
          ? lane.translation?.readBytes?.(Buffer.from(answer), contentType)
          : Object(answer);
      const error = errorIn(lane, said, 200);
      expect(error && [error.status, error.message]).toEqual(
        says.refusal === undefined ? undefined : [400, says.refusal],
      );
      if (says.refusal !== undefined) return;
      if (says.failure !== undefined) {
        expect(() => lane.translation?.answer(said)).toThrow(says.failure);
        return;
      }
      const told = lane.translation?.answer(said);
      if (says.body) expect(told?.body).toMatchObject(says.body);
      const { file } = told ?? {};
      expect(file && [file.contentType, base64(file.bytes)]).toEqual(says.file);
      const usage = readAnswerUsage(lane.usageDialect, told?.counted ?? said);
      expect(usage && [inputTokens(usage), outputTokens(usage)]).toEqual(says.usage);
    });
  },
);

const TRAPS: readonly unknown[] = [
  null,
  "",
  "x",
  -1,
  1e308,
  true,
  [],
  [null],
  [[]],
  {},
  { toString: 1, valueOf: 1 },
  [{ toString: 1 }],
  { id: { toString: 1 }, text: { toString: 1 } },
];

/** The value with one of its members after the other, at any depth, replaced by `trap`. */
function* trapped(value: unknown, trap: unknown): Generator {
  yield trap;
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value))
    for (const other of trapped(member, trap))
      yield Array.isArray(value)
        ? value.with(Number(key), other)
        : Object.assign({}, value, { [key]: other });
}

test("whatever is asked and answered, it is told as a refusal or as no answer, and breaks nothing", async () => {
  const faults = new Set<string>();
  const attempt = async (what: string, act: () => unknown) => {
    try {
      await act();
    } catch (error) {
      const isTold = error instanceof RelayError || error instanceof FormatError;
      if (!isTold) faults.add(`${what}: ${String(error)}`);
    }
  };
  for (const row of examples) {
    const [type = 0] = row.types;
    // A form has texts alone.
    for (const trap of row.file ? TRAPS.filter((one) => typeof one !== "object") : TRAPS)
      for (const asked of trapped(row.asked, trap))
        await attempt(`${row.vendor} ${row.operation}, asked`, () =>
          laneOf({ ...row, asked: Object(asked) }, type),
        );
    const { lane } = await laneOf(row, type);
    for (const trap of TRAPS)
      for (const answer of trapped(row.answer, trap))
        await attempt(`${row.vendor} ${row.operation}, answered`, () => {
          const said = Object(answer);
          if (!errorIn(lane, said, 200))
            readAnswerUsage(lane.usageDialect, lane.translation?.answer(said).counted ?? said);
        });
  }
  expect([...faults]).toEqual([]);
});

test("every call that a provider has in its own words has an example", () => {
  const shown = new Set(
    examples.flatMap(({ types, operation }) => types.map((type) => `${type} ${operation}`)),
  );
  const models = [...new Set(examples.map(({ model }) => model))];
  const missing = RELAYABLE_TYPES.flatMap((type) =>
    [...MEDIA_OPERATIONS, "embeddings" as const].flatMap((operation) => {
      const isCoded = models.some((model) => providerOf(type)?.mediaCodec?.(operation, model) !== undefined);
      // A translation differs from a transcription in one sentence.
      return !isCoded || operation === "audio/translations" || shown.has(`${type} ${operation}`)
        ? []
        : [`${type} ${operation}`];
    }),
  );
  expect(missing).toEqual([]);
});
