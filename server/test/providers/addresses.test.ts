import { expect, test } from "bun:test";
import { RELAYABLE_TYPES, channelTypeInfo } from "@tollgate/contract/channel-types";
import type { ChannelType } from "@tollgate/contract/channel-types";
import type { ClientOperation } from "../../src/relay/formats/client-request.ts";
import { providerOf } from "../../src/relay/providers/providers.ts";
import type { RelayChannel } from "../../src/resources/channels/relay-channels.ts";
import { sampleRelayChannel } from "./sample-relay-channel.ts";

const OPERATIONS = ["chat", "completions", "embeddings"] as const satisfies readonly ClientOperation[];

interface TypeCase {
  /** What the channel has beside its type; the address is the type's own where it has one. */
  channel?: Partial<RelayChannel>;
  model?: string;
  /** The address of each call that the vendor has. */
  urls: Partial<Record<ClientOperation, string>>;
  responses?: string;
  anthropic?: string;
  /** Default: the key as a bearer. */
  headers?: Record<string, string>;
}

const compatible = (root: string, operations: readonly ClientOperation[] = OPERATIONS): TypeCase["urls"] =>
  Object.fromEntries(
    operations.map((operation) => [
      operation,
      `${root}/${operation === "chat" ? "chat/completions" : operation}`,
    ]),
  );

const CHAT_AND_EMBEDDINGS = ["chat", "embeddings"] as const;
const AZURE = "https://mine.openai.azure.com";
const BAIDU = "https://aip.baidubce.com/rpc/2.0/ai_custom/v1/wenxinworkshop";
const GEMINI = "https://generativelanguage.googleapis.com/v1beta";
const BEDROCK = "https://bedrock-runtime.eu-west-3.amazonaws.com";
const VERTEX = "https://europe-west4-aiplatform.googleapis.com";
const VERTEX_KEY = JSON.stringify({ project_id: "p", client_email: "a@p", private_key: "PRIVATE KEY" });

