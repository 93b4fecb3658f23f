import { describe, expect, test } from "bun:test";
import type { ClientDialect } from "./formats/chat/chat-dialect.ts";
import { readFirstEvents } from "./first-events.ts";
import type { PassingLane } from "./lanes/lane.ts";
import { createSseSplitter } from "./sse-events.ts";

const COMMENT = ": hold on\n\n";
const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const chat = (delta: object, rest: object = {}) => event({ choices: [{ index: 0, delta, ...rest }] });

/** By dialect: what says nothing yet, and ways of saying something. */
const BEGINNINGS: Readonly<Record<ClientDialect, { headings: string[]; words: string[] }>> = {
  "openai-chat": {
    headings: [COMMENT, chat({ role: "assistant", content: "" })],
    words: [
      chat({ content: "Hi" }),
      chat({ reasoning_content: "hm" }),
      chat({ tool_calls: [{ index: 0, id: "c", function: { name: "f", arguments: "" } }] }),
      event({ choices: [{ index: 0, text: "Hi" }] }),
      event({ error: { message: "busy" } }),
      "data: [DONE]\n\n",
    ],
  },
  "openai-responses": {
    headings: [
      COMMENT,
      event({ type: "response.created", response: { id: "r" } }),
      event({ type: "response.in_progress", response: { id: "r" } }),
    ],
    words: [
      event({ type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Hi" }),
      event({ type: "error", message: "busy", code: "server_error" }),
    ],
  },
  anthropic: {
    headings: [
      event({ type: "message_start", message: { id: "m", usage: { input_tokens: 1, output_tokens: 1 } } }),
      event({ type: "ping" }),
    ],
    words: [
      event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } }),
      event({ type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "hm" } }),
      event({ type: "error", error: { type: "overloaded_error", message: "busy" } }),
    ],
  },
  gemini: {
    headings: [COMMENT, event({ usageMetadata: { promptTokenCount: 3 } })],
    words: [
      event({ candidates: [{ content: { parts: [{ text: "Hi" }] } }] }),
      event({ candidates: [{ finishReason: "SAFETY" }] }),
      event({ error: { code: 503, message: "busy", status: "UNAVAILABLE" } }),
    ],
  },
};

function beginning(dialect: ClientDialect, chunks: string[], waitsForWord: boolean) {
  const lane: PassingLane = {
    dialect,
    usageDialect: dialect === "openai-chat" ? "openai" : dialect,
    hidesUsage: false,
    body: "",
    losses: [],
    passedHeaders: undefined,
    collects: false,
    translation: undefined,
  };
  const left = [...chunks];
  const read = () => {
    const chunk = left.shift();
    return chunk === undefined ? undefined : Buffer.from(chunk);
  };
  let touched = 0;
  const idle = { touch: () => (touched += 1), stop: () => {} };
  const stream = { upstream: { read }, splitter: createSseSplitter(), lane };
  return { first: readFirstEvents(stream, { idle, waitsForWord }), left, touches: () => touched };
}

// The table's names are the dialects.
describe.each(Object.keys(BEGINNINGS) as ClientDialect[])("a stream of %s", (dialect) => {
  const { headings, words } = BEGINNINGS[dialect];
  test("has begun with its first event where no word is waited for", async () => {
    const { first, left } = beginning(dialect, [...headings, "rest"], false);
    expect((await first).events.join("")).toBe(headings[0] ?? "");
    expect(left).toHaveLength(headings.length);
  });

  test.each(words)("has begun with its first word, and nothing before it is lost: %s", async (word) => {
    const { first, left, touches } = beginning(dialect, [...headings, word, "rest"], true);
    const { events, telling } = await first;
    expect(events.join("")).toBe(headings.join("") + word);
    expect(telling.join("")).toBe(word);
    expect(left).toEqual(["rest"]);
    expect(touches()).toBe(headings.length + 1);
  });

  test("that ends before its first word is broken off", async () => {
    const failure = await beginning(dialect, headings, true).first.catch((error: unknown) => error);
    expect(failure).toHaveProperty("code", "upstream.truncated");
  });
});

test("what is held back for a first word is bounded", async () => {
  const heading = `: ${"x".repeat(300_000)}\n\n`;
  const { first, left } = beginning(
    "openai-chat",
    Array.from({ length: 9 }, () => heading),
    true,
  );
  expect((await first).events).toHaveLength(4);
  expect(left).toHaveLength(5);
});
