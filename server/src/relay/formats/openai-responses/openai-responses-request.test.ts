import { describe, expect, test } from "bun:test";
import type { ResponseCreateParams } from "openai/resources/responses/responses";
import { FormatError } from "../chat/chat-error.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { decodeRequest } from "./openai-responses-request-decoder.ts";
import { encodeRequest } from "./openai-responses-request-encoder.ts";

const HELLO: ChatRequest = {
  model: "gpt-5.4",
  system: [],
  messages: [{ role: "user", parts: [{ type: "text", text: "Hello" }] }],
  stream: false,
  wantsUsage: true,
};

/** Every setting that has a word in the shared form. */
const SETTINGS = {
  model: "gpt-5.4",
  instructions: "You are a pirate.",
  input: "Hello",
  max_output_tokens: 100,
  temperature: 0.5,
  top_p: 0.9,
  include: ["message.output_text.logprobs"],
  text: {
    format: { type: "json_schema", name: "place", schema: { type: "object" }, strict: true },
    verbosity: "low",
  },
  reasoning: { effort: "high", summary: "auto" },
  parallel_tool_calls: false,
  stream: true,
  user: "u1",
  safety_identifier: "s1",
  metadata: { team: "a" },
  service_tier: "flex",
  store: false,
  previous_response_id: "resp_0",
  prompt_cache_key: "k1",
} satisfies ResponseCreateParams;

function refusalOf(body: unknown): string {
  try {
    decodeRequest(body);
  } catch (error) {
    if (error instanceof FormatError) return error.message;
    throw error;
  }
  return "none";
}

