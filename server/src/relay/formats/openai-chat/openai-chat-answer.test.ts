import { expect, test } from "bun:test";
import { FormatError } from "../chat/chat-error.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import type { DecodeContext } from "../chat/chat-format.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import { openAiChatFormat } from "./openai-chat-format.ts";

/*
 * Answers as the API reference shows them (https://platform.openai.com/docs/api-reference/chat/object), typed by the SDK
 * (openai 7.55.0), and those of vendors with words of their own.
 */

const request = openAiChatFormat.decodeRequest({ model: "m", messages: [{ role: "user", content: "Hi" }] });
const context = { requestId: "R1", createdAtSeconds: 5, model: "m", request };

function decode(body: unknown, of: DecodeContext = context): ChatAnswer {
  return openAiChatFormat.decodeAnswer(body, of);
}

/** An answer with this message, as a vendor writes it. */
function withMessage(message: object, finish_reason: string | null = "stop", choice: object = {}) {
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_741_569_952,
    model: "gpt-5.1",
    choices: [
      {
        index: 0,
        message: { role: "assistant", refusal: null, ...message },
        logprobs: null,
        finish_reason,
        ...choice,
      },
    ],
  };
}

function partsOf(message: object): readonly AssistantPart[] | undefined {
  return decode(withMessage(message)).choices[0]?.parts;
}

/** Expects the wire to be what it was after a way through the shared form. */
function expectSame(body: object) {
  const { body: written, losses } = openAiChatFormat.encodeAnswer(decode(body), context);
  expect(losses).toEqual([]);
  expect(written).toEqual({ ...body });
}

const USAGE = {
  prompt_tokens: 19,
  completion_tokens: 10,
  total_tokens: 29,
  prompt_tokens_details: { cached_tokens: 4, audio_tokens: 0 },
  completion_tokens_details: {
    reasoning_tokens: 3,
    audio_tokens: 0,
    accepted_prediction_tokens: 0,
    rejected_prediction_tokens: 0,
  },
};

test("the documented answer comes back", () => {
  expectSame({
    ...withMessage({ content: "Hello! How can I assist you today?" }),
    usage: USAGE,
    service_tier: "default",
    system_fingerprint: "fp_1",
  });
});

test("the documented answer is read", () => {
  const body = { ...withMessage({ content: "Hello!", annotations: [] }), usage: USAGE };
  expect(decode(body)).toEqual({
    id: "chatcmpl-1",
    createdAtSeconds: 1_741_569_952,
    model: "gpt-5.1",
    choices: [{ index: 0, parts: [{ type: "text", text: "Hello!" }], finish: { reason: "stop" } }],
    usage: {
      requests: 1,
      source: "upstream",
      input: { uncached: 15, cacheRead: 4, cacheWrite5m: 0, cacheWrite1h: 0, audio: 0, image: 0 },
      output: { text: 7, reasoning: 3, audio: 0, image: 0 },
    },
    rawUsage: USAGE,
  });
});

test("calls, their signatures and unknown fields come back", () => {
  expectSame(
    withMessage(
      {
        content: null,
        tool_calls: [
          {
            id: "call_1",
            type: "function",
            function: { name: "get", arguments: "{}" },
            extra_content: { google: { thought_signature: "sig" } },
          },
          { id: "call_2", type: "custom", custom: { name: "code", input: "1" }, confidence: 0.5 },
        ],
      },
      "tool_calls",
    ),
  );
});

test("logprobs come back token by token", () => {
  const logprobs = {
    content: [
      {
        token: "Hi",
        logprob: -0.3,
        bytes: [72, 105],
        top_logprobs: [{ token: "Hi", logprob: -0.3, bytes: null }],
      },
    ],
    refusal: null,
  };
  expectSame(withMessage({ content: "Hi" }, "stop", { logprobs }));
});

test("several answers keep their numbers", () => {
  const [choice] = withMessage({ content: "One" }).choices;
  const body = { ...withMessage({}), choices: [choice, { ...choice, index: 1 }] };
  expectSame(body);
  expect(decode(body).choices.map(({ index }) => index)).toEqual([0, 1]);
});

test("a spoken answer comes back in the form that was asked for", () => {
  const audio = { id: "audio_1", data: "aGk=", transcript: "Hi", expires_at: 1_741_570_000 };
  expectSame(withMessage({ content: null, audio }));
  const asked = { ...request, audioOutput: { format: "mp3" } };
  const [choice] = decode(withMessage({ content: null, audio }), { ...context, request: asked }).choices;
  expect(choice?.parts).toMatchObject([{ type: "audio", source: { mediaType: "audio/mpeg" } }]);
});

test("a refusal is told by its part, whatever the word", () => {
  const body = withMessage({ content: null, refusal: "No." });
  expectSame(body);
  expect(decode(body).choices[0]).toMatchObject({
    parts: [{ type: "refusal", text: "No." }],
    finish: { reason: "refusal" },
  });
});

