import { expect, test } from "bun:test";
import { FormatError } from "../chat/chat-error.ts";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import { openAiChatFormat } from "./openai-chat-format.ts";

/*
 * Requests as OpenAI's SDK types them (openai 7.55.0, resources/chat/completions) and as the API reference shows them:
 * https://platform.openai.com/docs/api-reference/chat/create.
 */

const hello = [{ role: "user", content: "Hello!" }];

function decode(rest: object) {
  return openAiChatFormat.decodeRequest({ model: "gpt-5.1", messages: hello, ...rest });
}

/** The body for an upstream, and what was lost. */
function encode(rest: object, openAiChat: OpenAiChatTarget = {}) {
  const { body, losses } = openAiChatFormat.encodeRequest(decode(rest), { model: "gpt-5.1", openAiChat });
  return { body, lost: losses.map(({ path, what }) => `${what} ${path}`) };
}

const WHOLE = {
  model: "gpt-5.1",
  messages: [
    { role: "developer", content: "You are a helpful assistant." },
    { role: "user", content: "Hello!", name: "ada" },
  ],
  tools: [
    {
      type: "function",
      function: {
        name: "get_weather",
        description: "The weather",
        parameters: { type: "object", properties: {} },
        strict: true,
      },
    },
    { type: "custom", custom: { name: "code", format: { type: "text" } } },
    { type: "web_search", web_search: { enable: true } },
  ],
  tool_choice: "auto",
  parallel_tool_calls: false,
  response_format: {
    type: "json_schema",
    json_schema: { name: "place", description: "A place", schema: { type: "object" }, strict: true },
  },
  max_completion_tokens: 100,
  temperature: 1,
  top_p: 0.5,
  seed: 7,
  frequency_penalty: 0.1,
  presence_penalty: 0.2,
  logit_bias: { "50256": -100 },
  logprobs: true,
  top_logprobs: 2,
  stop: ["END"],
  reasoning_effort: "low",
  n: 2,
  stream: true,
  stream_options: { include_usage: true, include_obfuscation: false },
  verbosity: "low",
  modalities: ["text", "audio"],
  audio: { format: "mp3", voice: "alloy" },
  user: "user-1",
  safety_identifier: "safe-1",
  metadata: { topic: "demo" },
  service_tier: "flex",
  store: true,
  prompt_cache_key: "key-1",
  prompt_cache_retention: "24h",
  prediction: { type: "content", content: "Hello" },
  vendor_field: { deep: [1] },
};

test("every field of a request comes back, unknown ones too", () => {
  const request = openAiChatFormat.decodeRequest(WHOLE);
  const { body, losses } = openAiChatFormat.encodeRequest(request, { model: "gpt-5.1" });
  expect(losses).toEqual([]);
  expect(body).toEqual(WHOLE);
  expect(openAiChatFormat.decodeRequest(body)).toEqual(request);
});

test("unknown fields are kept as the dialect's own", () => {
  expect(decode({ prediction: { type: "content" }, stream_options: { x: 1 } }).extensions).toEqual({
    dialect: "openai-chat",
    fields: { prediction: { type: "content" }, stream_options: { x: 1 } },
  });
  expect(decode({}).extensions).toBeUndefined();
});

test("two spellings of one meaning are one request", () => {
  const plain = decode({ max_completion_tokens: 9, stop: ["x"] });
  expect(decode({ max_tokens: 9, stop: "x", n: 1, temperature: null, tools: [] })).toEqual(plain);
  expect(decode({ messages: [{ role: "user", content: [{ type: "text", text: "Hello!" }] }] })).toEqual(
    decode({}),
  );
});

test("max_completion_tokens is the newer word where both are said", () => {
  expect(decode({ max_tokens: 1, max_completion_tokens: 2 }).maxOutputTokens).toBe(2);
  expect(encode({ max_tokens: 5 }).body).toMatchObject({ max_completion_tokens: 5 });
  expect(encode({ max_tokens: 5 }, { maxTokensField: "max_tokens" }).body).toMatchObject({ max_tokens: 5 });
});

test("usage in a stream is a wish, elsewhere it is a matter of course", () => {
  expect(decode({}).wantsUsage).toBe(true);
  expect(decode({ stream: true }).wantsUsage).toBe(false);
  expect(decode({ stream: true, stream_options: { include_usage: true } }).wantsUsage).toBe(true);
  expect(encode({ stream: true }).body["stream_options"]).toBeUndefined();
});

test("what OpenAI alone has no word for is left to vendors who have", () => {
  expect(encode({ top_k: 4, min_p: 0.1, repetition_penalty: 1.1 }).body).toMatchObject({
    top_k: 4,
    min_p: 0.1,
    repetition_penalty: 1.1,
  });
  const strict = encode({ top_k: 4 }, { extraSampling: false });
  expect(strict.body["top_k"]).toBeUndefined();
  expect(strict.lost).toEqual(["left-out sampling.topK"]);
});

test("a schema becomes plain JSON where schemas are unknown", () => {
  const response_format = { type: "json_schema", json_schema: { name: "a", schema: {} } };
  const { body, lost } = encode({ response_format }, { jsonSchema: false });
  expect(body["response_format"]).toEqual({ type: "json_object" });
  expect(lost).toEqual(["changed outputForm"]);
});

