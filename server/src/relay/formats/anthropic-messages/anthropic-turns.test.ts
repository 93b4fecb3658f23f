import { expect, test } from "bun:test";
import type { AssistantPart } from "../chat/chat-part.ts";
import type { ChatMessage, ChatRequest } from "../chat/chat-request.ts";
import type { AnthropicTarget } from "../chat/chat-target.ts";
import { encodeAnthropicRequest } from "./anthropic-request-encoder.ts";

const text = (words: string) => ({ type: "text" as const, text: words });
const says = (role: "user" | "assistant" | "system", words: string): ChatMessage => ({
  role,
  parts: [text(words)],
});

function encode(messages: readonly ChatMessage[], anthropic: AnthropicTarget = {}) {
  const request: ChatRequest = {
    model: "m",
    system: [],
    messages,
    maxOutputTokens: 100,
    stream: false,
    wantsUsage: true,
  };
  const { body, losses } = encodeAnthropicRequest(request, { model: "claude", anthropic });
  return { turns: body["messages"], losses: losses.map(({ what, path }) => `${what} ${path}`) };
}

const call = (id: string, more: object = {}): AssistantPart => ({
  type: "tool-call",
  id,
  name: "weather",
  arguments: "{}",
  ...more,
});
const result = (callId: string): ChatMessage => ({
  role: "tool",
  parts: [{ type: "tool-result", callId, parts: [text("fine")] }],
});

test("neighbours of one role are one turn", () => {
  expect(
    encode([
      says("user", "a"),
      says("user", "b"),
      says("assistant", "c"),
      says("assistant", "d"),
      says("user", "e"),
    ]),
  ).toEqual({
    turns: [
      { role: "user", content: [text("a"), text("b")] },
      { role: "assistant", content: [text("c"), text("d")] },
      { role: "user", content: "e" },
    ],
    losses: ["changed messages[0]", "changed messages[1]", "changed messages[2]", "changed messages[3]"],
  });
});

test("results stand first in their turn, and what the user says after them is no change", () => {
  const asked: ChatMessage = { role: "assistant", parts: [call("1")] };
  const block = { type: "tool_result", tool_use_id: "1", content: "fine" };
  expect(encode([says("user", "a"), asked, result("1"), says("user", "b")])).toMatchObject({
    turns: [{}, {}, { role: "user", content: [block, text("b")] }],
    losses: [],
  });
  expect(encode([says("user", "a"), asked, says("user", "b"), result("1")])).toMatchObject({
    turns: [{}, {}, { role: "user", content: [block, text("b")] }],
    losses: ["changed messages[2]", "changed messages[3]"],
  });
});

test("instructions between turns are marked and the user's, or stay where newer models take them", () => {
  const messages = [says("user", "a"), says("assistant", "b"), says("system", "Be kind."), says("user", "c")];
  expect(encode(messages)).toEqual({
    turns: [
      { role: "user", content: "a" },
      { role: "assistant", content: "b" },
      { role: "user", content: [text("<system>\nBe kind.\n</system>"), text("c")] },
    ],
    losses: ["changed messages[2]", "changed messages[3]"],
  });
  const newer = { laterInstructions: "system" } as const;
  expect(encode(messages, newer)).toEqual(encode(messages));
  expect(
    encode([says("user", "a"), says("system", "Be kind."), says("assistant", "b")], newer),
  ).toMatchObject({
    turns: [{ role: "user" }, { role: "system", content: "Be kind." }, { role: "assistant" }],
    losses: [],
  });
});

test("the user speaks first, even when nobody else does", () => {
  expect(encode([says("assistant", "Hello!"), says("user", "a")])).toMatchObject({
    turns: [{ role: "user", content: "." }, { role: "assistant" }, { role: "user" }],
    losses: ["added messages[0]"],
  });
  expect(encode([])).toEqual({ turns: [{ role: "user", content: "." }], losses: ["added messages[0]"] });
});

test("empty turns and texts without words are left out", () => {
  expect(
    encode([
      says("user", "a"),
      { role: "assistant", parts: [] },
      { role: "user", parts: [text(" "), text("b")] },
    ]),
  ).toEqual({
    turns: [{ role: "user", content: [text("a"), text("b")] }],
    losses: [
      "left-out messages[1]",
      "left-out messages[2].parts[0]",
      "changed messages[0]",
      "changed messages[2]",
    ],
  });
});

test("the beginning of an answer does not end in white space", () => {
  expect(encode([says("user", "a"), says("assistant", "The answer is ")])).toMatchObject({
    turns: [{}, { role: "assistant", content: "The answer is" }],
    losses: ["changed messages[1].parts"],
  });
});

