import { expect, test } from "bun:test";
import { collectAnswer } from "../chat/collect-answer.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { decodeAnthropicAnswer } from "./anthropic-answer-decoder.ts";
import { createAnthropicStreamDecoder } from "./anthropic-stream-decoder.ts";

const context = { requestId: "req_1", createdAtSeconds: 1_700_000_000, model: "asked" };

const start = (usage: object = { input_tokens: 25, output_tokens: 1 }) => ({
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-opus-5-5",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  },
});
const begin = (index: number, block: object) => ({
  type: "content_block_start",
  index,
  content_block: block,
});
const delta = (index: number, fields: object) => ({ type: "content_block_delta", index, delta: fields });
const stop = (index: number) => ({ type: "content_block_stop", index });
const json = (index: number, text: string) => delta(index, { type: "input_json_delta", partial_json: text });
const finish = (reason: string, usage: object = { output_tokens: 15 }, more: object = {}) => [
  { type: "message_delta", delta: { stop_reason: reason, stop_sequence: null, ...more }, usage },
  { type: "message_stop" },
];

/**
 * The streams of https://platform.claude.com/docs/en/build-with-claude/streaming (text, tool use, thinking, web search),
 * shortened, each with the message that it amounts to.
 */
const STREAMS: Readonly<
  Record<string, { events: readonly object[]; content: readonly object[]; end: object }>