test("thoughts of all vendors are read", () => {
  expect(partsOf({ content: "x", reasoning_content: "Hm." })?.[0]).toEqual({
    type: "reasoning",
    text: "Hm.",
  });
  expect(partsOf({ content: "x", reasoning: "Hm." })?.[0]).toEqual({ type: "reasoning", text: "Hm." });
  const details = [
    { type: "reasoning.text", text: "Hm.", signature: "s", format: "anthropic-claude-v1", index: 0 },
  ];
  expect(partsOf({ content: "x", reasoning: "Hm.", reasoning_details: details })).toEqual([
    { type: "reasoning", text: "Hm.", signature: { origin: "anthropic", data: "s" } },
    { type: "text", text: "x" },
  ]);
  const thinking = [
    { type: "thinking", thinking: [{ type: "text", text: "Hm." }] },
    { type: "text", text: "x" },
  ];
  expect(partsOf({ content: thinking })).toEqual([
    { type: "reasoning", text: "Hm." },
    { type: "text", text: "x" },
  ]);
});

test("pictures of the model's come back", () => {
  expectSame(
    withMessage({
      content: "Here.",
      images: [{ type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } }],
    }),
  );
});

test("citations count from the beginning of the text", () => {
  const url_citation = { start_index: 2, end_index: 4, title: "T", url: "https://a.example" };
  expectSame(withMessage({ content: "See it.", annotations: [{ type: "url_citation", url_citation }] }));
});

test("the oldest dialect's call gets an id, and a client of that dialect gets it without", () => {
  const body = withMessage(
    { content: null, function_call: { name: "get", arguments: "{}" } },
    "function_call",
  );
  const answer = decode(body);
  expect(answer.choices[0]).toMatchObject({
    parts: [{ type: "tool-call", id: "call_R1_0", name: "get" }],
    finish: { reason: "tool-calls" },
  });
  const legacy = { ...context, request: { ...request, legacyFunctions: true } };
  const { body: written, losses } = openAiChatFormat.encodeAnswer(answer, legacy);
  expect(written).toEqual(body);
  expect(losses.map(({ path }) => path)).toEqual(["choices[0].parts[0].id"]);
});

test("whatever is missing is filled in or left out", () => {
  expect(decode({ choices: [{ message: { content: "x" } }] })).toEqual({
    id: "R1",
    createdAtSeconds: 5,
    model: "m",
    choices: [{ index: 0, parts: [{ type: "text", text: "x" }], finish: { reason: "other" } }],
  });
  expect(decode({ choices: [{}] }).choices).toEqual([{ index: 0, parts: [], finish: { reason: "other" } }]);
  const calls = [{ function: { name: "get", arguments: { a: 1 } } }];
  expect(decode(withMessage({ content: null, tool_calls: calls })).choices[0]).toMatchObject({
    parts: [{ id: "call_R1_0", name: "get", arguments: '{"a":1}' }],
    finish: { reason: "tool-calls" },
  });
});

test("unknown fields are kept, and told to no other dialect", () => {
  const body = { ...withMessage({ content: "x", mood: "good" }, "stop", { stop_reason: 7 }), provider: "P" };
  expectSame(body);
  const foreign: ChatAnswer = { ...decode(body), extensions: { dialect: "gemini", fields: { a: 1 } } };
  const { body: written, losses } = openAiChatFormat.encodeAnswer(foreign, context);
  expect(written["a"]).toBeUndefined();
  expect(losses.map(({ path, what }) => [path, what])).toEqual([["extensions.fields.a", "left-out"]]);
});

test.each([undefined, null, "busy", {}, { choices: [] }, { choices: null }, { error: { message: "no" } }])(
  "%j is no answer",
  (body) => {
    expect(() => decode(body)).toThrow(FormatError);
  },
);

test.each([
  ["length", "length", "length"],
  ["content_filter", "content-filter", "content_filter"],
  ["model_length", "length", "model_length"],
  ["sensitive", "content-filter", "sensitive"],
  ["insufficient_system_resource", "error", "insufficient_system_resource"],
  ["error", "error", "error"],
  ["surprise", "other", "surprise"],
  [null, "other", "stop"],
] as const)("the vendor's word %p means %p and is told as %p", (word, reason, told) => {
  const answer = decode(withMessage({ content: "x" }, word));
  expect(answer.choices[0]?.finish.reason).toBe(reason);
  const { body } = openAiChatFormat.encodeAnswer(answer, context);
  expect(body).toMatchObject({ choices: [{ finish_reason: told }] });
});

test("another dialect's word for the end is not repeated, but its meaning is", () => {
  const answer = decode(withMessage({ content: "x" }));
  const [choice] = answer.choices;
  if (choice === undefined) throw new Error("no choice");
  const { body, losses } = openAiChatFormat.encodeAnswer(
    { ...answer, choices: [{ ...choice, finish: { reason: "content-filter", raw: "PROHIBITED_CONTENT" } }] },
    context,
  );
  expect(body).toMatchObject({ choices: [{ finish_reason: "content_filter" }] });
  expect(losses.map(({ path }) => path)).toEqual(["choices[0].finish.raw"]);
});

test("an answer with nothing in it is an empty text", () => {
  const { body } = openAiChatFormat.encodeAnswer({ ...decode(withMessage({ content: "" })) }, context);
  expect(body).toMatchObject({ choices: [{ message: { content: "", refusal: null } }] });
});

test("ids of other dialects become ids of this one", () => {
  const answer = { ...decode(withMessage({ content: "x" })), id: "msg_abc" };
  expect(openAiChatFormat.encodeAnswer(answer, context).body["id"]).toBe("chatcmpl-abc");
});
