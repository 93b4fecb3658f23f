import { describe, expect, test } from "bun:test";
import { usageOf } from "../../../pricing/usage.ts";
import { answerEvents } from "../chat/answer-events.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import type { AssistantPart } from "../chat/chat-part.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { openAiCompletionsFormat } from "./openai-completions-format.ts";

const REQUEST: ChatRequest = { model: "m", system: [], messages: [], stream: true, wantsUsage: false };
const USAGE = usageOf({ input: { uncached: 3 }, output: { text: 2 } });
const HEAD = { id: "cmpl-1", object: "text_completion", created: 5, model: "claude" };

function answerOf(parts: readonly AssistantPart[], rest: Partial<ChatAnswer> = {}): ChatAnswer {
  const choices = [{ index: 0, parts, finish: { reason: "stop" as const } }];
  return { id: "msg_1", createdAtSeconds: 5, model: "claude", choices, usage: USAGE, ...rest };
}

const contextFor = (wantsUsage: boolean) => ({
  requestId: "R1",
  createdAtSeconds: 5,
  request: { ...REQUEST, wantsUsage },
});

/** What a client of the stream sees before and at its end. */
function streamed(answer: ChatAnswer, wantsUsage = false) {
  const encoder = openAiCompletionsFormat.createStreamEncoder(contextFor(wantsUsage));
  const before = answerEvents(answer)
    .map((event) => encoder.push(event))
    .join("");
  const end = encoder.end();
  return { before: seen(before), end: seen(end), losses: encoder.losses() };
}

function seen(wire: string): unknown[] {
  const events = wire.split("\n\n").filter((event) => event !== "");
  return events.map((event) => (event === "data: [DONE]" ? "[DONE]" : JSON.parse(event.slice(6))));
}

const entry = (text: string, finish_reason: string | null = null, index = 0) => ({
  text,
  index,
  logprobs: null,
  finish_reason,
});

test("an answer is a text_completion", () => {
  const { body, losses } = openAiCompletionsFormat.encodeAnswer(
    answerOf([{ type: "text", text: "Hi" }]),
    contextFor(true),
  );
  expect(body).toEqual({
    ...HEAD,
    choices: [entry("Hi", "stop")],
    usage: expect.objectContaining({ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }),
  });
  expect(losses).toEqual([]);
});

test("a stream is chunks of one, whose reason to finish waits for the end", () => {
  expect(streamed(answerOf([{ type: "text", text: "Hi" }]))).toEqual({
    before: [{ ...HEAD, choices: [entry("Hi")] }],
    end: [{ ...HEAD, choices: [entry("", "stop")] }, "[DONE]"],
    losses: [],
  });
});

test("usage is told in a chunk of its own where it is asked for", () => {
  const { before, end } = streamed(answerOf([{ type: "text", text: "Hi" }]), true);
  expect(before).toEqual([{ ...HEAD, choices: [entry("Hi")], usage: null }]);
  expect(end).toEqual([
    { ...HEAD, choices: [entry("", "stop")], usage: null },
    { ...HEAD, choices: [], usage: expect.objectContaining({ total_tokens: 5 }) },
    "[DONE]",
  ]);
});

test("several answers keep their numbers", () => {
  const choices = [0, 1].map((index) => ({
    index,
    parts: [{ type: "text" as const, text: `answer ${index}` }],
    finish: { reason: index === 0 ? ("stop" as const) : ("length" as const) },
  }));
  const { before, end } = streamed(answerOf([], { choices }));
  expect(before.flatMap((chunk) => Object(chunk).choices)).toEqual([
    entry("answer 0"),
    entry("answer 1", null, 1),
  ]);
  expect(end.slice(0, 2).flatMap((chunk) => Object(chunk).choices)).toEqual([
    entry("", "stop"),
    entry("", "length", 1),
  ]);
});

const SEAL = { origin: "gemini", data: "s" } as const;
const CASES: readonly (readonly [string, readonly AssistantPart[], string, readonly string[]])[] = [
  [
    "a thought",
    [
      { type: "reasoning", text: "Hm", signature: SEAL },
      { type: "text", text: "Hi" },
    ],
    "Hi",
    ["parts[0]"],
  ],
  ["a signed text", [{ type: "text", text: "Hi", signature: SEAL }], "Hi", ["parts[0].signature"]],
  ["a refusal", [{ type: "refusal", text: "No." }], "No.", ["parts[0]"]],
  ["a call", [{ type: "tool-call", id: "c", name: "f", arguments: "{}" }], "", ["parts[0]"]],
];

describe.each(CASES)("%s", (_, parts, text, paths) => {
  const lost = paths.map((path) => `choices[0].${path}`);

  test("is told whole", () => {
    const { body, losses } = openAiCompletionsFormat.encodeAnswer(answerOf(parts), contextFor(true));
    expect(body).toMatchObject({ choices: [entry(text, "stop")] });
    expect(losses.map(({ path }) => path)).toEqual(lost);
  });

  test("is told streamed", () => {
    const { before, losses } = streamed(answerOf(parts));
    expect(before.map((chunk) => Object(chunk).choices[0].text).join("")).toBe(text);
    expect(losses.map(({ path }) => path)).toEqual(lost);
  });
});

test("a stream that breaks off ends in an error, never in its mark of the end", () => {
  const encoder = openAiCompletionsFormat.createStreamEncoder(contextFor(false));
  const error = { kind: "upstream", status: 502, code: "upstream.error", message: "it broke" } as const;
  const wire = encoder.fail(error, "R1");
  expect(seen(wire)).toEqual([
    { error: expect.objectContaining({ message: expect.stringContaining("it broke") }) },
  ]);
  expect(encoder.end()).toBe("");
});