test("ids of calls and results are written alike, and different ones stay different", () => {
  const messages: ChatMessage[] = [
    says("user", "a"),
    {
      role: "assistant",
      parts: [call("functions.weather:0"), call("functions.weather_0"), call("functions_weather_0")],
    },
    result("functions.weather:0"),
  ];
  expect(encode(messages).turns).toMatchObject([
    {},
    {
      content: [
        { id: "functions_weather_0" },
        { id: "functions_weather_0_2" },
        { id: "functions_weather_0_3" },
      ],
    },
    { content: [{ tool_use_id: "functions_weather_0" }] },
  ]);
});

test("arguments that are no object are wrapped, those of custom tools are a text", () => {
  const parts = [
    call("1", { arguments: '{"place": "Pa' }),
    call("2", { arguments: "*** patch", isCustom: true }),
    call("3", { arguments: "" }),
  ];
  expect(encode([says("user", "a"), { role: "assistant", parts }])).toMatchObject({
    turns: [
      {},
      {
        content: [
          { input: { INVALID_JSON: '{"place": "Pa' } },
          { input: { input: "*** patch" } },
          { input: {} },
        ],
      },
    ],
    losses: ["changed messages[1].parts[0].arguments", "changed messages[1].parts[1].isCustom"],
  });
});

test("only thoughts that Anthropic signed go back to it", () => {
  const parts: AssistantPart[] = [
    { type: "reasoning", text: "own", signature: { origin: "anthropic", data: "sig" } },
    { type: "reasoning", text: "", encrypted: { origin: "anthropic", data: "data" } },
    { type: "reasoning", text: "theirs", signature: { origin: "gemini", data: "g" } },
    { type: "reasoning", text: "", encrypted: { origin: "openai", data: "o" } },
    { type: "reasoning", text: "nobody's" },
    text("b"),
  ];
  expect(encode([says("user", "a"), { role: "assistant", parts }])).toMatchObject({
    turns: [
      {},
      {
        content: [
          { type: "thinking", thinking: "own", signature: "sig" },
          { type: "redacted_thinking", data: "data" },
          { type: "text" },
        ],
      },
    ],
    losses: [
      "left-out messages[1].parts[2].signature",
      "left-out messages[1].parts[2]",
      "left-out messages[1].parts[3].encrypted",
      "left-out messages[1].parts[3]",
      "left-out messages[1].parts[4]",
    ],
  });
  expect(
    encode([says("user", "a"), { role: "assistant", parts: parts.slice(4) }], { unsignedThoughts: true }),
  ).toMatchObject({
    turns: [{}, { content: [{ type: "thinking", thinking: "nobody's", signature: "" }, { type: "text" }] }],
    losses: [],
  });
});

test("sounds are left out but for what was said, refusals are texts, others' parts are told", () => {
  const source = { kind: "inline", mediaType: "audio/wav", base64: "UklGRg" } as const;
  const messages: ChatMessage[] = [
    { role: "user", parts: [{ type: "audio", source }, { type: "video", source }, text("a")] },
    {
      role: "assistant",
      parts: [
        { type: "audio", id: "audio_1", transcript: "Hello" },
        { type: "refusal", text: "No." },
        { type: "vendor", dialect: "gemini", raw: { executableCode: {} } },
      ],
    },
    says("user", "b"),
  ];
  expect(encode(messages)).toEqual({
    turns: [
      { role: "user", content: "a" },
      { role: "assistant", content: [text("Hello"), text("No.")] },
      { role: "user", content: "b" },
    ],
    losses: [
      "left-out messages[0].parts[0]",
      "left-out messages[0].parts[1]",
      "changed messages[1].parts[0]",
      "changed messages[1].parts[1]",
      "left-out messages[1].parts[2]",
    ],
  });
});

test("texts of every kind go as plain text, media by reference without their type", () => {
  const csv = { kind: "inline", mediaType: "text/csv", base64: btoa("a,b") } as const;
  const picture = { kind: "url", url: "https://example.com/a.png", mediaType: "image/png" } as const;
  const parts = [
    { type: "file" as const, source: csv, filename: "a.csv" },
    { type: "image" as const, source: picture, detail: "high" as const },
  ];
  expect(encode([{ role: "user", parts }])).toEqual({
    turns: [
      {
        role: "user",
        content: [
          {
            type: "document",
            source: { type: "text", media_type: "text/plain", data: "a,b" },
            title: "a.csv",
          },
          { type: "image", source: { type: "url", url: "https://example.com/a.png" } },
        ],
      },
    ],
    losses: [
      "changed messages[0].parts[0].source.mediaType",
      "left-out messages[0].parts[1].detail",
      "left-out messages[0].parts[1].source.mediaType",
    ],
  });
});
