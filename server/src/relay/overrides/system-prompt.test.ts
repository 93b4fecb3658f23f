import { expect, test } from "bun:test";
import type { ChatDialect } from "../formats/chat/chat-dialect.ts";
import { addSystemPrompt } from "./system-prompt.ts";

const USER = { role: "user", content: "hi" };
const CASES: [ChatDialect, Record<string, unknown>, boolean, Record<string, unknown>][] = [
  ["openai-chat", { messages: [USER] }, false, { messages: [{ role: "system", content: "be" }, USER] }],
  [
    "openai-chat",
    { messages: [{ role: "developer", content: "own" }] },
    false,
    { messages: [{ role: "developer", content: "own" }] },
  ],
  [
    "openai-chat",
    { messages: [{ role: "developer", content: "own" }] },
    true,
    { messages: [{ role: "developer", content: "be\nown" }] },
  ],
  [
    "openai-chat",
    { messages: [{ role: "system", content: [{ type: "text", text: "own" }] }] },
    true,
    {
      messages: [
        {
          role: "system",
          content: [
            { type: "text", text: "be" },
            { type: "text", text: "own" },
          ],
        },
      ],
    },
  ],
  ["openai-responses", { input: "hi" }, false, { input: "hi", instructions: "be" }],
  [
    "openai-responses",
    { input: [{ role: "developer", content: "own" }] },
    false,
    { input: [{ role: "developer", content: "own" }] },
  ],
  [
    "openai-responses",
    { input: [{ role: "developer", content: "own" }] },
    true,
    { input: [{ role: "developer", content: "own" }], instructions: "be" },
  ],
  ["openai-responses", { instructions: "own" }, true, { instructions: "be\nown" }],
  ["anthropic", { system: [] }, false, { system: "be" }],
  ["anthropic", { system: "own" }, false, { system: "own" }],
  ["gemini", {}, false, { systemInstruction: { parts: [{ text: "be" }] } }],
  [
    "gemini",
    { system_instruction: { parts: [{ text: "own" }] } },
    true,
    { system_instruction: { parts: [{ text: "be" }, { text: "own" }] } },
  ],
];

test.each(CASES)("%s %j, first: %p", (dialect, body, comesFirst, expected) => {
  addSystemPrompt(dialect, body, { text: "be", comesFirst });
  expect(body).toEqual(expected);
});
