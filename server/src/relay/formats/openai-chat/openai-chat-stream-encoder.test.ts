import { expect, test } from "bun:test";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { usageOf } from "../../../pricing/usage.ts";
import { openAiChatFormat } from "./openai-chat-format.ts";

const request: ChatRequest = { model: "m", system: [], messages: [], stream: true, wantsUsage: false };
const START: ChatEvent = { type: "start", id: "msg_1", createdAtSeconds: 5, model: "claude" };
const FINISH: ChatEvent = { type: "finish", choice: 0, finish: { reason: "stop" } };

function encoderFor(rest: Partial<ChatRequest> = {}) {
  const context = { requestId: "R1", createdAtSeconds: 5, request: { ...request, ...rest } };
  return openAiChatFormat.createStreamEncoder(context);
}

function text(piece: string, block = 0): ChatEvent {
  return { type: "text-delta", choice: 0, block, text: piece };
}

/** What a client sees: the data of each event. */
function seen(wire: string): unknown[] {
  return wire
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => (event === "data: [DONE]" ? "[DONE]" : JSON.parse(event.slice("data: ".length))));
}

/** The deltas that come of the events, without those of the start and the end. */
function deltasOf(events: readonly ChatEvent[], rest: Partial<ChatRequest> = {}): unknown[] {
  const encoder = encoderFor(rest);
  encoder.push(START);
  const wire = events.map((event) => encoder.push(event)).join("");
  return seen(wire).map((chunk) => Object(chunk).choices[0].delta);
}

test("the first chunk goes out with the start", () => {
  expect(seen(encoderFor().push(START))).toEqual([
    {
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 5,
      model: "claude",
      choices: [
        {
          index: 0,
          delta: { role: "assistant", refusal: null },
          logprobs: null,
          finish_reason: null,
        },
      ],
    },
  ]);
});

test("finish, usage and the closing mark wait for the end", () => {
  const encoder = encoderFor({ wantsUsage: true });
  const usage = usageOf({ input: { uncached: 3 }, output: { text: 2 } });
  const before = [START, text("Hi"), FINISH, { type: "usage", usage, raw: {} } as const].map((event) =>
    encoder.push(event),
  );
  expect(before.slice(2)).toEqual(["", ""]);
  expect(seen(before.join("")).map((chunk) => Object(chunk).usage)).toEqual([null, null]);
  expect(seen(encoder.end())).toMatchObject([
    { choices: [{ delta: {}, finish_reason: "stop" }], usage: null },
    { choices: [], usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 } },
    "[DONE]",
  ]);
  expect(encoder.end()).toBe("");
});

test("usage is told only to clients who wish it", () => {
  const encoder = encoderFor();
  encoder.push(START);
  encoder.push({ type: "usage", usage: usageOf({ input: { uncached: 3 } }), raw: {} });
  const end = seen(encoder.end());
  expect(end).toHaveLength(2);
  expect(Object(end[0])).not.toHaveProperty("usage");
});

test("a broken answer ends in an error and has no closing mark", () => {
  const encoder = encoderFor();
  encoder.push(START);
  encoder.push(text("Hi"));
  const error = {
    kind: "upstream",
    status: 502,
    code: "upstream.truncated",
    message: "It broke off.",
  } as const;
  expect(encoder.push({ type: "error", error })).toBe("");
  expect(seen(encoder.fail(error, "R1"))).toEqual([
    {
      error: {
        message: "It broke off. (request id: R1)",
        type: "upstream_error",
        param: null,
        code: "upstream_truncated",
      },
    },
  ]);
  expect(encoder.end()).toBe("");
});

test("calls are numbered in the order of their beginning", () => {
  const start = (block: number): ChatEvent => ({
    type: "tool-call-start",
    choice: 0,
    block,
    id: `call_${block}`,
    name: "f",
  });
  const piece = (block: number): ChatEvent => ({
    type: "tool-call-delta",
    choice: 0,
    block,
    arguments: "{}",
  });
  expect(deltasOf([start(3), start(5), piece(3), piece(5)])).toEqual([
    { tool_calls: [{ index: 0, id: "call_3", type: "function", function: { name: "f", arguments: "" } }] },
    { tool_calls: [{ index: 1, id: "call_5", type: "function", function: { name: "f", arguments: "" } }] },
    { tool_calls: [{ index: 0, function: { arguments: "{}" } }] },
    { tool_calls: [{ index: 1, function: { arguments: "{}" } }] },
  ]);
});

