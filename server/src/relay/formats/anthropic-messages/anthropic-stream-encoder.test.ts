import { isObject } from "@tollgate/contract/json-object";
import { expect, test } from "bun:test";
import { usageOf } from "../../../pricing/usage.ts";
import { answerEvents } from "../chat/answer-events.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import { collectAnswer } from "../chat/collect-answer.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import type { Fields } from "../reported-usage.ts";
import { encodeAnthropicAnswer } from "./anthropic-answer-encoder.ts";
import { createAnthropicStreamDecoder } from "./anthropic-stream-decoder.ts";
import { createAnthropicStreamEncoder } from "./anthropic-stream-encoder.ts";

const request: ChatRequest = { model: "asked", system: [], messages: [], stream: true, wantsUsage: true };
const times = { requestId: "req_1", createdAtSeconds: 1 };
const encoder = () => createAnthropicStreamEncoder({ ...times, request });

interface Sent {
  readonly name: string;
  readonly data: Fields;
}

function parse(wire: string): Sent[] {
  return wire
    .split("\n\n")
    .filter((text) => text !== "")
    .map((text) => {
      const found = /^event: (.*)\ndata: (.*)$/.exec(text);
      const data: unknown = JSON.parse(found?.[2] ?? "");
      return { name: found?.[1] ?? "", data: isObject(data) ? data : {} };
    });
}

function write(events: readonly ChatEvent[]) {
  const stream = encoder();
  const wire = events.map((event) => stream.push(event)).join("") + stream.end();
  return { sent: parse(wire), losses: stream.losses().map(({ what, path }) => `${what} ${path}`) };
}

function read(sent: readonly Sent[]): ChatAnswer | undefined {
  const decoder = createAnthropicStreamDecoder({ ...times, model: "asked" });
  const events = sent.flatMap(({ name, data }) => [
    ...decoder.push({ event: name, data: JSON.stringify(data) }),
  ]);
  return collectAnswer([...events, ...decoder.end().events]);
}

const usage = usageOf({
  requests: 1,
  input: { uncached: 10, cacheRead: 3, cacheWrite5m: 2, cacheWrite1h: 1 },
  output: { text: 4, reasoning: 2 },
});
const answerOf = (parts: readonly AssistantPart[], more: Partial<ChatAnswer> = {}): ChatAnswer => ({
  id: "msg_1",
  createdAtSeconds: 1,
  model: "claude",
  choices: [{ index: 0, parts, finish: { reason: "stop" } }],
  usage,
  ...more,
});

const start: ChatEvent = { type: "start", id: "msg_1", createdAtSeconds: 1, model: "claude" };
const text = (block: number, words: string): ChatEvent => ({
  type: "text-delta",
  choice: 0,
  block,
  text: words,
});
const call = (block: number): ChatEvent => ({
  type: "tool-call-start",
  choice: 0,
  block,
  id: `toolu_${block}`,
  name: "a",
});
const piece = (block: number, json: string): ChatEvent => ({
  type: "tool-call-delta",
  choice: 0,
  block,
  arguments: json,
});
const blockEnd = (block: number): ChatEvent => ({ type: "block-end", choice: 0, block });

test("a stream of text is written event by event, its end only at the end", () => {
  const stream = encoder();
  expect(stream.push(start)).toStartWith("event: message_start\ndata: {");
  expect(parse(stream.push(text(0, "Hel")))).toEqual([
    {
      name: "content_block_start",
      data: { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    },
    {
      name: "content_block_delta",
      data: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } },
    },
  ]);
  expect(parse(stream.push(text(0, "lo")))).toHaveLength(1);
  expect(stream.push({ type: "usage", usage, raw: {} })).toBe("");
  expect(stream.push({ type: "finish", choice: 0, finish: { reason: "stop" } })).toBe("");
  expect(parse(stream.end())).toEqual([
    { name: "content_block_stop", data: { type: "content_block_stop", index: 0 } },
    {
      name: "message_delta",
      data: {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: {
          input_tokens: 10,
          cache_creation_input_tokens: 3,
          cache_read_input_tokens: 3,
          cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 1 },
          output_tokens: 6,
          output_tokens_details: { thinking_tokens: 2 },
        },
      },
    },
    { name: "message_stop", data: { type: "message_stop" } },
  ]);
});

