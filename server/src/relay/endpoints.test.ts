import { expect, test } from "bun:test";
import { dialectOf, endpointOf } from "./endpoints.ts";
import type { Endpoint } from "./endpoints.ts";

const openAi = { dialect: "openai-chat" } as const;
const gemini = { dialect: "gemini" } as const;

test.each<[string, string, Endpoint | undefined]>([
  ["/v1/chat/completions", "", { ...openAi, operation: "chat" }],
  ["/v1beta/openai/chat/completions", "", { ...openAi, operation: "chat" }],
  ["/v1/images/edits", "", { ...openAi, operation: "images/edits" }],
  ["/rerank", "", { ...openAi, operation: "rerank" }],
  ["/v1/messages", "", { dialect: "anthropic", operation: "chat" }],
  ["/pg/chat/completions", "", { ...openAi, operation: "chat", isPlayground: true }],
  ["/v1/engines/a%2Fb/embeddings", "", { ...openAi, operation: "embeddings", model: "a/b" }],
  ["/openai/deployments/m/audio/speech", "", { ...openAi, operation: "audio/speech", model: "m" }],
  ["/openai/deployments/m/messages", "", undefined],
  ["/openai/responses", "?api-version=preview", { dialect: "openai-responses", operation: "chat" }],
  ["/openai/v1/chat/completions", "", { ...openAi, operation: "chat" }],
  ["/v1beta/models/m:generateContent", "", { ...gemini, operation: "chat", model: "m", stream: false }],
  [
    "/v1/models/llama3:8b:streamGenerateContent",
    "?key=k&alt=sse",
    { ...gemini, operation: "chat", model: "llama3:8b", stream: true },
  ],
  [
    "/v1beta/models/m:streamGenerateContent",
    "?alt=ssex",
    { ...gemini, operation: "chat", model: "m", stream: true, framing: "json-array" },
  ],
  [
    "/v1beta/models/v/m:embedContent",
    "",
    { ...gemini, operation: "embeddings", model: "v/m", embedding: "embedContent" },
  ],
  ["/v1beta/models/m:countTokens", "", undefined],
  ["/v1beta/openai/pg/chat/completions", "", undefined],
  ["/v1/edits", "", undefined],
])("POST %s%s", (path, search, expected) => {
  expect(endpointOf(path, search)).toEqual(expected);
});

test.each([
  ["/v1beta/nothing", {}, "gemini"],
  ["/v1beta", {}, "gemini"],
  ["/v1beta/openai/nothing", { "x-goog-api-key": "k" }, "openai-chat"],
  ["/openai/nothing", { "x-api-key": "k" }, "openai-chat"],
  ["/v1/messages/nothing", {}, "anthropic"],
  ["/v1/nothing", {}, "openai-chat"],
  ["/v1/nothing", { "x-goog-api-key": "k" }, "gemini"],
  ["/v1/nothing", { "anthropic-version": "2023-06-01" }, "anthropic"],
] as const)("a call of %s with %j is refused in its caller's dialect", (path, headers, dialect) => {
  expect(dialectOf(path, new Request(`http://gate.test${path}`, { headers }))).toBe(dialect);
});
