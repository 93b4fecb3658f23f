import { expect, test } from "bun:test";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import { openAiChatFormat } from "./openai-chat-format.ts";

/** Messages as they come back from the shared form, and what was lost. */
function roundTrip(messages: readonly object[], openAiChat: OpenAiChatTarget = {}, rest: object = {}) {
  const request = openAiChatFormat.decodeRequest({ model: "m", messages, ...rest });
  const { body, losses } = openAiChatFormat.encodeRequest(request, { model: "m", openAiChat });
  const again = openAiChatFormat.decodeRequest(body);
  return { request, body, again, lost: losses.map(({ path, what }) => `${what} ${path}`) };
}

/** Expects the messages to come back unchanged. */
function expectSame(messages: readonly object[], rest: object = {}) {
  const { request, body, again, lost } = roundTrip(messages, {}, rest);
  expect(lost).toEqual([]);
  expect(body["messages"]).toEqual(messages);
  expect(again).toEqual(request);
}

const ask = { role: "user", content: "Go." };

test("instructions before the first turn are the system's, later ones stay in their place", () => {
  const messages = [
    { role: "system", content: "Be kind." },
    { role: "developer", content: "Be brief." },
    ask,
    { role: "system", content: "Hurry." },
  ];
  expectSame(messages);
  const { request } = roundTrip(messages);
  expect(request.system).toEqual([
    { type: "text", text: "Be kind." },
    { type: "text", text: "Be brief.", authority: "developer" },
  ]);
  expect(request.messages[1]).toEqual({ role: "system", parts: [{ type: "text", text: "Hurry." }] });
});

test("an upstream that knows one role for instructions gets that", () => {
  const { body, lost } = roundTrip([{ role: "developer", content: "Be brief." }, ask], {
    instructionRole: "system",
  });
  expect(body["messages"]).toEqual([{ role: "system", content: "Be brief." }, ask]);
  expect(lost).toEqual(["changed system[0].authority"]);
});

test("pictures, sounds, films and documents come back", () => {
  expectSame([
    {
      role: "user",
      content: [
        { type: "text", text: "Look." },
        { type: "image_url", image_url: { url: "https://a.example/cat.png", detail: "low" } },
        { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
        { type: "input_audio", input_audio: { data: "aGk=", format: "mp3" } },
        { type: "video_url", video_url: { url: "https://a.example/film.mp4" } },
        { type: "file", file: { file_data: "data:application/pdf;base64,aGk=", filename: "a.pdf" } },
        { type: "file", file: { file_id: "file-1" } },
        { type: "text", text: "Cache.", prompt_cache_breakpoint: { mode: "explicit", ttl: "30m" } },
        { type: "hologram", hologram: { depth: 3 } },
      ],
    },
  ]);
});

test("Anthropic's marks for its cache become OpenAI's, and stay for vendors who take them", () => {
  const messages = [
    {
      role: "user",
      content: [{ type: "text", text: "Long.", cache_control: { type: "ephemeral", ttl: "1h" } }],
    },
  ];
  const openAi = roundTrip(messages);
  expect(openAi.body["messages"]).toMatchObject([
    { content: [{ prompt_cache_breakpoint: { mode: "explicit", ttl: "12h" } }] },
  ]);
  expect(openAi.lost).toEqual(["changed messages[0].parts[0].cache.ttlSeconds"]);
  expect(roundTrip(messages, { cacheHints: "cache_control" }).body["messages"]).toEqual(messages);
  expect(roundTrip(messages, { cacheHints: "none" }).lost).toEqual(["left-out messages[0].parts[0].cache"]);
});

test("parallel calls and their results are one turn each", () => {
  const call = (id: string) => ({
    id,
    type: "function",
    function: { name: "get", arguments: `{"id":"${id}"}` },
  });
  const messages = [
    ask,
    { role: "assistant", content: null, tool_calls: [call("a"), call("b")] },
    { role: "tool", tool_call_id: "a", content: "1" },
    { role: "tool", tool_call_id: "b", content: "2" },
  ];
  expectSame(messages);
  expect(roundTrip(messages).request.messages.map(({ role, parts }) => [role, parts.length])).toEqual([
    ["user", 1],
    ["assistant", 2],
    ["tool", 2],
  ]);
});

test("invalid arguments stay as the model wrote them", () => {
  expectSame([
    ask,
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "function", function: { name: "get", arguments: '{"x":' } }],
    },
    { role: "tool", tool_call_id: "a", content: "" },
  ]);
});