test("a form of output that only some vendor knows passes as it is", () => {
  const response_format = { type: "grammar", grammar: "root ::= 'a'" };
  expect(encode({ response_format })).toEqual({
    body: { model: "gpt-5.1", messages: hello, response_format },
    lost: [],
  });
});

test("a schema without a name gets one, for OpenAI demands it", () => {
  const request = { ...decode({}), outputForm: { type: "schema" as const, schema: {} } };
  const { body, losses } = openAiChatFormat.encodeRequest(request, { model: "m" });
  expect(body["response_format"]).toEqual({
    type: "json_schema",
    json_schema: { name: "answer", schema: {} },
  });
  expect(losses.map(({ path, what }) => [path, what])).toEqual([["outputForm.name", "added"]]);
});

test("there is no choice where there are no tools", () => {
  const { body, lost } = encode({ tool_choice: "none", parallel_tool_calls: false });
  expect(body).toEqual({ model: "gpt-5.1", messages: hello });
  expect(lost).toEqual(["left-out toolChoice", "left-out parallelToolCalls"]);
});

test("a name that every object has is no word of the dialect", () => {
  const part = { type: "constructor", text: "x" };
  const request = decode({ messages: [{ role: "user", content: [part] }] });
  expect(request.messages[0]?.parts).toEqual([{ type: "vendor", dialect: "openai-chat", raw: part }]);
});

test("a voice of the client's own is kept", () => {
  expect(encode({ audio: { format: "wav", voice: { id: "v1" } } }).body["audio"]).toEqual({
    format: "wav",
    voice: { id: "v1" },
  });
});

test("a field that the dialect has no word for is told", () => {
  const request = { ...decode({}), previousResponseId: "resp_1" };
  const { losses } = openAiChatFormat.encodeRequest(request, { model: "m" });
  expect(losses.map(({ path, what }) => [path, what])).toEqual([["previousResponseId", "left-out"]]);
});

test.each([
  [null, "body"],
  [[], "body"],
  [{ messages: hello }, "model"],
  [{ model: 7, messages: hello }, "model"],
  [{ model: "m" }, "messages"],
  [{ model: "m", messages: [] }, "messages"],
  [{ model: "m", messages: "Hello" }, "messages"],
  [{ model: "m", messages: [7] }, "messages[0]"],
  [{ model: "m", messages: [{ content: "x" }] }, "messages[0].role"],
  [{ model: "m", messages: [{ role: "king", content: "x" }] }, "messages[0].role"],
  [{ model: "m", messages: [{ role: "user", content: 7 }] }, "messages[0].content"],
  [{ model: "m", messages: [{ role: "user", content: [{}] }] }, "messages[0].content[0].type"],
  [
    { model: "m", messages: [{ role: "user", content: [{ type: "image_url" }] }] },
    "messages[0].content[0].image_url",
  ],
  [
    { model: "m", messages: [{ role: "user", content: [{ type: "image_url", image_url: {} }] }] },
    "messages[0].content[0].image_url.url",
  ],
  [{ model: "m", messages: [{ role: "tool", content: "x" }] }, "messages[0].tool_call_id"],
  [
    { model: "m", messages: [{ role: "assistant", tool_calls: [{ id: "a", function: {} }] }] },
    "messages[0].tool_calls[0].function.name",
  ],
  [{ model: "m", messages: hello, temperature: "hot" }, "temperature"],
  [{ model: "m", messages: hello, max_tokens: -1 }, "max_tokens"],
  [{ model: "m", messages: hello, max_completion_tokens: 1.5 }, "max_completion_tokens"],
  [{ model: "m", messages: hello, n: 0 }, "n"],
  [{ model: "m", messages: hello, stream: "yes" }, "stream"],
  [{ model: "m", messages: hello, stream_options: [] }, "stream_options"],
  [{ model: "m", messages: hello, stop: [1] }, "stop[0]"],
  [{ model: "m", messages: hello, logit_bias: { a: "b" } }, "logit_bias.a"],
  [{ model: "m", messages: hello, modalities: ["smell"] }, "modalities[0]"],
  [{ model: "m", messages: hello, response_format: {} }, "response_format.type"],
  [{ model: "m", messages: hello, response_format: { type: "json_schema" } }, "response_format.json_schema"],
  [{ model: "m", messages: hello, tools: [{ type: "function" }] }, "tools[0].function"],
  [{ model: "m", messages: hello, tools: [{ type: "function", function: {} }] }, "tools[0].function.name"],
  [{ model: "m", messages: hello, tool_choice: "perhaps" }, "tool_choice"],
  [{ model: "m", messages: hello, tool_choice: { type: "function" } }, "tool_choice.function"],
  [{ model: "m", messages: hello, function_call: "required" }, "function_call"],
  [{ model: "m", messages: hello, reasoning_effort: 7 }, "reasoning_effort"],
  [{ model: "m", messages: hello, thinking: { type: "maybe" } }, "thinking.type"],
] as const)("a wrong body is refused with its place: %#", (body, path) => {
  let found: unknown;
  try {
    openAiChatFormat.decodeRequest(body);
  } catch (error) {
    found = error;
  }
  expect(found).toBeInstanceOf(FormatError);
  expect(Object(found).path).toBe(path);
});