const ANSWERS: Readonly<Record<string, ChatAnswer>> = {
  nothing: answerOf([]),
  "thoughts, text and calls": answerOf([], {
    choices: [
      {
        index: 0,
        finish: { reason: "tool-calls" },
        parts: [
          { type: "reasoning", text: "hm", signature: { origin: "anthropic", data: "s" } },
          { type: "reasoning", text: "", signature: { origin: "anthropic", data: "omitted" } },
          { type: "reasoning", text: "", encrypted: { origin: "anthropic", data: "e" } },
          { type: "reasoning", text: "sum", encrypted: { origin: "openai", data: "o" } },
          { type: "text", text: "Hi" },
          { type: "tool-call", id: "toolu_1", name: "a", arguments: '{"x":1}' },
          { type: "tool-call", id: "toolu_2", name: "b", arguments: "{}" },
        ],
      },
    ],
    serviceTier: "default",
  }),
  "calls that Gemini signed": answerOf([], {
    choices: [
      {
        index: 0,
        finish: { reason: "tool-calls" },
        parts: [
          { type: "text", text: "Hi", signature: { origin: "gemini", data: "t" } },
          {
            type: "tool-call",
            id: "1",
            name: "a",
            arguments: "{}",
            signature: { origin: "gemini", data: "c" },
          },
          { type: "tool-call", id: "2", name: "a", arguments: "{}" },
          {
            type: "tool-call",
            id: "3",
            name: "a",
            arguments: "{}",
            signature: { origin: "gemini", data: "d" },
          },
        ],
      },
    ],
  }),
  "citations and the vendor's own": answerOf([
    {
      type: "vendor",
      dialect: "anthropic",
      raw: { type: "server_tool_use", id: "s", name: "web_search", input: { q: 1 } },
    },
    {
      type: "text",
      text: "Sunny",
      annotations: [
        {
          type: "url",
          url: "https://w",
          title: "W",
          citedText: "c",
          extensions: { dialect: "anthropic", fields: { encrypted_index: "E" } },
        },
        { type: "document", unit: "page", documentIndex: 0, from: 1, to: 2, citedText: "p", title: "D" },
      ],
    },
  ]),
  "a refusal": answerOf([], {
    choices: [
      {
        index: 0,
        parts: [{ type: "text", text: "Well" }],
        finish: { reason: "refusal", message: "Harm." },
        extensions: {
          dialect: "anthropic",
          fields: { stop_details: { category: "bio" }, container: { id: "c" } },
        },
      },
    ],
    extensions: { dialect: "anthropic", fields: { diagnostics: { a: 1 } } },
  }),
};

test.each(Object.entries(ANSWERS))("a written stream reads as the answer it is of: %s", (_, answer) => {
  const { sent, losses } = write(answerEvents(answer));
  const { rawUsage: _raw, ...decoded } = read(sent) ?? answer;
  expect(decoded).toEqual(answer);
  expect(losses).toEqual([]);
  expect(encodeAnthropicAnswer(answer).losses).toEqual([]);
});

test.each(Object.entries(ANSWERS))("blocks of the wire follow one another: %s", (_, answer) => {
  let open: unknown;
  let next = 0;
  for (const { name, data } of write(answerEvents(answer)).sent) {
    expect(data["type"]).toBe(name);
    if (name === "content_block_start") {
      expect(open).toBeUndefined();
      expect(data["index"]).toBe(next);
      open = next++;
    } else if (name === "content_block_delta") expect(data["index"]).toBe(open);
    else if (name === "content_block_stop") {
      expect(data["index"]).toBe(open);
      open = undefined;
    }
  }
  expect(open).toBeUndefined();
});

test("calls that grow in turns are written one after the other", () => {
  const { sent, losses } = write([
    start,
    call(0),
    call(1),
    piece(0, '{"a"'),
    piece(1, '{"b"'),
    piece(0, ":1}"),
    piece(1, ":2}"),
  ]);
  expect(read(sent)?.choices[0]?.parts).toEqual([
    { type: "tool-call", id: "toolu_0", name: "a", arguments: '{"a":1}' },
    { type: "tool-call", id: "toolu_1", name: "a", arguments: '{"b":2}' },
  ]);
  expect(losses).toEqual(["added usage", "changed choices[0].finish"]);
});

test("a call that has waited is written as soon as the one before it ends", () => {
  const stream = encoder();
  for (const event of [start, call(0), call(1), piece(1, "{}")]) stream.push(event);
  expect(stream.push(piece(1, ""))).toBe("");
  expect(parse(stream.push(blockEnd(0))).map(({ name }) => name)).toEqual([
    "content_block_stop",
    "content_block_start",
    "content_block_delta",
  ]);
  expect(parse(stream.push(blockEnd(1))).map(({ name }) => name)).toEqual(["content_block_stop"]);
});

test("a text that goes on after other parts is a block of its own, a call's late piece is lost", () => {
  const { sent, losses } = write([
    start,
    text(0, "a"),
    call(1),
    text(0, "b"),
    piece(1, "{}"),
    blockEnd(0),
    blockEnd(0),
  ]);
  expect(read(sent)?.choices[0]?.parts).toEqual([
    { type: "text", text: "a" },
    { type: "tool-call", id: "toolu_1", name: "a", arguments: "{}" },
    { type: "text", text: "b" },
  ]);
  expect(losses.slice(0, 2)).toEqual([
    "changed choices[0].parts[0]",
    "left-out choices[0].parts[1].tool-call-delta",
  ]);
});