test("calls of custom tools take text", () => {
  const messages = [
    ask,
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "custom", custom: { name: "code", input: "print(1)" } }],
    },
    { role: "tool", tool_call_id: "a", content: "1" },
  ];
  expectSame(messages);
  expect(roundTrip(messages).request.messages[2]).toMatchObject({ parts: [{ isCustom: true }] });
});

test("the oldest dialect's calls get ids, and lose them on the way back", () => {
  const functions = [{ name: "get", parameters: { type: "object" } }];
  const messages = [
    ask,
    { role: "assistant", content: null, function_call: { name: "get", arguments: "{}" } },
    { role: "function", name: "get", content: "1" },
    { role: "assistant", content: null, function_call: { name: "get", arguments: "{}" } },
    { role: "function", name: "get", content: "2" },
  ];
  expectSame(messages, { functions, function_call: { name: "get" } });
  const { request, body } = roundTrip(messages, {}, { functions, function_call: "auto" });
  expect(body).toMatchObject({ functions, function_call: "auto" });
  expect(request.legacyFunctions).toBe(true);
  const ids = request.messages.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === "tool-call" ? [part.id] : part.type === "tool-result" ? [part.callId] : [],
    ),
  );
  expect(ids).toEqual(["call_legacy_0", "call_legacy_0", "call_legacy_1", "call_legacy_1"]);
});

test("an earlier answer's thoughts, refusal, sound and annotations come back", () => {
  expectSame([
    ask,
    {
      role: "assistant",
      content: "See Oslo.",
      reasoning_content: "Hm.",
      annotations: [
        {
          type: "url_citation",
          url_citation: { start_index: 4, end_index: 8, title: "Oslo", url: "https://a.example" },
        },
      ],
    },
    { role: "assistant", content: null, refusal: "No." },
    { role: "assistant", content: null, audio: { id: "audio_1" } },
  ]);
});

test("sealed thoughts come back with their origin, and `reasoning` is another word for them", () => {
  const details = [
    { type: "reasoning.text", text: "One.", signature: "s1", format: "anthropic-claude-v1", index: 0 },
    { type: "reasoning.encrypted", data: "e2", id: "r2", format: "openai-responses-v1", index: 1 },
  ];
  expectSame([
    ask,
    { role: "assistant", content: "Two.", reasoning_content: "One.", reasoning_details: details },
  ]);
  const { request } = roundTrip([ask, { role: "assistant", content: "x", reasoning: "Hm." }]);
  expect(request.messages[1]?.parts[0]).toEqual({ type: "reasoning", text: "Hm." });
});

test("thoughts go into the field that the upstream reads, or nowhere", () => {
  const messages = [ask, { role: "assistant", content: "x", reasoning_content: "Hm." }];
  expect(roundTrip(messages, { thoughts: "reasoning" }).body["messages"]).toEqual([
    ask,
    { role: "assistant", content: "x", reasoning: "Hm." },
  ]);
  const none = roundTrip(messages, { thoughts: "none" });
  expect(none.body["messages"]).toEqual([ask, { role: "assistant", content: "x" }]);
  expect(none.lost).toEqual(["left-out messages[1].parts[0]"]);
});

test("Gemini's signatures ride with their calls and texts", () => {
  const extra_content = { google: { thought_signature: "sig" } };
  expectSame([
    ask,
    {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "a", type: "function", function: { name: "get", arguments: "{}" }, extra_content }],
    },
    { role: "tool", tool_call_id: "a", content: "1" },
    { role: "assistant", content: "Done.", extra_content },
  ]);
});

test("a picture in a tool's result follows as the user's", () => {
  const image = { type: "image_url", image_url: { url: "https://a.example/cat.png" } };
  const { body, lost } = roundTrip([
    ask,
    { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "Here." }, image] },
  ]);
  expect(body["messages"]).toEqual([
    ask,
    { role: "tool", tool_call_id: "a", content: "Here." },
    { role: "user", content: [image] },
  ]);
  expect(lost).toEqual(["changed messages[1].parts[0].parts[1]"]);
});

test("an order that the dialect cannot keep is told", () => {
  const request = openAiChatFormat.decodeRequest({ model: "m", messages: [ask] });
  const { losses } = openAiChatFormat.encodeRequest(
    {
      ...request,
      messages: [
        {
          role: "assistant",
          parts: [
            { type: "tool-call", id: "a", name: "get", arguments: "{}" },
            { type: "text", text: "After." },
          ],
        },
      ],
    },
    { model: "m" },
  );
  expect(losses.map(({ path, what }) => [path, what])).toEqual([["messages[0].parts", "changed"]]);
});