describe("a request", () => {
  test("of one text is one of a message with that text", () => {
    const message = { role: "user", content: [{ type: "input_text", text: "Hello" }] };
    expect(decodeRequest({ model: "gpt-5.4", input: "Hello" })).toEqual(HELLO);
    expect(decodeRequest({ model: "gpt-5.4", input: [message], stream: null })).toEqual(HELLO);
  });

  test("says every setting in the shared words", () => {
    const { messages: _messages, ...decoded } = decodeRequest({ ...SETTINGS, top_logprobs: 3 });
    expect(decoded).toEqual({
      model: "gpt-5.4",
      system: [{ type: "text", text: "You are a pirate." }],
      maxOutputTokens: 100,
      sampling: { temperature: 0.5, topP: 0.9, logprobs: true, topLogprobs: 3 },
      outputForm: { type: "schema", name: "place", schema: { type: "object" }, isStrict: true },
      verbosity: "low",
      reasoning: { effort: "high", summary: "auto" },
      parallelToolCalls: false,
      stream: true,
      wantsUsage: true,
      endUser: "u1",
      safetyIdentifier: "s1",
      metadata: { team: "a" },
      serviceTier: "flex",
      store: false,
      previousResponseId: "resp_0",
      promptCacheKey: "k1",
    });
  });

  test("is written as it was read, unknown fields included", () => {
    const body = {
      ...SETTINGS,
      top_logprobs: 3,
      include: ["reasoning.encrypted_content", "message.output_text.logprobs"],
      truncation: "auto",
      conversation: { id: "conv_1" },
      max_tool_calls: 5,
      reasoning: { effort: "high", summary: "auto", mode: "pro" },
      stream_options: { include_obfuscation: false },
    };
    const { body: written, losses } = encodeRequest(decodeRequest(body), { model: "gpt-5.4" });
    const input = [{ type: "message", role: "user", content: "Hello" }];
    expect(written).toEqual({ ...body, input });
    expect(losses).toEqual([]);
  });

  test("writes the model that it is told", () => {
    expect(encodeRequest(HELLO, { model: "mapped" }).body["model"]).toBe("mapped");
  });

  test("of the older name of a summary, and of no reasoning at all", () => {
    expect(decodeRequest({ ...SETTINGS, reasoning: { generate_summary: "concise" } }).reasoning).toEqual({
      summary: "concise",
    });
    const off = decodeRequest({ ...SETTINGS, reasoning: { effort: "none" } });
    expect(off.reasoning).toEqual({ mode: "off" });
    expect(encodeRequest(off, { model: "m" }).body["reasoning"]).toEqual({ effort: "none" });
  });

  test("tells what the dialect has no word for", () => {
    const { body, losses } = encodeRequest(
      {
        ...HELLO,
        choiceCount: 2,
        sampling: { stop: ["END"], topK: 3, temperature: 1 },
        reasoning: { mode: "on", budgetTokens: 9000, summary: "none" },
        outputForm: { type: "schema", schema: {} },
        extensions: { dialect: "anthropic", fields: { thread: {} } },
      },
      { model: "m" },
    );
    expect(body).toEqual({
      model: "m",
      input: [{ type: "message", role: "user", content: "Hello" }],
      temperature: 1,
      reasoning: { effort: "high" },
      text: { format: { type: "json_schema", name: "answer", schema: {} } },
    });
    expect(Object.fromEntries(losses.map(({ path, what }) => [path, what]))).toEqual({
      choiceCount: "left-out",
      "sampling.stop": "left-out",
      "sampling.topK": "left-out",
      "reasoning.mode": "left-out",
      "reasoning.budgetTokens": "changed",
      "reasoning.summary": "changed",
      "outputForm.name": "added",
      "extensions.fields.thread": "left-out",
    });
  });

  test("for a vendor that keeps nothing refers to nothing and asks for sealed thoughts", () => {
    const request = decodeRequest({
      ...SETTINGS,
      store: true,
      input: [
        { type: "message", role: "user", content: "Hello" },
        { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm" }] },
        { type: "item_reference", id: "msg_1" },
        { type: "reasoning", id: "rs_2", summary: [], encrypted_content: "gAAA" },
        { type: "message", role: "user", content: "And?" },
      ],
    });
    const { body, losses } = encodeRequest(request, { model: "m", openAiResponses: { stateless: true } });
    expect(body["store"]).toBe(false);
    expect(body["include"]).toEqual(["message.output_text.logprobs", "reasoning.encrypted_content"]);
    expect(body["previous_response_id"]).toBeUndefined();
    expect(body["input"]).toEqual([
      { type: "message", role: "user", content: "Hello" },
      { type: "reasoning", id: "rs_2", summary: [], encrypted_content: "gAAA" },
      { type: "message", role: "user", content: "And?" },
    ]);
    expect(losses.map(({ path }) => path)).toEqual([
      "messages[1].parts[0]",
      "messages[1].parts[1]",
      "store",
      "previousResponseId",
    ]);
  });

  test("that is wrong is refused with its place", () => {
    const item = (value: unknown) => ({ model: "m", input: [value] });
    const cases: readonly (readonly [unknown, string])[] = [
      [[], "body: it must be an object"],
      [{ input: "x" }, "model: it is required"],
      [{ model: "m" }, "input: it is required"],
      [{ model: "m", input: [] }, "input: it is required"],
      [{ model: "m", input: 3 }, "input: it must be a string or an array"],
      [
        { model: "m", input: "x", background: true },
        "background: answers in the background are not kept for this model",
      ],
      [{ model: "m", input: "x", temperature: "hot" }, "temperature: it must be a number"],
      [
        { model: "m", input: "x", text: { format: { type: "yaml" } } },
        "text.format.type: it must be one of text, json_object, json_schema",
      ],
      [
        { model: "m", input: "x", text: { format: { type: "json_schema" } } },
        "text.format.schema: it is required",
      ],
      [{ model: "m", input: "x", tools: [{ type: "function" }] }, "tools[0].name: it is required"],
      [
        { model: "m", input: "x", tool_choice: "sometimes" },
        "tool_choice: it must be one of auto, none, required",
      ],
      [item("x"), "input[0]: it must be an object"],
      [
        item({ type: "message", role: "robot" }),
        "input[0].role: it must be one of user, assistant, system, developer",
      ],
      [item({ role: "user", content: [{ type: "input_text" }] }), "input[0].content[0].text: it is required"],
      [
        item({ role: "user", content: [{ type: "input_image" }] }),
        "input[0].content[0].image_url: it needs image_url or file_id",
      ],
      [item({ role: "user", content: [{ type: "hologram" }] }), "input[0].content[0].type: it is not known"],
      [
        item({ role: "developer", content: [{ type: "input_image", file_id: "f" }] }),
        "input[0].content: instructions must be text",
      ],
      [
        item({ role: "assistant", content: [{ type: "output_text", text: 1 }] }),
        "input[0].content[0].text: it must be a string",
      ],
      [item({ type: "function_call", name: "f", arguments: "{}" }), "input[0].call_id: it is required"],
      [item({ type: "function_call_output", output: "x" }), "input[0].call_id: it is required"],
      [item({ type: "reasoning", summary: "x" }), "input[0].summary: it must be an array"],
      [item({ type: "input_text", text: "x" }), "input[0].type: it belongs into a message's content"],
      [item({}), "input[0].id: it is required"],
    ];
    for (const [body, message] of cases) expect(refusalOf(body)).toBe(message);
  });

  test("may go on from what its vendor keeps, without any input", () => {
    expect(decodeRequest({ model: "m", previous_response_id: "resp_1" }).messages).toEqual([]);
  });
});