/** Transcribed from the vendors' documentation that each provider names. */
const CASES: Record<ChannelType, TypeCase> = {
  1: { urls: compatible("https://api.openai.com/v1"), responses: "https://api.openai.com/v1/responses" },
  3: {
    channel: { baseUrl: AZURE, other: "2025-04-01-preview" },
    urls: {
      chat: `${AZURE}/openai/deployments/some-model/chat/completions?api-version=2025-04-01-preview`,
      completions: `${AZURE}/openai/deployments/some-model/completions?api-version=2025-04-01-preview`,
      embeddings: `${AZURE}/openai/deployments/some-model/embeddings?api-version=2025-04-01-preview`,
    },
    responses: `${AZURE}/openai/v1/responses`,
    headers: { "api-key": "the-key" },
  },
  4: { urls: compatible("http://localhost:11434/v1") },
  6: { urls: compatible("https://api.openaimax.com/v1") },
  7: { urls: compatible("https://api.ohmygpt.com/v1") },
  8: {
    channel: { baseUrl: "https://mine.example/run/{model}" },
    urls: {
      chat: "https://mine.example/run/some-model",
      completions: "https://mine.example/run/some-model",
      embeddings: "https://mine.example/run/some-model",
    },
  },
  9: { urls: compatible("https://api.caipacity.com/v1") },
  10: { urls: compatible("https://api.aiproxy.io/v1") },
  12: { urls: compatible("https://api.api2gpt.com/v1") },
  13: { urls: compatible("https://api.aigc2d.com/v1") },
  14: {
    urls: { chat: "https://api.anthropic.com/v1/messages" },
    headers: { "x-api-key": "the-key", "anthropic-version": "2023-06-01" },
  },
  15: {
    channel: { key: "ak|sk" },
    urls: {
      chat: `${BAIDU}/chat/some-model`,
      embeddings: `${BAIDU}/embeddings/some-model`,
    },
    headers: {},
  },
  16: {
    urls: compatible("https://open.bigmodel.cn/api/paas/v4", CHAT_AND_EMBEDDINGS),
    anthropic: "https://open.bigmodel.cn/api/anthropic/v1/messages",
  },
  17: {
    urls: compatible("https://dashscope.aliyuncs.com/compatible-mode/v1"),
    anthropic: "https://dashscope.aliyuncs.com/apps/anthropic/v1/messages",
  },
  18: { urls: compatible("https://spark-api-open.xf-yun.com/v1", ["chat"]) },
  19: { urls: compatible("https://api.360.cn/v1") },
  20: {
    urls: compatible("https://openrouter.ai/api/v1"),
    responses: "https://openrouter.ai/api/v1/responses",
    anthropic: "https://openrouter.ai/api/v1/messages",
  },
  21: { channel: { other: "lib-1" }, urls: { chat: "https://api.aiproxy.io/api/library/ask" } },
  22: { urls: compatible("https://fastgpt.run/api/openapi/v1") },
  23: {
    urls: compatible("https://api.hunyuan.cloud.tencent.com/v1", CHAT_AND_EMBEDDINGS),
    anthropic: "https://api.hunyuan.cloud.tencent.com/anthropic/v1/messages",
  },
  24: {
    model: "gemini-2.5-pro",
    urls: {
      chat: `${GEMINI}/models/gemini-2.5-pro:generateContent`,
      embeddings: `${GEMINI}/openai/embeddings`,
    },
    headers: { "x-goog-api-key": "the-key" },
  },
  25: {
    urls: compatible("https://api.moonshot.cn/v1", ["chat", "completions"]),
    anthropic: "https://api.moonshot.cn/anthropic/v1/messages",
  },
  26: {
    urls: compatible("https://open.bigmodel.cn/api/paas/v4", CHAT_AND_EMBEDDINGS),
    anthropic: "https://open.bigmodel.cn/api/anthropic/v1/messages",
  },
  27: { urls: compatible("https://api.perplexity.ai", ["chat"]) },
  31: { urls: compatible("https://api.lingyiwanwu.com/v1") },
  33: {
    channel: { key: "AK|SK|eu-west-3" },
    model: "claude-sonnet-4-5",
    urls: {
      chat: `${BEDROCK}/model/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke`,
    },
    anthropic: `${BEDROCK}/model/eu.anthropic.claude-sonnet-4-5-20250929-v1%3A0/invoke-with-response-stream`,
    headers: {},
  },
  34: { urls: compatible("https://api.cohere.ai/compatibility/v1", CHAT_AND_EMBEDDINGS) },
  35: {
    urls: compatible("https://api.minimax.chat/v1", CHAT_AND_EMBEDDINGS),
    responses: "https://api.minimax.chat/v1/responses",
    anthropic: "https://api.minimax.chat/anthropic/v1/messages",
  },
  37: { urls: { chat: "https://api.dify.ai/v1/chat-messages" } },
  38: { urls: compatible("https://api.jina.ai/v1", ["embeddings"]) },
  39: {
    channel: { other: "acc" },
    urls: compatible("https://api.cloudflare.com/client/v4/accounts/acc/ai/v1", CHAT_AND_EMBEDDINGS),
  },
  40: {
    urls: compatible("https://api.siliconflow.cn/v1"),
    anthropic: "https://api.siliconflow.cn/v1/messages",
  },
  41: {
    channel: { key: VERTEX_KEY, other: "europe-west4" },
    model: "gemini-2.5-pro",
    urls: {
      chat: `${VERTEX}/v1beta1/projects/p/locations/europe-west4/publishers/google/models/gemini-2.5-pro:generateContent`,
      embeddings: `${VERTEX}/v1/projects/p/locations/europe-west4/publishers/google/models/gemini-2.5-pro:predict`,
    },
    anthropic: `${VERTEX}/v1/projects/p/locations/europe-west4/publishers/anthropic/models/gemini-2.5-pro:streamRawPredict`,
    headers: {},
  },
  42: { urls: compatible("https://api.mistral.ai/v1", CHAT_AND_EMBEDDINGS) },
  43: {
    urls: {
      chat: "https://api.deepseek.com/v1/chat/completions",
      completions: "https://api.deepseek.com/beta/completions",
    },
    anthropic: "https://api.deepseek.com/anthropic/v1/messages",
  },
  44: { urls: compatible("https://api.moka.ai/v1", ["embeddings"]) },
  45: {
    urls: compatible("https://ark.cn-beijing.volces.com/api/v3", CHAT_AND_EMBEDDINGS),
    responses: "https://ark.cn-beijing.volces.com/api/v3/responses",
  },
  46: { urls: compatible("https://qianfan.baidubce.com/v2", CHAT_AND_EMBEDDINGS) },
  47: { channel: { baseUrl: "http://gpu:9997" }, urls: compatible("http://gpu:9997/v1") },
  48: { urls: compatible("https://api.x.ai/v1"), responses: "https://api.x.ai/v1/responses" },
  49: { channel: { other: "bot-1" }, urls: { chat: "https://api.coze.cn/v3/chat" } },
  53: { urls: compatible("https://llm.submodel.ai/v1") },
  59: {
    channel: { baseUrl: "https://pool.example" },
    urls: compatible("https://pool.example/v1"),
    responses: "https://pool.example/v1/responses",
    anthropic: "https://pool.example/v1/messages",
  },
  60: {
    channel: { baseUrl: "https://other.example/v1" },
    urls: compatible("https://other.example/v1"),
    responses: "https://other.example/v1/responses",
    anthropic: "https://other.example/v1/messages",
  },
};

