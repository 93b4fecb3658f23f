import { expect, test } from "bun:test";
import { RelayError } from "../../relay-error.ts";
import { readOpenAiPrompt } from "./openai-prompt.ts";

test("a conversation yields its texts, names, calls and media in their order", () => {
  const image = { type: "image_url", image_url: { url: "https://example.com/cat.png" } };
  const prompt = readOpenAiPrompt({
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", name: "ada", content: [{ type: "text", text: "Look" }, image] },
      {
        role: "assistant",
        content: null,
        reasoning_content: "hm",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: '{"a":1}' } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "42" },
    ],
    tools: [{ type: "function", function: { name: "f" } }],
    response_format: { type: "json_schema", json_schema: { name: "s", schema: { type: "object" } } },
  });
  expect(prompt).toMatchObject({
    texts: ["Be brief.", "Look", "ada", "hm", "f", '{"a":1}', "42"],
    messages: 4,
    names: 1,
    toolCalls: 1,
    media: [image],
    images: 1,
    tools: [{ type: "function" }],
    schema: { type: "object" },
  });
});

test.each([
  ["one text", "a b", ["a b"], 0],
  ["texts", ["a", "b"], ["a", "b"], 0],
  ["tokens", [1, 2, 3], [], 3],
  ["lists of tokens", [[1, 2], [3], []], [], 3],
  ["nothing", undefined, [], 0],
])("an embedding's or a completion's input may be %s", (_, input, texts, tokenIds) => {
  for (const body of [{ input }, { prompt: input }])
    expect(readOpenAiPrompt(body)).toMatchObject({ texts, tokenIds, messages: 0 });
});

test("what is no message and no part is passed over", () => {
  const body = { messages: [null, 7, true, {}, { content: { a: 1 } }, { content: [null, { type: 5 }] }] };
  expect(readOpenAiPrompt(body)).toMatchObject({ texts: [], media: [] });
  expect(readOpenAiPrompt({ messages: "hello", tools: null })).toMatchObject({
    texts: ["hello"],
    messages: 0,
  });
});

test("a prompt that is nested without end is refused", () => {
  let content: unknown = "deep";
  for (let depth = 0; depth < 50; depth++) content = [content];
  expect(() => readOpenAiPrompt({ messages: [{ content }] })).toThrow(RelayError);
});
