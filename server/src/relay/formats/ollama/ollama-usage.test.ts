import { expect, test } from "bun:test";
import { findOllamaUsage, usageFromOllama } from "./ollama-usage.ts";

test("an answer without the prompt's count is counted here", () => {
  const raw = findOllamaUsage({ model: "llama3.2", done: true, eval_count: 9 });
  expect(usageFromOllama(raw)).toBeUndefined();
});

test("a line in the middle of a stream has no usage", () => {
  expect(findOllamaUsage({ model: "llama3.2", message: { content: "Hi" }, done: false })).toBeUndefined();
});
