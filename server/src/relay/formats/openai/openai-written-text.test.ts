import { expect, test } from "bun:test";
import { takeWrittenText } from "./openai-written-text.ts";

function written(choice: unknown): string[] {
  const texts: string[] = [];
  takeWrittenText(choice, (text) => texts.push(text));
  return texts;
}

test("everything a model writes counts, in a message as in a delta", () => {
  const said = {
    role: "assistant",
    content: "answer",
    reasoning_content: "thought",
    refusal: "no",
    tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
  };
  const texts = ["answer", "thought", "no", "f", "{}"];
  expect(written({ message: said })).toEqual(texts);
  expect(written({ delta: said })).toEqual(texts);
});
test("a reasoning that is given under both names counts once", () => {
  expect(written({ delta: { reasoning_content: "thought", reasoning: "thought" } })).toEqual(["thought"]);
  expect(written({ delta: { reasoning: "thought" } })).toEqual(["thought"]);
});
test("a legacy completion writes its text, and content may be a list of parts", () => {
  expect(written({ text: "answer", index: 0 })).toEqual(["answer"]);
  expect(written({ message: { content: [{ type: "text", text: "a" }, { type: "image" }, 7] } })).toEqual([
    "a",
  ]);
});
test("what is spoken counts by its transcript, and an older function call as a tool's", () => {
  const said = { audio: { id: "a", transcript: "hello" }, function_call: { name: "f", arguments: "{}" } };
  expect(written({ message: said })).toEqual(["hello", "f", "{}"]);
});
test("what is not a choice writes nothing", () => {
  for (const choice of [
    null,
    "text",
    7,
    {},
    { delta: null },
    { delta: "x" },
    { message: { tool_calls: "x", function_call: 7, audio: null } },
    { message: { tool_calls: [null, 7, {}] } },
  ])
    expect(written(choice)).toEqual([]);
});