> = {
  text: {
    events: [
      start(),
      begin(0, { type: "text", text: "" }),
      { type: "ping" },
      delta(0, { type: "text_delta", text: "Hello" }),
      delta(0, { type: "text_delta", text: "!" }),
      stop(0),
      ...finish("end_turn"),
    ],
    content: [{ type: "text", text: "Hello!" }],
    end: { stop_reason: "end_turn" },
  },
  "two calls after a text": {
    events: [
      start(),
      begin(0, { type: "text", text: "" }),
      delta(0, { type: "text_delta", text: "Okay" }),
      stop(0),
      begin(1, { type: "tool_use", id: "toolu_1", name: "get_weather", input: {} }),
      json(1, ""),
      json(1, '{"location":'),
      json(1, '"San Francisco, CA"}'),
      stop(1),
      begin(2, { type: "tool_use", id: "toolu_2", name: "now", input: {} }),
      stop(2),
      ...finish("tool_use", { output_tokens: 89 }),
    ],
    content: [
      { type: "text", text: "Okay" },
      { type: "tool_use", id: "toolu_1", name: "get_weather", input: { location: "San Francisco, CA" } },
      { type: "tool_use", id: "toolu_2", name: "now", input: {} },
    ],
    end: { stop_reason: "tool_use" },
  },
  "thoughts, shown and hidden": {
    events: [
      start(),
      begin(0, { type: "thinking", thinking: "", signature: "" }),
      delta(0, { type: "thinking_delta", thinking: "I need to find" }),
      delta(0, { type: "thinking_delta", thinking: " the GCD" }),
      delta(0, { type: "signature_delta", signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h" }),
      stop(0),
      begin(1, { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix" }),
      stop(1),
      begin(2, { type: "text", text: "" }),
      delta(2, { type: "text_delta", text: "21" }),
      stop(2),
      ...finish("end_turn"),
    ],
    content: [
      { type: "thinking", thinking: "I need to find the GCD", signature: "EqQBCgIYAhIM1gbcDa9GJwZA2b3h" },
      { type: "redacted_thinking", data: "EmwKAhgBEgy3va3pzix" },
      { type: "text", text: "21" },
    ],
    end: { stop_reason: "end_turn" },
  },
  "a search with citations": {
    events: [
      start({ input_tokens: 2679, cache_read_input_tokens: 100, output_tokens: 3, service_tier: "standard" }),
      begin(0, { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} }),
      json(0, '{"query": "weather'),
      json(0, ' NYC"}'),
      stop(0),
      begin(1, {
        type: "web_search_tool_result",
        tool_use_id: "srvtoolu_1",
        content: [{ url: "https://w" }],
      }),
      stop(1),
      begin(2, { type: "text", text: "", citations: [] }),
      delta(2, {
        type: "citations_delta",
        citation: {
          type: "web_search_result_location",
          url: "https://w",
          title: "W",
          encrypted_index: "E",
          cited_text: "c",
        },
      }),
      delta(2, { type: "text_delta", text: "Sunny" }),
      stop(2),
      ...finish(
        "pause_turn",
        { input_tokens: 10682, output_tokens: 510, server_tool_use: { web_search_requests: 1 } },
        { container: { id: "c" } },
      ),
    ],
    content: [
      { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "weather NYC" } },
      { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [{ url: "https://w" }] },
      {
        type: "text",
        text: "Sunny",
        citations: [
          {
            type: "web_search_result_location",
            url: "https://w",
            title: "W",
            encrypted_index: "E",
            cited_text: "c",
          },
        ],
      },
    ],
    end: { stop_reason: "pause_turn", container: { id: "c" } },
  },
  "a refusal in the middle": {
    events: [
      start(),
      begin(0, { type: "text", text: "" }),
      delta(0, { type: "text_delta", text: "Well" }),
      stop(0),
      ...finish(
        "refusal",
        { output_tokens: 1 },
        { stop_details: { type: "refusal", category: "bio", explanation: "e" } },
      ),
    ],
    content: [{ type: "text", text: "Well" }],
    end: { stop_reason: "refusal", stop_details: { type: "refusal", category: "bio", explanation: "e" } },
  },
  "a summary of the vendor's own": {
    events: [
      start(),
      begin(0, { type: "compaction", content: null }),
      delta(0, { type: "compaction_delta", content: "Summary", encrypted_content: "x" }),
      stop(0),
      ...finish("compaction"),
    ],
    content: [{ type: "compaction", content: "Summary", encrypted_content: "x" }],
    end: { stop_reason: "compaction" },
  },
};

function run(events: readonly unknown[], request?: ChatRequest) {
  const decoder = createAnthropicStreamDecoder({ ...context, ...(request && { request }) });
  const decoded: ChatEvent[] = events.flatMap((event) => [...decoder.push({ data: JSON.stringify(event) })]);
  const end = decoder.end();
  return { events: [...decoded, ...end.events], isWhole: end.isWhole };
}

test.each(Object.entries(STREAMS))(
  "a stream says what the whole answer says: %s",
  (_, { events, content, end }) => {
    const { events: decoded, isWhole } = run(events);
    const whole = decodeAnthropicAnswer(
      { id: "msg_1", model: "claude-opus-5-5", content, ...end, usage: undefined },
      context,
    );
    const { usage: _usage, rawUsage: _raw, serviceTier: _tier, ...collected } = collectAnswer(decoded) ?? {};
    expect<unknown>(collected).toEqual(whole);
    expect(isWhole).toBe(true);
    expect(decoded[0]).toMatchObject({ type: "start", id: "msg_1" });
    expect(decoded.at(-1)).toMatchObject({ type: "finish" });
  },
);

test.each(Object.entries(STREAMS))(
  "a stream cut anywhere is not whole and never finished early: %s",
  (_, { events }) => {
    for (let length = 0; length < events.length; length++) {
      const { events: decoded, isWhole } = run(events.slice(0, length));
      expect(isWhole).toBe(false);
      expect(decoded.filter(({ type }) => type === "start")).toHaveLength(Math.min(length, 1));
      const hasReason = length === events.length - 1;
      expect(decoded.filter(({ type }) => type === "finish")).toHaveLength(hasReason ? 1 : 0);
    }
  },
);

test("usage adds up: the input of the start, the output of the end", () => {
  const { events } = run(STREAMS["a search with citations"]?.events ?? []);
  const reports = events.filter(({ type }) => type === "usage");
  expect(reports).toHaveLength(2);
  expect(reports[1]).toMatchObject({
    usage: {
      input: { uncached: 10682, cacheRead: 100 },
      output: { text: 510 },
      toolCalls: { web_search: 1 },
    },
    raw: { service_tier: "standard", input_tokens: 10682, output_tokens: 510 },
  });
  expect(events[0]).toMatchObject({ type: "start", serviceTier: "default" });
});

test("pieces of a call come at once, as the model wrote them", () => {
  const decoder = createAnthropicStreamDecoder(context);
  decoder.push({ data: JSON.stringify(start()) });
  const block = { type: "tool_use", id: "toolu_1", name: "a", input: {} };
  expect(decoder.push({ data: JSON.stringify(begin(0, block)) })).toEqual([
    { type: "tool-call-start", choice: 0, block: 0, id: "toolu_1", name: "a" },
  ]);
  expect(decoder.push({ data: JSON.stringify(json(0, '{ "x" : ')) })).toEqual([
    { type: "tool-call-delta", choice: 0, block: 0, arguments: '{ "x" : ' },
  ]);
  expect(decoder.push({ data: JSON.stringify(stop(0)) })).toEqual([]);
  expect(decoder.push({ data: JSON.stringify(begin(1, { type: "text", text: "" })) })).toEqual([
    { type: "block-end", choice: 0, block: 0 },
    { type: "text-delta", choice: 0, block: 1, text: "" },
  ]);
});

test("calls of tools that take plain text are held to their end", () => {
  const request: ChatRequest = {
    model: "m",
    system: [],
    messages: [],
    stream: true,
    wantsUsage: true,
    tools: [{ type: "custom", name: "patch" }],
  };
  const block = { type: "tool_use", id: "toolu_1", name: "patch", input: {} };
  const events = [
    start(),
    begin(0, block),
    json(0, '{"input": "*** '),
    json(0, 'Begin"}'),
    stop(0),
    ...finish("tool_use"),
  ];
  expect(collectAnswer(run(events, request).events)?.choices[0]?.parts).toEqual([
    { type: "tool-call", id: "toolu_1", name: "patch", arguments: "*** Begin", isCustom: true },
  ]);
});

test("an error event is told with the status of its type, and nothing follows it", () => {
  const decoder = createAnthropicStreamDecoder(context);
  decoder.push({ data: JSON.stringify(start()) });
  const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
  expect(decoder.push({ event: "error", data: JSON.stringify(error) })).toEqual([
    {
      type: "error",
      error: {
        kind: "unavailable",
        status: 529,
        code: "overloaded_error",
        message: "Overloaded",
        type: "overloaded_error",
      },
    },
  ]);
  expect(decoder.push({ data: JSON.stringify({ type: "message_stop" }) })).toEqual([]);
  expect(decoder.end()).toEqual({ events: [], isWhole: false });
});

test("what is not JSON is an error", () => {
  for (const data of ["{", "[1]", '"a"', "null"]) {
    const [event] = createAnthropicStreamDecoder(context).push({ data });
    expect(event).toMatchObject({ type: "error", error: { code: "upstream.invalid", status: 502 } });
  }
});

test("imitators: no start, no beginning of blocks, one index for all, a foreign closing mark", () => {
  const decoder = createAnthropicStreamDecoder(context);
  const first = { index: 0, delta: { type: "thinking_delta", thinking: "hm" } };
  const events = [...decoder.push({ event: "content_block_delta", data: JSON.stringify(first) })];
  for (const event of [
    begin(0, { type: "tool_use", name: "a", input: { x: 1 } }),
    delta(7, { type: "text_delta", text: "Hi" }),
    delta(9, { type: "unknown_delta" }),
    { type: "news" },
  ])
    events.push(...decoder.push({ data: JSON.stringify(event) }));
  expect(decoder.push({ data: "[DONE]" })).toEqual([]);
  decoder.push({ data: JSON.stringify(finish("end_turn")[0]) });
  const end = decoder.end();
  expect(end.isWhole).toBe(false);
  expect(collectAnswer([...events, ...end.events])).toMatchObject({
    id: "req_1",
    model: "asked",
    choices: [
      {
        parts: [
          { type: "reasoning", text: "hm" },
          { type: "tool-call", id: "call_req_1_1", name: "a", arguments: '{"x":1}' },
          { type: "text", text: "Hi" },
        ],
        finish: { reason: "stop" },
      },
    ],
  });
});
