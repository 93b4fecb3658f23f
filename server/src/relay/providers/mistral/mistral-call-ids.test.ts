import { expect, test } from "bun:test";
import { mistralCallId, withMistralCallIds } from "./mistral-call-ids.ts";

const chatWith = (id: string) => ({
  model: "m",
  messages: [
    { role: "user", content: 'say "tool_calls"' },
    { role: "assistant", tool_calls: [{ id, type: "function", function: { name: "f", arguments: "{}" } }] },
    { role: "tool", tool_call_id: id, content: "1" },
  ],
});

test("a foreign id becomes nine letters and digits, the same for the call and its result", () => {
  const body = withMistralCallIds(JSON.stringify(chatWith("toolu_01AbCdEfGh")));
  const id = mistralCallId("toolu_01AbCdEfGh");
  expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
  expect(JSON.parse(body)).toEqual(chatWith(id));
  expect(mistralCallId("toolu_01AbCdEfGi")).not.toBe(id);
  expect(mistralCallId(id)).toBe(id);
});

test("bytes with ids of Mistral's own, or with none, stay as they are", () => {
  for (const text of [
    ` ${JSON.stringify(chatWith("D681PevKs"))}`,
    '{"messages":"tool_call"}',
    '{"input":"x"}',
  ]) {
    const bytes = new TextEncoder().encode(text);
    expect(withMistralCallIds(bytes)).toBe(bytes);
  }
});
