import { expect, test } from "bun:test";
import type { ChatEvent } from "../chat/chat-event.ts";
import { collectAnswer } from "../chat/collect-answer.ts";
import { openAiChatFormat } from "./openai-chat-format.ts";

/*
 * Streams as the API reference shows them (https://platform.openai.com/docs/api-reference/chat-streaming), and those of
 * vendors with habits of their own.
 */

const context = { requestId: "R1", createdAtSeconds: 5, model: "m" };

/** Reads chunks; texts pass as they are. */
function read(...chunks: readonly (object | string)[]) {
  const decoder = openAiChatFormat.createStreamDecoder(context);
  const events: ChatEvent[] = [];
  for (const chunk of chunks)
    events.push(...decoder.push({ data: typeof chunk === "string" ? chunk : JSON.stringify(chunk) }));
  const { events: last, isWhole } = decoder.end();
  events.push(...last);
  return { events, isWhole, answer: collectAnswer(events) };
}

/** A chunk of the first choice. */
function delta(delta: object, rest: object = {}) {
  return {
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1_694_268_190,
    model: "gpt-5.1",
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null, ...rest }],
  };
}

const FINISHED = delta({}, { finish_reason: "stop" });
const BEGUN = delta({ role: "assistant", content: "", refusal: null });

test("the documented stream is read", () => {
  const usage = { prompt_tokens: 5, completion_tokens: 2, total_tokens: 7 };
  const { events, isWhole } = read(
    { ...BEGUN, system_fingerprint: "fp_1", obfuscation: "abc" },
    delta({ content: "Hel" }),
    delta({ content: "lo" }),
    FINISHED,
    { ...FINISHED, choices: [], usage },
    "[DONE]",
  );
  expect(isWhole).toBe(true);
  expect(events).toMatchObject([
    {
      type: "start",
      id: "chatcmpl-1",
      createdAtSeconds: 1_694_268_190,
      model: "gpt-5.1",
      extensions: { dialect: "openai-chat", fields: { system_fingerprint: "fp_1" } },
    },
    { type: "text-delta", choice: 0, block: 0, text: "Hel" },
    { type: "text-delta", choice: 0, block: 0, text: "lo" },
    { type: "usage", raw: usage, usage: { output: { text: 2 } } },
    { type: "finish", choice: 0, finish: { reason: "stop" } },
  ]);
});

test("parallel calls grow side by side", () => {
  const piece = (index: number, text: string) =>
    delta({ tool_calls: [{ index, function: { arguments: text } }] });
  const begin = (index: number, id: string) =>
    delta({ tool_calls: [{ index, id, type: "function", function: { name: `f${index}`, arguments: "" } }] });
  const { answer } = read(
    BEGUN,
    begin(0, "call_a"),
    piece(0, '{"x"'),
    begin(1, "call_b"),
    piece(1, "{"),
    piece(0, ":1}"),
    piece(1, "}"),
    delta({}, { finish_reason: "tool_calls" }),
    "[DONE]",
  );
  expect(answer?.choices[0]).toEqual({
    index: 0,
    parts: [
      { type: "tool-call", id: "call_a", name: "f0", arguments: '{"x":1}' },
      { type: "tool-call", id: "call_b", name: "f1", arguments: "{}" },
    ],
    finish: { reason: "tool-calls" },
  });
});

test.each([
  [
    "without an index",
    [{ id: "a", function: { name: "f", arguments: "{" } }, { function: { arguments: "}" } }],
  ],
  [
    "with the id and the name in every piece",
    [
      { index: 0, id: "a", function: { name: "f", arguments: "{" } },
      { index: 0, id: "a", function: { name: "f", arguments: "}" } },
    ],
  ],
  [
    "with another id and no name in later pieces",
    [
      { index: 0, id: "a", function: { name: "f", arguments: "{" } },
      { index: 0, id: "b", function: { arguments: "}" } },
    ],
  ],
  [
    "with the name in a later piece",
    [
      { index: 0, id: "a", function: { arguments: "{" } },
      { index: 0, function: { name: "f", arguments: "}" } },
    ],
  ],
  ["whole and as an object", [{ index: 0, id: "a", function: { name: "f", arguments: {} } }]],
])("a call %s is one call", (_name, pieces) => {
  const chunks = pieces.map((piece) => delta({ tool_calls: [piece] }));
  const { answer } = read(...chunks, FINISHED);
  expect(answer?.choices[0]?.parts).toEqual([{ type: "tool-call", id: "a", name: "f", arguments: "{}" }]);
  expect(answer?.choices[0]?.finish).toEqual({ reason: "tool-calls" });
});

