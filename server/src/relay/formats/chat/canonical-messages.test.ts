import { expect, test } from "bun:test";
import { isPlainText, joinTexts, joinToolMessages } from "./canonical-messages.ts";
import type { ChatMessage } from "./chat-request.ts";

function result(callId: string, rest: object = {}): ChatMessage {
  return { role: "tool", parts: [{ type: "tool-result", callId, parts: [] }], ...rest };
}

test("results that follow each other are one message", () => {
  const turn: ChatMessage = { role: "user", parts: [] };
  const joined = joinToolMessages([result("a"), result("b"), turn, result("c")]);
  expect(joined.map(({ role, parts }) => [role, parts.length])).toEqual([
    ["tool", 2],
    ["user", 0],
    ["tool", 1],
  ]);
});

test("a result with unknown fields of its own stays by itself", () => {
  const extensions = { dialect: "openai-chat", fields: { x: 1 } };
  expect(joinToolMessages([result("a"), result("b", { extensions }), result("c")])).toHaveLength(3);
});

test("plain texts that follow each other are one, marked ones are not", () => {
  expect(
    joinTexts([
      { type: "text", text: "a" },
      { type: "text", text: "" },
      { type: "text", text: "b" },
      { type: "text", text: "c", cache: {} },
      { type: "text", text: "d" },
    ]),
  ).toEqual([
    { type: "text", text: "ab" },
    { type: "text", text: "c", cache: {} },
    { type: "text", text: "d" },
  ]);
  expect(isPlainText({ type: "text", text: "a" })).toBe(true);
  expect(isPlainText({ type: "refusal", text: "a" })).toBe(false);
});
