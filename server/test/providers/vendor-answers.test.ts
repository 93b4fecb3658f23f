import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { RELAYABLE_TYPES } from "@tollgate/contract/channel-types";
import { inputTokens, outputTokens } from "../../src/pricing/usage.ts";
import type { ChatAnswer } from "../../src/relay/formats/chat/chat-answer.ts";
import type { UpstreamDialect } from "../../src/relay/formats/chat/chat-dialect.ts";
import type { ChatError } from "../../src/relay/formats/chat/chat-error.ts";
import type { StreamMessage } from "../../src/relay/formats/chat/chat-format.ts";
import { collectAnswer } from "../../src/relay/formats/chat/collect-answer.ts";
import { collectedBody } from "../../src/relay/formats/chat/collected-body.ts";
import { openAiErrorMessage } from "../../src/relay/formats/openai/openai-error.ts";
import { UPSTREAM_FORMATS, USAGE_OF_DIALECT } from "../../src/relay/lanes/chat-formats.ts";
import { providerOf } from "../../src/relay/providers/providers.ts";
import { readUsage } from "../../src/relay/usage/read-usage.ts";

interface Meaning {
  text?: string;
  thoughts?: string;
  calls?: [name: string, callArguments: string][];
  finish?: string;
  usage?: [input: number, output: number];
  citations?: string[];
  error?: Pick<ChatError, "kind" | "status" | "message">;
}

/** A row of `server/fixtures/answers`; its README says what the fields mean. */
interface AnswerExample {
  vendor: string;
  types: number[];
  dialect: UpstreamDialect;
  kind: "text" | "stream" | "tools" | "error" | "stream-error";
  source: string;
  evidence: "documented" | "example";
  status?: number;
  body?: unknown;
  events?: { event?: string; data: unknown }[];
  says: Meaning;
}

const folder = join(import.meta.dirname, "../../fixtures/answers");
const examples = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .flatMap((name): AnswerExample[] => JSON.parse(readFileSync(join(folder, name), "utf8")));

const CONTEXT = { requestId: "R1", createdAtSeconds: 1_790_000_000, model: "model-1" };

const messagesOf = ({ events = [] }: AnswerExample): StreamMessage[] =>
  events.map(({ event, data }) => {
    const text = typeof data === "string" ? data : JSON.stringify(data);
    return event === undefined ? { data: text } : { event, data: text };
  });

describe.each(examples.map((row) => [`${row.vendor}: ${row.kind} of ${row.source}`, row] as const))(
  "%s",
  (_, row) => {
    const { dialect, kind, says } = row;
    const format = UPSTREAM_FORMATS[dialect];
    const usageDialect = providerOf(row.types[0] ?? 0)?.usageDialects?.[dialect] ?? USAGE_OF_DIALECT[dialect];
    const meaning = (answer: ChatAnswer) => meaningOf(answer, says, (raw) => readUsage(usageDialect, raw));

    if (kind === "text" || kind === "tools")
      test("says what it means", () => {
        expect(meaning(format.decodeAnswer(row.body, CONTEXT))).toEqual(says);
      });

    if (kind === "stream")
      test("says what it means event by event, and is whole at its end alone", () => {
        const messages = messagesOf(row);
        const decoder = format.createStreamDecoder(CONTEXT);
        const events = messages.flatMap((message) => decoder.push(message));
        const { events: last, isWhole } = decoder.end();
        const answer = collectAnswer([...events, ...last]);
        expect(isWhole).toBe(true);
        expect(answer && meaning(answer)).toEqual(says);
        const begun = format.createStreamDecoder(CONTEXT);
        begun.push(messages[0] ?? { data: "" });
        expect(begun.end().isWhole).toBe(false);
        if (!format.collects) return;
        expect(meaning(format.decodeAnswer(collectedBody(format, messages), CONTEXT))).toEqual(says);
      });

    if (kind === "stream-error")
      test("is told as an error, and ends the stream", () => {
        const decoder = format.createStreamDecoder(CONTEXT);
        const events = messagesOf(row).flatMap((message) => decoder.push(message));
        expect(events.at(-1)).toMatchObject({ type: "error", error: says.error });
        expect(decoder.end()).toEqual({ events: [], isWhole: false });
      });

    if (kind === "error")
      test("is an error with the status that it means", () => {
        const isError = format.isError ?? ((body: unknown) => openAiErrorMessage(body) !== undefined);
        if (row.status === 200) expect(isError(row.body)).toBe(true);
        expect(format.decodeError(row.status ?? 200, row.body)).toMatchObject(says.error ?? {});
      });
  },
);

function meaningOf(
  answer: ChatAnswer,
  says: Meaning,
  read: (raw: unknown) => ReturnType<typeof readUsage>,
): Meaning {
  const parts = answer.choices[0]?.parts ?? [];
  const text = parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const thoughts = parts.map((part) => (part.type === "reasoning" ? part.text : "")).join("");
  const calls = parts.flatMap((part): [string, string][] =>
    part.type === "tool-call" ? [[part.name, part.arguments]] : [],
  );
  const citations = parts.flatMap((part) =>
    part.type === "text"
      ? (part.annotations ?? []).map((found) =>
          "url" in found ? found.url : ("title" in found && found.title) || "",
        )
      : [],
  );
  const usage = read(answer.rawUsage);
  const { reason } = answer.choices[0]?.finish ?? {};
  return {
    ...(text !== "" && { text }),
    ...(thoughts !== "" && { thoughts }),
    ...(calls.length > 0 && { calls }),
    ...(reason !== undefined && { finish: reason }),
    ...(usage && { usage: [inputTokens(usage), outputTokens(usage)] }),
    ...((citations.length > 0 || says.citations) && { citations }),
  };
}

/** Vendors without chat, and those whose chat has no tools. */
const WITHOUT_CHAT: ReadonlySet<number> = new Set([38, 44]);
const WITHOUT_TOOLS: ReadonlySet<number> = new Set([18, 21, 27, 37, 49]);
const STREAMS_ONLY: ReadonlySet<number> = new Set([37, 49]);
/** Their fixtures stand beside their own codecs. */
const ELSEWHERE: ReadonlySet<number> = new Set([33, 41]);

test.each(RELAYABLE_TYPES.filter((type) => !WITHOUT_CHAT.has(type) && !ELSEWHERE.has(type)))(
  "type %d has answers of every kind",
  (type) => {
    const kinds = new Set(examples.filter(({ types }) => types.includes(type)).map(({ kind }) => kind));
    expect(kinds.has("stream")).toBe(true);
    expect(kinds.has("error")).toBe(true);
    expect(kinds.has("text")).toBe(!STREAMS_ONLY.has(type));
    expect(kinds.has("tools")).toBe(!WITHOUT_TOOLS.has(type));
  },
);

test("every row says where it stands and what it is worth", () => {
  for (const { source, evidence } of examples) {
    expect(source).toMatch(/^https:\/\/\S+$/);
    expect(["documented", "example"]).toContain(evidence);
  }
});