test("a client of the oldest dialect gets one call without an id", () => {
  const encoder = encoderFor({ legacyFunctions: true });
  const wire = [
    encoder.push(START),
    encoder.push({ type: "tool-call-start", choice: 0, block: 0, id: "a", name: "f" }),
    encoder.push({ type: "tool-call-delta", choice: 0, block: 0, arguments: "{}" }),
    encoder.push({ type: "tool-call-start", choice: 0, block: 1, id: "b", name: "g" }),
    encoder.push({ type: "finish", choice: 0, finish: { reason: "tool-calls" } }),
    encoder.end(),
  ].join("");
  expect(seen(wire).slice(1, 4)).toMatchObject([
    { choices: [{ delta: { function_call: { name: "f", arguments: "" } } }] },
    { choices: [{ delta: { function_call: { arguments: "{}" } } }] },
    { choices: [{ finish_reason: "function_call" }] },
  ]);
  expect(encoder.losses().map(({ path, what }) => [path, what])).toEqual([
    ["choices[0].parts[0].id", "changed"],
    ["choices[0].parts[1]", "left-out"],
  ]);
});

test("annotations wait until their text is complete and count from the first text", () => {
  const annotation = { type: "url", url: "https://a.example" } as const;
  expect(
    deltasOf([
      text("One. "),
      text("Tw", 1),
      { type: "annotation", choice: 0, block: 1, annotation },
      text("o.", 1),
      { type: "block-end", choice: 0, block: 1 },
    ]).at(-1),
  ).toEqual({
    annotations: [
      {
        type: "url_citation",
        url_citation: { start_index: 5, end_index: 9, title: "", url: "https://a.example" },
      },
    ],
  });
});

test("thoughts are said in both fields, so that a signature finds its text", () => {
  expect(
    deltasOf([
      { type: "reasoning-delta", choice: 0, block: 0, text: "Hm." },
      { type: "signature", choice: 0, block: 0, signature: { origin: "anthropic", data: "s" } },
      { type: "reasoning-delta", choice: 0, block: 1, text: "", id: "r2" },
      { type: "encrypted", choice: 0, block: 1, encrypted: { origin: "openai", data: "e" } },
    ]),
  ).toEqual([
    {
      reasoning_content: "Hm.",
      reasoning_details: [{ type: "reasoning.text", text: "Hm.", format: "unknown", index: 0 }],
    },
    {
      reasoning_details: [
        { type: "reasoning.text", text: "", signature: "s", format: "anthropic-claude-v1", index: 0 },
      ],
    },
    { reasoning_details: [{ type: "reasoning.text", text: "", id: "r2", format: "unknown", index: 1 }] },
    {
      reasoning_details: [
        { type: "reasoning.encrypted", data: "e", format: "openai-responses-v1", index: 1 },
      ],
    },
  ]);
});

test("a second answer begins with its own role", () => {
  const encoder = encoderFor();
  encoder.push(START);
  const wire = encoder.push({ type: "text-delta", choice: 1, block: 0, text: "B" });
  expect(seen(wire).map((chunk) => Object(chunk).choices[0])).toMatchObject([
    { index: 1, delta: { role: "assistant" } },
    { index: 1, delta: { content: "B" } },
  ]);
});

test("an order that clients cannot see is told as a loss", () => {
  const encoder = encoderFor();
  for (const event of [START, text("a"), text("b", 1)]) encoder.push(event);
  expect(encoder.losses().map(({ path, what }) => [path, what])).toEqual([["choices[0].parts", "changed"]]);
});

test("an end without a beginning is still a whole stream", () => {
  expect(seen(encoderFor().end())).toMatchObject([
    { id: "chatcmpl-R1", model: "m", choices: [{ delta: { role: "assistant" } }] },
    { choices: [{ finish_reason: "stop" }] },
    "[DONE]",
  ]);
});