test("whole calls under one index are calls of their own", () => {
  const whole = (id: string) =>
    delta({ tool_calls: [{ index: 0, id, function: { name: "f", arguments: "{}" } }] });
  const { answer } = read(whole("a"), whole("b"), FINISHED);
  expect(answer?.choices[0]?.parts.map((part) => (part.type === "tool-call" ? part.id : ""))).toEqual([
    "a",
    "b",
  ]);
});

test("calls without ids get ids", () => {
  const { answer } = read(
    delta({ function_call: { name: "f", arguments: "" } }),
    delta({ function_call: { arguments: "{}" } }),
    delta({}, { finish_reason: "function_call" }),
  );
  expect(answer?.choices[0]?.parts).toEqual([
    { type: "tool-call", id: "call_R1_0", name: "f", arguments: "{}" },
  ]);
});

test("thoughts come before the text, in whichever field", () => {
  for (const field of ["reasoning_content", "reasoning"]) {
    const { answer } = read(
      delta({ [field]: "H" }),
      delta({ [field]: "m.", content: null }),
      delta({ content: "x" }),
      FINISHED,
    );
    expect(answer?.choices[0]?.parts).toEqual([
      { type: "reasoning", text: "Hm." },
      { type: "text", text: "x" },
    ]);
  }
});

test("OpenRouter's details are said once, and their signature is kept", () => {
  const detail = (rest: object) => ({
    type: "reasoning.text",
    format: "anthropic-claude-v1",
    index: 0,
    ...rest,
  });
  const { answer } = read(
    delta({ content: "", reasoning: "H", reasoning_details: [detail({ text: "H" })] }),
    delta({ content: "", reasoning: "m.", reasoning_details: [detail({ text: "m." })] }),
    delta({ content: "", reasoning: null, reasoning_details: [detail({ signature: "s" })] }),
    delta({ content: "x" }),
    FINISHED,
  );
  expect(answer?.choices[0]?.parts).toEqual([
    { type: "reasoning", text: "Hm.", signature: { origin: "anthropic", data: "s" } },
    { type: "text", text: "x" },
  ]);
});

test("a seal that follows plain thoughts is theirs", () => {
  const seal = { type: "reasoning.encrypted", data: "e", format: "openai-responses-v1", index: 0 };
  const { answer } = read(
    delta({ reasoning_content: "Hm." }),
    delta({ reasoning_details: [seal] }),
    delta({ content: "x" }),
    FINISHED,
  );
  expect(answer?.choices[0]?.parts[0]).toEqual({
    type: "reasoning",
    text: "Hm.",
    encrypted: { origin: "openai", data: "e" },
  });
});

test("thoughts between texts keep their place", () => {
  const { answer } = read(
    delta({ content: "a" }),
    delta({ reasoning_content: "Hm." }),
    delta({ content: "b" }),
    FINISHED,
  );
  expect(answer?.choices[0]?.parts.map(({ type }) => type)).toEqual(["text", "reasoning", "text"]);
});

test("a refusal, sounds, pictures and citations are read", () => {
  const url_citation = { start_index: 0, end_index: 2, title: "T", url: "https://a.example" };
  const { answer } = read(
    delta({ content: "Hi." }),
    delta({ annotations: [{ type: "url_citation", url_citation }] }),
    delta({ refusal: "No." }),
    delta({ audio: { id: "audio_1", transcript: "H" } }),
    delta({ audio: { data: "aGk=", transcript: "i" } }),
    delta({ audio: { expires_at: 9 } }),
    delta({ images: [{ type: "image_url", image_url: { url: "https://a.example/cat.png" } }] }),
    FINISHED,
  );
  expect(answer?.choices[0]).toEqual({
    index: 0,
    parts: [
      {
        type: "text",
        text: "Hi.",
        annotations: [{ type: "url", url: "https://a.example", title: "T", startIndex: 0, endIndex: 2 }],
      },
      { type: "refusal", text: "No." },
      {
        type: "audio",
        id: "audio_1",
        transcript: "Hi",
        expiresAtSeconds: 9,
        source: { kind: "inline", mediaType: "audio/wav", base64: "aGk=" },
      },
      { type: "image", source: { kind: "url", url: "https://a.example/cat.png" } },
    ],
    finish: { reason: "refusal" },
  });
});

