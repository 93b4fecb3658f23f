import { expect, test } from "bun:test";
import { usageOf } from "../../../pricing/usage.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { decodeAnthropicAnswer } from "./anthropic-answer-decoder.ts";
import { encodeAnthropicAnswer } from "./anthropic-answer-encoder.ts";

const context = { requestId: "req_1", createdAtSeconds: 1_700_000_000, model: "asked" };
const usage = { input_tokens: 12, output_tokens: 6 };
const message = (fields: object) => ({
  id: "msg_01XFDUDYJgAACzvnptvVoYEL",
  type: "message",
  role: "assistant",
  model: "claude-opus-5-5",
  content: [{ type: "text", text: "Hello!" }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage,
  ...fields,
});
const decode = (fields: object) => decodeAnthropicAnswer(message(fields), context);
const choiceOf = (fields: object) => decode(fields).choices[0];

/** Answers as https://platform.claude.com/docs/en/api/messages and the pages on each feature write them. */
const DOCUMENTED: Readonly<Record<string, object>> = {
  "a greeting": {},
  "a thought, a text and two calls": {
    content: [
      { type: "thinking", thinking: "Let me see", signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h" },
      { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix" },
      { type: "text", text: "I look it up." },
      { type: "tool_use", id: "toolu_01", name: "weather", input: { place: "San Francisco, CA" } },
      { type: "tool_use", id: "toolu_02", name: "time", input: {} },
    ],
    stop_reason: "tool_use",
  },
  "a stop sequence": { stop_reason: "stop_sequence", stop_sequence: "END" },
  "the limit": { stop_reason: "max_tokens" },
  "the window's end": { stop_reason: "model_context_window_exceeded" },
  "a pause of a server tool": {
    content: [{ type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "x" } }],
    stop_reason: "pause_turn",
    container: { id: "container_1", expires_at: "2026-11-21T00:00:00Z" },
  },
  "a refusal": {
    content: [],
    stop_reason: "refusal",
    stop_details: { type: "refusal", category: "cyber", explanation: "It could enable harm." },
  },
  "an empty answer": { content: [] },
  "a word nobody knows": { stop_reason: "compaction", content: [{ type: "compaction", content: "Summary" }] },
  citations: {
    content: [
      {
        type: "text",
        text: "born on April 30, 1916",
        citations: [
          {
            cited_text: "Claude Elwood Shannon",
            encrypted_index: "Eo8BCioIAhgB",
            title: "Claude Shannon",
            type: "web_search_result_location",
            url: "https://en.wikipedia.org/wiki/Claude_Shannon",
          },
          {
            type: "page_location",
            cited_text: "Water",
            document_index: 1,
            document_title: "PDF",
            start_page_number: 5,
            end_page_number: 6,
            file_id: "file_1",
          },
          {
            type: "search_result_location",
            source: "kb",
            search_result_index: 0,
            cited_text: "a",
            title: null,
          },
        ],
      },
    ],
  },
};

test.each(Object.entries(DOCUMENTED))("a documented answer comes back as it was: %s", (_, fields) => {
  const { body, losses } = encodeAnthropicAnswer(decode(fields));
  expect(body).toEqual({
    ...message(fields),
    usage: {
      ...usage,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  });
  expect(losses).toEqual([]);
  const { rawUsage: _raw, ...decoded } = decodeAnthropicAnswer(body, context);
  const { rawUsage: _other, ...whole } = decode(fields);
  expect(decoded).toEqual(whole);
});

test("an answer is read part by part", () => {
  expect(
    decode({ ...DOCUMENTED["a thought, a text and two calls"], container: null, diagnostics: { a: 1 } }),
  ).toEqual({
    id: "msg_01XFDUDYJgAACzvnptvVoYEL",
    createdAtSeconds: 1_700_000_000,
    model: "claude-opus-5-5",
    choices: [
      {
        index: 0,
        parts: [
          {
            type: "reasoning",
            text: "Let me see",
            signature: { origin: "anthropic", data: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h" },
          },
          { type: "reasoning", text: "", encrypted: { origin: "anthropic", data: "EmwKAhgBEgy3va3pzix" } },
          { type: "text", text: "I look it up." },
          { type: "tool-call", id: "toolu_01", name: "weather", arguments: '{"place":"San Francisco, CA"}' },
          { type: "tool-call", id: "toolu_02", name: "time", arguments: "{}" },
        ],
        finish: { reason: "tool-calls" },
      },
    ],
    usage: usageOf({ requests: 1, input: { uncached: 12 }, output: { text: 6 } }),
    rawUsage: usage,
    extensions: { dialect: "anthropic", fields: { diagnostics: { a: 1 } } },
  });
});

test("finish reasons keep the vendor's own word where it says more", () => {
  const finish = (fields: object) => choiceOf(fields)?.finish;
  expect(finish({ stop_reason: "stop_sequence", stop_sequence: "END" })).toEqual({
    reason: "stop",
    stopSequence: "END",
  });
  expect(finish({ stop_reason: "model_context_window_exceeded" })).toEqual({
    reason: "length",
    raw: "model_context_window_exceeded",
  });
  expect(finish({ stop_reason: "compaction" })).toEqual({ reason: "other", raw: "compaction" });
  expect(finish({ stop_reason: null, content: [] })).toEqual({ reason: "other" });
  expect(finish({ content: [{ type: "tool_use", id: "a", name: "b", input: {} }] })).toEqual({
    reason: "tool-calls",
    raw: "end_turn",
  });
});

test("a refusal tells why, and its category is kept", () => {
  expect(choiceOf(DOCUMENTED["a refusal"] ?? {})).toEqual({
    index: 0,
    parts: [],
    finish: { reason: "refusal", message: "It could enable harm." },
    extensions: { dialect: "anthropic", fields: { stop_details: { category: "cyber" } } },
  });
});

test("cache writes of both lives and searches are read and written", () => {
  const told = {
    input_tokens: 2048,
    cache_read_input_tokens: 1800,
    cache_creation_input_tokens: 248,
    cache_creation: { ephemeral_5m_input_tokens: 148, ephemeral_1h_input_tokens: 100 },
    output_tokens: 503,
    output_tokens_details: { thinking_tokens: 3 },
    server_tool_use: { web_search_requests: 2 },
    service_tier: "priority",
  };
  const answer = decode({ usage: told });
  expect(answer).toMatchObject({ serviceTier: "priority", rawUsage: told });
  expect(encodeAnthropicAnswer(answer).body["usage"]).toEqual(told);
});

test("calls of tools that take plain text are told by the request", () => {
  const request: ChatRequest = {
    model: "m",
    system: [],
    messages: [],
    stream: false,
    wantsUsage: true,
    tools: [{ type: "custom", name: "patch" }],
  };
  const content = [
    { type: "tool_use", id: "1", name: "patch", input: { input: "*** Begin" } },
    { type: "tool_use", id: "2", name: "patch", input: { text: "odd" } },
  ];
  expect(decodeAnthropicAnswer(message({ content }), { ...context, request }).choices[0]?.parts).toEqual([
    { type: "tool-call", id: "1", name: "patch", arguments: "*** Begin", isCustom: true },
    { type: "tool-call", id: "2", name: "patch", arguments: '{"text":"odd"}', isCustom: true },
  ]);
});

test("an upstream may leave out nearly everything", () => {
  expect(decodeAnthropicAnswer({ content: [{ type: "text" }, null, { type: "tool_use" }] }, context)).toEqual(
    {
      id: "req_1",
      createdAtSeconds: 1_700_000_000,
      model: "asked",
      choices: [
        {
          index: 0,
          parts: [{ type: "tool-call", id: "call_req_1_1", name: "", arguments: "{}" }],
          finish: { reason: "other" },
        },
      ],
    },
  );
});

test("what is no answer is refused: an error under a 200, another dialect, a text", () => {
  const overloaded = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  expect(() => decodeAnthropicAnswer(overloaded, context)).toThrow(new FormatError("error", "Overloaded"));
  for (const body of [{}, { choices: [] }, "busy", null]) {
    expect(() => decodeAnthropicAnswer(body, context)).toThrow(FormatError);
  }
});

const answerOf = (parts: readonly AssistantPart[], more: Partial<ChatAnswer> = {}): ChatAnswer => ({
  id: "chatcmpl-9",
  createdAtSeconds: 1,
  model: "gpt",
  choices: [{ index: 0, parts, finish: { reason: "stop" } }],
  usage: usageOf({ requests: 1, input: { uncached: 1 }, output: { text: 1 } }),
  ...more,
});
const paths = (answer: ChatAnswer) =>
  encodeAnthropicAnswer(answer).losses.map(({ what, path }) => `${what} ${path}`);

test("seals of other vendors are marked, and ride where the client sends them back", () => {
  const parts: AssistantPart[] = [
    { type: "reasoning", text: "sum", encrypted: { origin: "openai", data: "gAAA" } },
    { type: "reasoning", text: "", encrypted: { origin: "xai", data: "x" } },
    { type: "text", text: "Hi", signature: { origin: "gemini", data: "t" } },
    { type: "tool-call", id: "1", name: "a", arguments: "{}", signature: { origin: "gemini", data: "c" } },
  ];
  const answer = answerOf(parts);
  expect(encodeAnthropicAnswer(answer).body["content"]).toEqual([
    { type: "thinking", thinking: "sum", signature: "openai:gAAA" },
    { type: "redacted_thinking", data: "xai:x" },
    { type: "text", text: "Hi" },
    { type: "redacted_thinking", data: "gemini:t" },
    { type: "tool_use", id: "1", name: "a", input: {} },
    { type: "redacted_thinking", data: "gemini:c" },
  ]);
  expect(paths(answer)).toEqual([]);
  expect(decodeAnthropicAnswer(encodeAnthropicAnswer(answer).body, context).choices[0]?.parts).toEqual(parts);
});

test("an answer without a choice, and usage beyond tokens", () => {
  const usage = usageOf({ requests: 1, input: { audio: 3 }, images: 1 });
  expect(paths(answerOf([], { choices: [], usage }))).toEqual([
    "changed choices[0].finish",
    "changed usage.input.audio",
    "left-out usage.images",
  ]);
});

test("parts that the dialect has no word for are told, and the nearest is written", () => {
  const answer = answerOf([
    { type: "refusal", text: "No." },
    { type: "image", source: { kind: "url", url: "https://example.com/a.png" } },
    { type: "reasoning", text: "a", id: "rs_1", isSummary: true },
    {
      type: "text",
      text: "b",
      annotations: [{ type: "url", url: "https://example.com", startIndex: 0, endIndex: 1 }],
    },
    { type: "text", text: "" },
    { type: "vendor", dialect: "gemini", raw: {} },
  ]);
  const second = { index: 1, parts: [], finish: { reason: "stop" } } as const;
  expect(paths({ ...answer, choices: [...answer.choices, second] })).toEqual([
    "left-out choices[1]",
    "changed choices[0].parts[0]",
    "left-out choices[0].parts[1]",
    "left-out choices[0].parts[2].id",
    "left-out choices[0].parts[2].isSummary",
    "left-out choices[0].parts[3].annotations[0].startIndex",
    "left-out choices[0].parts[3].annotations[0].endIndex",
    "left-out choices[0].parts[5]",
  ]);
  expect(encodeAnthropicAnswer(answer).body).toMatchObject({
    id: "msg_9",
    content: [
      { type: "text", text: "No." },
      { type: "thinking", thinking: "a", signature: "" },
      { type: "text", citations: [{ type: "web_search_result_location", url: "https://example.com" }] },
    ],
  });
});

test.each([
  ["stop", "end_turn", []],
  ["length", "max_tokens", []],
  ["tool-calls", "tool_use", []],
  ["pause", "pause_turn", []],
  ["refusal", "refusal", []],
  ["content-filter", "refusal", ["changed choices[0].finish"]],
  ["error", "end_turn", ["changed choices[0].finish"]],
] as const)("the finish %s is %s", (reason, word, losses) => {
  const answer = answerOf([], { choices: [{ index: 0, parts: [], finish: { reason } }] });
  expect(encodeAnthropicAnswer(answer).body["stop_reason"]).toBe(word);
  expect<readonly string[]>(paths(answer)).toEqual(losses);
});

test("another vendor's word and message are told as lost", () => {
  const finish = { reason: "length", raw: "MAX_TOKENS", message: "m" } as const;
  expect(paths(answerOf([], { choices: [{ index: 0, parts: [], finish }] }))).toEqual([
    "left-out choices[0].finish.raw",
    "left-out choices[0].finish.message",
  ]);
});

test("usage that nobody reported is written as nothing, and said so", () => {
  const { usage: _, ...unknown } = answerOf([]);
  expect(encodeAnthropicAnswer(unknown).body["usage"]).toEqual({ input_tokens: 0, output_tokens: 0 });
  expect(paths(unknown)).toEqual(["added usage"]);
});