test.each(RELAYABLE_TYPES)("type %d calls the vendor where its documentation says", (type) => {
  const { channel, model = "some-model", urls, responses, anthropic } = CASES[type];
  const { headers = { authorization: "Bearer the-key" } } = CASES[type];
  const used = sampleRelayChannel(type, channel);
  const provider = providerOf(type);
  const [dialect] = provider?.chatDialects ?? ["openai-chat"];
  for (const operation of OPERATIONS) {
    const call = {
      operation,
      dialect: operation === "chat" ? dialect : "openai-chat",
      model,
      stream: false,
    } as const;
    const target = provider?.target(used, call);
    expect(target?.url).toBe(urls[operation]);
    if (operation === "chat" && target) expect(target.headers).toEqual(headers);
  }
  const url = (spoken: "openai-responses" | "anthropic") =>
    provider?.chatDialects.includes(spoken)
      ? provider.target(used, { operation: "chat", dialect: spoken, model, stream: true })?.url
      : undefined;
  expect(url("openai-responses")).toBe(responses);
  if (type !== 14) expect(url("anthropic")).toBe(anthropic);
});

test.each<readonly [ChannelType, Partial<RelayChannel>, string | undefined]>([
  [1, {}, "https://api.openai.com/v1/realtime?model=a%20b"],
  [
    3,
    { baseUrl: AZURE, other: "2025-04-01-preview" },
    `${AZURE}/openai/realtime?api-version=2025-04-01-preview&deployment=a%20b`,
  ],
  [3, { baseUrl: AZURE, other: "v1" }, `${AZURE}/openai/v1/realtime?model=a%20b`],
  [6, {}, "https://api.openaimax.com/v1/realtime?model=a%20b"],
  [
    8,
    { baseUrl: "https://mine.example/run/realtime?as={model}" },
    "https://mine.example/run/realtime?as=a%20b",
  ],
  [8, { baseUrl: "https://mine.example/run/{model}" }, undefined],
  [48, {}, "https://api.x.ai/v1/realtime?model=a%20b"],
  [60, { baseUrl: "https://other.example/v1" }, "https://other.example/v1/realtime?model=a%20b"],
  [14, {}, undefined],
  [43, {}, undefined],
])("type %d opens realtime sessions where its documentation says, or none", (type, channel, url) => {
  expect(providerOf(type)?.realtime?.(sampleRelayChannel(type, channel), "a b")?.url).toBe(url);
});

/** What vendors with a dialect of their own for chats, or with few calls, have beside chats and embeddings. */
test.each<readonly [ChannelType, ClientOperation, string | undefined]>([
  [16, "images/generations", "https://open.bigmodel.cn/api/paas/v4/images/generations"],
  [26, "rerank", "https://open.bigmodel.cn/api/paas/v4/rerank"],
  [24, "images/generations", `${GEMINI}/openai/images/generations`],
  [24, "audio/speech", undefined],
  [34, "rerank", "https://api.cohere.ai/v2/rerank"],
  [34, "audio/transcriptions", "https://api.cohere.ai/v2/audio/transcriptions"],
  [38, "rerank", "https://api.jina.ai/v1/rerank"],
  [40, "rerank", "https://api.siliconflow.cn/v1/rerank"],
  [42, "audio/transcriptions", "https://api.mistral.ai/v1/audio/transcriptions"],
  [45, "images/generations", "https://ark.cn-beijing.volces.com/api/v3/images/generations"],
  [46, "images/generations", "https://qianfan.baidubce.com/v2/images/generations"],
  [46, "rerank", "https://qianfan.baidubce.com/v2/rerankers"],
  [26, "audio/speech", "https://open.bigmodel.cn/api/paas/v4/audio/speech"],
  [17, "moderations", undefined],
  [40, "audio/speech", "https://api.siliconflow.cn/v1/audio/speech"],
  [40, "moderations", undefined],
  [20, "audio/speech", undefined],
  [48, "images/edits", "https://api.x.ai/v1/images/edits"],
  [14, "images/generations", undefined],
])("type %d has %s at %s", (type, operation, url) => {
  const call = { operation, dialect: "openai-chat", model: "m", stream: false } as const;
  expect(providerOf(type)?.target(sampleRelayChannel(type), call)?.url).toBe(url);
});

test("whoever can be called has an address, or demands one", () => {
  for (const type of RELAYABLE_TYPES) {
    const info = channelTypeInfo(type);
    // Spark's form says nothing of an address: its provider knows the only one. The clouds' follow from a region.
    if (![18, 33, 41].includes(type))
      expect(info?.needsAddress === true || info?.defaultBaseUrl !== "").toBe(true);
  }
});
