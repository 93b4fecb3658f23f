import { afterEach, expect, test } from "bun:test";
import { anthropicClient } from "../../relay/clients/anthropic-client.ts";
import { geminiClient } from "../../relay/clients/gemini-client.ts";
import { openAiChatClient } from "../../relay/clients/openai-chat-client.ts";
import { openAiResponsesClient } from "../../relay/clients/openai-responses-client.ts";
import { DEFAULT_TEXT } from "./answer-text.ts";
import { startFakeUpstream } from "./fake-upstream.ts";
import type { FakeUpstream } from "./fake-upstream.ts";

let upstream: FakeUpstream | undefined;
afterEach(() => upstream?.stop());

const CLIENTS = [openAiChatClient, openAiResponsesClient, anthropicClient, geminiClient];
const WAYS = CLIENTS.flatMap((client) =>
  [false, true].map((streams) => [client.name, streams ? "as streams" : "whole", client, streams] as const),
);

test.each(WAYS)(
  "the %s client understands it without a gateway between, %s",
  async (_, _way, client, streams) => {
    upstream = await startFakeUpstream({ acceptedKeys: ["the-key"] });
    const { url } = upstream;
    const toolCalls = [{ name: "weather", argumentsJson: '{"city":"東京"}' }];
    upstream.enqueue({ toolCalls, reasoningContent: "hm", reasoningTokens: 5, cachedTokens: 3 });
    const conversation = client.start({ url, apiKey: "the-key" }, streams);
    const asked = await conversation.ask("Hello");
    expect(asked).toEqual({
      text: "",
      calls: [{ name: "weather", args: { city: "東京" } }],
      inputTokens: 10,
      outputTokens: 20,
    });
    expect(await conversation.giveResults(["sun"])).toMatchObject({ text: DEFAULT_TEXT, calls: [] });

    const stranger = client.start({ url, apiKey: "another" }, streams);
    const failure = await stranger.ask("Hello").catch((error: unknown) => error);
    expect(client.statusOf(failure)).toBe(client === geminiClient ? 400 : 401);
  },
);

test.each([
  ["/v1/messages", { model: "m", messages: [{ role: "user", content: "x" }] }, "max_tokens"],
  [
    "/v1/messages",
    { model: "m", max_tokens: 1, messages: [{ role: "user", content: "x" }], n: 2 },
    "n: Extra",
  ],
  [
    "/v1/messages",
    {
      model: "m",
      max_tokens: 1,
      messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] }],
    },
    "tool_use_id",
  ],
  ["/v1beta/models/m:generateContent", { contents: [], messages: [] }, 'Unknown name "messages"'],
  [
    "/v1beta/models/m:generateContent",
    {
      contents: [{ parts: [{ text: "x" }] }],
      tools: [{ functionDeclarations: [{ parameters: { type: "OBJECT" } }] }],
    },
    "non-empty for OBJECT",
  ],
  [
    "/v1beta/models/gemini-3-pro:generateContent",
    {
      contents: [
        { role: "model", parts: [{ functionCall: { name: "f" } }] },
        { role: "user", parts: [{ functionResponse: { name: "f" } }] },
      ],
    },
    "thought_signature",
  ],
  ["/v1/responses", { model: "m", input: "x", max_tokens: 1 }, "max_tokens"],
  [
    "/v1/responses",
    { model: "m", input: [{ type: "function_call_output", call_id: "a", output: "" }] },
    "No tool call found",
  ],
])("a body that the vendor of %s refuses is refused: %j", async (path, body, reason) => {
  upstream = await startFakeUpstream();
  const answer = await fetch(`${upstream.url}${path}`, {
    method: "POST",
    headers: { authorization: "Bearer k", "anthropic-version": "2023-06-01" },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(reason.replaceAll('"', '\\"'));
});