test("Gemini's signature of a text may come on an empty one", () => {
  const extra_content = { google: { thought_signature: "s" } };
  const { answer } = read(delta({ content: "", extra_content }), FINISHED);
  expect(answer?.choices[0]?.parts).toEqual([
    { type: "text", text: "", signature: { origin: "gemini", data: "s" } },
  ]);
});

test("logprobs and several answers are read", () => {
  const token = { token: "Hi", logprob: -1, bytes: null, top_logprobs: [] };
  const second = { ...delta({ content: "B" }), choices: [{ index: 1, delta: { content: "B" } }] };
  const { answer } = read(
    delta({ content: "Hi" }, { logprobs: { content: [token], refusal: null } }),
    second,
    FINISHED,
    { ...FINISHED, choices: [{ index: 1, delta: {}, finish_reason: "length" }] },
  );
  expect(answer?.choices).toEqual([
    {
      index: 0,
      parts: [{ type: "text", text: "Hi" }],
      finish: { reason: "stop" },
      logprobs: { text: [{ token: "Hi", logprob: -1 }] },
    },
    { index: 1, parts: [{ type: "text", text: "B" }], finish: { reason: "length" } },
  ]);
});

test("an answer is whole with the closing mark or when each choice has ended, and not before", () => {
  expect(read(BEGUN, delta({ content: "x" })).isWhole).toBe(false);
  expect(read(BEGUN, delta({ content: "x" }), "[DONE]").isWhole).toBe(true);
  expect(read(BEGUN, delta({ content: "x" }), FINISHED).isWhole).toBe(true);
  expect(read("[DONE]").isWhole).toBe(false);
  expect(read().isWhole).toBe(false);
  const open = { ...BEGUN, choices: [{ index: 1, delta: { content: "y" } }] };
  expect(read(BEGUN, open, FINISHED).isWhole).toBe(false);
});

test("Azure's first chunk, which has no choices, begins nothing", () => {
  const filter = { id: "", model: "", choices: [], prompt_filter_results: [] };
  const { events } = read(filter, BEGUN, FINISHED);
  expect(events[0]).toMatchObject({ type: "start", id: "chatcmpl-1" });
});

test("Kimi's usage within the choice is found", () => {
  const usage = { prompt_tokens: 5, completion_tokens: 2 };
  const { answer } = read(delta({ content: "x" }), delta({}, { finish_reason: "stop", usage }));
  expect(answer?.usage?.input.uncached).toBe(5);
});

test.each([
  [{ error: { message: "Overloaded", code: 429 } }, 429, "Overloaded"],
  [{ error: { message: "Broken" } }, 502, "Broken"],
  [{ error: { message: "Broken", code: { toString: 7 } } }, 502, "Broken"],
  [{ ...FINISHED, error: { code: "server_error", message: "Died" } }, 502, "Died"],
  ["<html>", 502, "The upstream sent an event that is not JSON."],
])("%j ends the stream as an error, and nothing follows", (chunk, status, message) => {
  const { events, isWhole } = read(BEGUN, delta({ content: "x" }), chunk, delta({ content: "y" }), "[DONE]");
  expect(isWhole).toBe(false);
  expect(events.at(-1)).toMatchObject({ type: "error", error: { status, message } });
  expect(events).toHaveLength(3);
});

test("nonsense in a chunk is passed over", () => {
  const { answer, isWhole } = read(
    "",
    "{}",
    { choices: "none" },
    { choices: [7, null, { index: "x", delta: 7, finish_reason: 9 }] },
    delta({ content: 7, tool_calls: [null, {}], reasoning_details: [7], annotations: "x", images: {} }),
    delta({ content: "x" }),
    FINISHED,
  );
  expect(isWhole).toBe(true);
  expect(answer?.choices[0]?.parts).toEqual([{ type: "text", text: "x" }]);
});