test("Gemini's signatures follow their calls as hidden thoughts", () => {
  const answer = answerOf([
    { type: "tool-call", id: "1", name: "a", arguments: "{}", signature: { origin: "gemini", data: "g" } },
    { type: "text", text: "", signature: { origin: "gemini", data: "t" } },
  ]);
  const { sent, losses } = write(answerEvents(answer));
  const blocks = sent.flatMap(({ data }) => (data["content_block"] ? [data["content_block"]] : []));
  expect(blocks).toEqual([
    { type: "tool_use", id: "1", name: "a", input: {} },
    { type: "redacted_thinking", data: "gemini:g" },
    { type: "redacted_thinking", data: "gemini:t" },
  ]);
  expect(losses).toEqual(["changed choices[0].parts[1]"]);
  expect<unknown>(encodeAnthropicAnswer(answer).body["content"]).toEqual(blocks);
});

test("a thought's seals go where whole answers have them", () => {
  const thought = { type: "reasoning", text: "hm" } as const;
  const sealed = { origin: "openai", data: "o" } as const;
  const signed = { origin: "anthropic", data: "s" } as const;
  const answer = answerOf([
    { ...thought, encrypted: sealed },
    { ...thought, encrypted: sealed, signature: signed },
    { type: "audio", transcript: "Said" },
  ]);
  const { sent, losses } = write(answerEvents(answer));
  expect(read(sent)?.choices[0]?.parts).toEqual([
    { ...thought, encrypted: sealed },
    { ...thought, signature: signed },
    { type: "reasoning", text: "", encrypted: sealed },
    { type: "text", text: "Said" },
  ]);
  expect(losses).toEqual(["changed choices[0].parts[1]", "changed choices[0].parts[2]"]);
});

test("a custom tool's text becomes a field, whatever it holds", () => {
  const custom: ChatEvent = {
    type: "tool-call-start",
    choice: 0,
    block: 0,
    id: "1",
    name: "patch",
    isCustom: true,
  };
  const { sent, losses } = write([start, custom, piece(0, '*** "Be'), piece(0, 'gin"')]);
  expect(read(sent)?.choices[0]?.parts).toMatchObject([
    { arguments: JSON.stringify({ input: '*** "Begin"' }) },
  ]);
  expect(losses[0]).toBe("changed choices[0].parts[0].isCustom");
});

test("what the dialect has no word for is told, and events that fit no block break nothing", () => {
  const picture = { type: "image", source: { kind: "url", url: "https://example.com/a.png" } } as const;
  const { sent, losses } = write([
    start,
    { type: "refusal-delta", choice: 0, block: 0, text: "No." },
    { type: "part", choice: 0, block: 1, part: picture },
    { type: "text-delta", choice: 1, block: 0, text: "other" },
    { type: "logprobs", choice: 0, of: "text", tokens: [] },
    { type: "audio-delta", choice: 0, block: 2, transcript: "Said", base64: "AAAA" },
    piece(3, "{}"),
    text(2, "!"),
    { type: "reasoning-delta", choice: 0, block: 4, text: "", id: "rs_1" },
    piece(4, "{}"),
    { type: "error", error: { kind: "upstream", status: 502, code: "x", message: "m" } },
    { type: "finish", choice: 0, finish: { reason: "stop" } },
    { type: "usage", usage, raw: {} },
  ]);
  expect(read(sent)?.choices).toMatchObject([
    { parts: [{ text: "No." }, { text: "Said" }, { text: "!" }], finish: { reason: "stop" } },
  ]);
  expect(losses).toEqual([
    "changed choices[0].parts[0]",
    "left-out choices[0].parts[1]",
    "left-out choices[1]",
    "left-out choices[0].logprobs",
    "changed choices[0].parts[2]",
    "left-out choices[0].parts[4].id",
    "left-out choices[0].parts[4]",
  ]);
});

test("a broken answer ends in an error event and never in the mark of a whole one", () => {
  const stream = encoder();
  const wire = stream.push(start) + stream.push(text(0, "Hel"));
  expect(wire).not.toContain("message_stop");
  const error = {
    kind: "upstream",
    status: 502,
    code: "upstream.truncated",
    message: "It broke off.",
  } as const;
  expect(parse(stream.fail(error, "req_1"))).toEqual([
    {
      name: "error",
      data: {
        type: "error",
        error: { type: "api_error", message: "It broke off.", details: { error_code: "upstream.truncated" } },
        request_id: "req_1",
      },
    },
  ]);
});

test("a stream without a start begins all the same", () => {
  const stream = encoder();
  expect(parse(stream.end()).map(({ name }) => name)).toEqual([
    "message_start",
    "message_delta",
    "message_stop",
  ]);
});
