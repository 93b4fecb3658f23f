import { expect, test } from "bun:test";
import type { ClientDialect } from "../formats/chat/chat-dialect.ts";
import { CHAT_FORMATS } from "./chat-formats.ts";
import { patchReasoning } from "./reasoning-patch.ts";

function patched(dialect: ClientDialect, text: string, wish: Parameters<typeof patchReasoning>[2]["wish"]) {
  const chat = CHAT_FORMATS[dialect].decodeRequest(JSON.parse(text), { model: "m" });
  return patchReasoning(text, dialect, { chat, wish, target: { model: "m" } }).text;
}

test("a wish is added to a client's body, of which every other byte stays", () => {
  const own = '{ "model":"m", "seed":12345678901234567891, "messages":[{"role":"user","content":"\\u00e9"}]';
  expect(patched("openai-chat", `${own} }`, { mode: "on", effort: "high" })).toBe(
    `${own} ,"reasoning_effort":"high"}`,
  );
});

test("a wish takes the place of the client's own, in the client's spelling", () => {
  const before = '{"contents":[{"role":"user","parts":[{"text":"Hi"}]}], "generation_config":';
  const text = `${before}{"temperature":1.0,"thinkingConfig":{"thinkingBudget":5}} , "x":1.0}`;
  const after = patched("gemini", text, { mode: "off" });
  expect(after).toStartWith(before);
  expect(after).toEndWith(' , "x":1.0}');
  expect(JSON.parse(after).generation_config.temperature).toBe(1);
  expect(JSON.parse(after).generation_config.thinkingConfig).not.toEqual({ thinkingBudget: 5 });
});
