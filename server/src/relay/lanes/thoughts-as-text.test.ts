import { expect, test } from "bun:test";
import type { ChatEvent } from "../formats/chat/chat-event.ts";
import { createThoughtTeller, thoughtsAsText } from "./thoughts-as-text.ts";

const textOf = (events: readonly ChatEvent[], choice = 0) =>
  events.map((event) => (event.type === "text-delta" && event.choice === choice ? event.text : "")).join("");

function told(events: readonly ChatEvent[]): ChatEvent[] {
  const tell = createThoughtTeller();
  return events.flatMap(tell);
}

const thought = (text: string, choice = 0, block = 0): ChatEvent => ({
  type: "reasoning-delta",
  choice,
  block,
  text,
});
const text = (piece: string, choice = 0, block = 1): ChatEvent => ({
  type: "text-delta",
  choice,
  block,
  text: piece,
});
const FINISH: ChatEvent = { type: "finish", choice: 0, finish: { reason: "stop" } };
const SEAL = { origin: "anthropic", data: "x" } as const;

test("a thought stands in marks before the text", () => {
  const events = told([thought("a"), thought("b"), text("hi"), FINISH]);
  expect(textOf(events)).toBe("<think>\nab\n</think>\n\nhi");
  expect(events.at(-1)).toEqual(FINISH);
});

test("a thought with nothing after it is closed all the same", () => {
  expect(textOf(told([thought("a"), FINISH]))).toBe("<think>\na\n</think>\n\n");
  const ended = told([thought("a"), { type: "block-end", choice: 0, block: 0 }, text("hi")]);
  expect(textOf(ended)).toBe("<think>\na\n</think>\n\nhi");
});

test("two thoughts are two, and so are those of two choices", () => {
  expect(textOf(told([thought("a"), thought("b", 0, 2), text("hi", 0, 3)]))).toBe(
    "<think>\na\n</think>\n\n<think>\nb\n</think>\n\nhi",
  );
  const mixed = told([thought("a"), thought("x", 1), text("hi"), text("ho", 1)]);
  expect([textOf(mixed), textOf(mixed, 1)]).toEqual([
    "<think>\na\n</think>\n\nhi",
    "<think>\nx\n</think>\n\nho",
  ]);
});

test("what is sealed is not told, and empty thoughts are none", () => {
  const sealed: ChatEvent[] = [
    thought("a"),
    { type: "signature", choice: 0, block: 0, signature: SEAL },
    { type: "encrypted", choice: 0, block: 5, encrypted: SEAL },
    thought("", 0, 6),
    text("hi"),
  ];
  const events = told(sealed);
  expect(events.every(({ type }) => type === "text-delta")).toBe(true);
  expect(textOf(events)).toBe("<think>\na\n</think>\n\nhi");
});

test("a text's own signature stays", () => {
  const signed: ChatEvent = { type: "signature", choice: 0, block: 1, signature: SEAL };
  expect(told([text("hi"), signed])).toEqual([text("hi"), signed]);
});

test("a whole answer is told alike", () => {
  const answer = thoughtsAsText({
    id: "1",
    createdAtSeconds: 0,
    model: "m",
    choices: [
      {
        index: 0,
        finish: { reason: "stop" },
        parts: [
          { type: "reasoning", text: "a", signature: SEAL },
          { type: "reasoning", text: "", encrypted: SEAL },
          { type: "text", text: "hi" },
        ],
      },
    ],
  });
  expect(answer.choices[0]?.parts).toEqual([
    { type: "text", text: "<think>\na\n</think>\n\n" },
    { type: "text", text: "hi" },
  ]);
});
