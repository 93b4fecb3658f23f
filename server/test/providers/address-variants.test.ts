import { expect, test } from "bun:test";
import type { ProviderCall } from "../../src/relay/providers/provider.ts";
import { providerOf } from "../../src/relay/providers/providers.ts";
import type { RelayChannel } from "../../src/resources/channels/relay-channels.ts";
import { sampleRelayChannel } from "./sample-relay-channel.ts";

const CALL: ProviderCall = { operation: "chat", dialect: "openai-chat", model: "some-model", stream: false };

function target(type: number, facts: Partial<RelayChannel>, call: Partial<ProviderCall> = {}) {
  return providerOf(type)?.target(sampleRelayChannel(type, facts), { ...CALL, ...call });
}

test.each([
  [1, "https://mine.example/v1", "https://mine.example/v1/chat/completions"],
  [1, "https://mine.example/openai", "https://mine.example/openai/v1/chat/completions"],
  [16, "https://open.bigmodel.cn/api/paas/v4", "https://open.bigmodel.cn/api/paas/v4/chat/completions"],
  [
    26,
    "https://open.bigmodel.cn/api/coding/paas/v4",
    "https://open.bigmodel.cn/api/coding/paas/v4/chat/completions",
  ],
  [
    17,
    "https://dashscope-intl.aliyuncs.com/compatible-mode",
    "https://dashscope-intl.aliyuncs.com/compatible-mode/v1/chat/completions",
  ],
  [34, "https://api.cohere.ai/compatibility/v1", "https://api.cohere.ai/compatibility/v1/chat/completions"],
  [43, "https://api.deepseek.com/beta", "https://api.deepseek.com/v1/chat/completions"],
  [45, "https://ark.example/api/v3", "https://ark.example/api/v3/chat/completions"],
])("type %d under %s has its version once", (type, baseUrl, url) => {
  expect(target(type, { baseUrl })?.url).toBe(url);
});

test("Anthropic's dialect is found beside an address that ends with OpenAI's version", () => {
  const call = { dialect: "anthropic" } as const;
  expect(target(43, { baseUrl: "https://api.deepseek.com/v1" }, call)?.url).toBe(
    "https://api.deepseek.com/anthropic/v1/messages",
  );
  expect(target(25, { baseUrl: "https://api.moonshot.cn/v1" }, call)).toEqual({
    url: "https://api.moonshot.cn/anthropic/v1/messages",
    headers: {
      authorization: "Bearer the-key",
      "x-api-key": "the-key",
      "anthropic-version": "2023-06-01",
    },
  });
});

test("Azure's version-less API is called when the version or the address says so", () => {
  const url = "https://mine.openai.azure.com/openai/v1/chat/completions";
  expect(target(3, { baseUrl: "https://mine.openai.azure.com", other: "v1" })?.url).toBe(url);
  expect(target(3, { baseUrl: "https://mine.openai.azure.com/openai/v1" })?.url).toBe(url);
});

test("Azure is asked for a stream's usage from the version on that knows it", () => {
  const reports = (other: string) => providerOf(3)?.reportsStreamUsage(sampleRelayChannel(3, { other }));
  expect(["2023-06-01-preview", "2024-08-01-preview"].map(reports)).toEqual([false, false]);
  expect(["2024-09-01-preview", "2025-04-01-preview", "v1", ""].map(reports)).toEqual([
    true,
    true,
    true,
    true,
  ]);
});

test("a Gemini stream is asked for as server-sent events, at the channel's own version", () => {
  const call = { dialect: "gemini", model: "gemini-3-pro", stream: true } as const;
  expect(target(24, { other: "v1" }, call)?.url).toBe(
    "https://generativelanguage.googleapis.com/v1/models/gemini-3-pro:streamGenerateContent?alt=sse",
  );
  expect(target(24, { baseUrl: "https://mine.example/v1beta" }, call)?.url).toBe(
    "https://mine.example/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse",
  );
  expect(target(60, { baseUrl: "https://mine.example" }, call)?.url).toBe(
    "https://mine.example/v1beta/models/gemini-3-pro:streamGenerateContent?alt=sse",
  );
});

test("a model's name cannot change where a call goes", () => {
  const url = target(24, {}, { dialect: "gemini", model: "../../x?key=1#" })?.url ?? "";
  expect(new URL(url).pathname).toBe("/v1beta/models/..%2F..%2Fx%3Fkey%3D1%23:generateContent");
});

test.each([
  [18, "app|secret|key", { authorization: "Bearer key:secret" }],
  [18, "password", { authorization: "Bearer password" }],
  [46, "token|app-1", { authorization: "Bearer token", appid: "app-1" }],
  [46, "token", { authorization: "Bearer token" }],
  [4, "", {}],
])("type %d sends the key %s in its own way", (type, key, headers) => {
  expect(target(type, { key })?.headers).toEqual(headers);
});

test("what `other` and the organization mean goes into headers", () => {
  expect(target(17, { other: "pdf_extracter" })?.headers["x-dashscope-plugin"]).toBe("pdf_extracter");
  expect(target(1, { organization: "org-1" })?.headers["openai-organization"]).toBe("org-1");
});

test("applications and deep-thinking models have addresses of their own", () => {
  expect(target(45, {}, { model: "bot-2025" })?.url).toBe(
    "https://ark.cn-beijing.volces.com/api/v3/bots/chat/completions",
  );
  expect(target(18, {}, { model: "x1" })?.url).toBe("https://spark-api-open.xf-yun.com/v2/chat/completions");
});

test("a custom address of chats has no completions, any other takes whatever it is", () => {
  const call = { operation: "completions" } as const;
  expect(target(8, { baseUrl: "https://a.example/v1/chat/completions?v=1" }, call)).toBeUndefined();
  expect(target(8, { baseUrl: "https://a.example/v1/completions" }, call)?.url).toBe(
    "https://a.example/v1/completions",
  );
});
