import { expect, test } from "bun:test";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage } from "./relay-stage.ts";

/** Every class of use that a vendor tells is in the record and in the charge, whoever asked, and however. */
const stages = useRelayStages();
const GEMINI = { contents: [{ role: "user", parts: [{ text: "Hello" }] }] };
const CLIENTS: readonly ((stage: RelayStage, stream: boolean) => Promise<Response>)[] = [
  (stage, stream) => stage.chat({ stream }),
  (stage, stream) => stage.post("/v1/responses", { model: "chat", input: "Hello", store: false, stream }),
  (stage, stream) => stage.post("/v1/messages", { model: "chat", max_tokens: 100, messages: HELLO, stream }),
  (stage, stream) =>
    stage.post(`/v1beta/models/chat:${stream ? "streamGenerateContent?alt=sse" : "generateContent"}`, GEMINI),
];

const OPENAI_USAGE = {
  prompt_tokens: 1000,
  completion_tokens: 300,
  total_tokens: 1300,
  prompt_tokens_details: { cached_tokens: 400, cache_write_tokens: 100, audio_tokens: 50, image_tokens: 30 },
  completion_tokens_details: { reasoning_tokens: 100, audio_tokens: 20 },
};
const ANTHROPIC_INPUT = {
  input_tokens: 420,
  cache_read_input_tokens: 400,
  cache_creation_input_tokens: 180,
  cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 80 },
};
const ANTHROPIC_OUTPUT = { output_tokens: 300, output_tokens_details: { thinking_tokens: 100 } };
const GEMINI_USAGE = {
  promptTokenCount: 900,
  toolUsePromptTokenCount: 100,
  cachedContentTokenCount: 400,
  candidatesTokenCount: 200,
  thoughtsTokenCount: 100,
  totalTokenCount: 1300,
  promptTokensDetails: [
    { modality: "TEXT", tokenCount: 820 },
    { modality: "AUDIO", tokenCount: 50 },
    { modality: "IMAGE", tokenCount: 30 },
  ],
};
const MESSAGE = { id: "msg_1", type: "message", role: "assistant", model: "chat" };
const candidates = [{ index: 0, content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }];

/** What each upstream answers, whole and as events, and what it makes of its 1,300 tokens. */
const UPSTREAMS = [
  {
    type: 31,
    whole: {
      choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
      usage: OPENAI_USAGE,
    },
    events: [
      { choices: [{ index: 0, delta: { role: "assistant", content: "Hi" }, finish_reason: "stop" }] },
      { choices: [], usage: OPENAI_USAGE },
    ],
    last: "data: [DONE]\n\n",
    input: { uncached: 420, cacheRead: 400, cacheWrite5m: 100, audio: 50, image: 30 },
    output: { text: 180, reasoning: 100, audio: 20 },
    // 840 + 200 + 250 + 50 × 2 × 10 + 30 × 2 × 5; 280 × 6 + 20 × 2 × 10 × 4.
    quota: 840 + 200 + 250 + 1000 + 300 + 1680 + 1600,
  },
  {
    type: 14,
    whole: {
      ...MESSAGE,
      content: [{ type: "text", text: "Hi" }],
      stop_reason: "end_turn",
      usage: { ...ANTHROPIC_INPUT, ...ANTHROPIC_OUTPUT },
    },
    events: [
      {
        type: "message_start",
        message: { ...MESSAGE, content: [], usage: { ...ANTHROPIC_INPUT, output_tokens: 1 } },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: ANTHROPIC_OUTPUT },
      { type: "message_stop" },
    ],
    last: "",
    input: { uncached: 420, cacheRead: 400, cacheWrite5m: 100, cacheWrite1h: 80 },
    output: { text: 200, reasoning: 100 },
    // 840 + 200 + 100 × 2 × 1.25 + 80 × 2 × 2 + 300 × 6.
    quota: 840 + 200 + 250 + 320 + 1800,
  },
  {
    type: 24,
    whole: { candidates, usageMetadata: GEMINI_USAGE },
    events: [{ candidates, usageMetadata: GEMINI_USAGE }],
    last: "",
    input: { uncached: 520, cacheRead: 400, audio: 50, image: 30 },
    output: { text: 200, reasoning: 100 },
    quota: 1040 + 200 + 1000 + 300 + 1800,
  },
] as const;

test.each(UPSTREAMS)(
  "all classes of an upstream of type $type are charged on every lane",
  async (upstream) => {
    const options = {
      ImageRatio: '{"chat":5}',
      AudioRatio: '{"chat":10}',
      AudioCompletionRatio: '{"chat":4}',
      CreateCacheRatio: '{"chat":1.25}',
    };
    const stage = await stages.create({ engine: "sqlite", options, channel: { type: upstream.type } });
    const { input, output, quota } = upstream;
    const events = upstream.events.map((event) => {
      const name = "type" in event ? `event: ${event.type}\n` : "";
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    });
    const headers = { "content-type": "text/event-stream" };
    for (const stream of [false, true]) {
      stage.upstream.setDefault(
        stream ? { body: events.join("") + upstream.last, headers } : { body: upstream.whole },
      );
      for (const ask of CLIENTS) await (await ask(stage, stream)).text();
    }
    const rows = await stage.logs();
    expect(rows).toHaveLength(2 * CLIENTS.length);
    for (const row of rows) {
      expect({ path: row.other.request_path, stream: row.is_stream, ...row }).toMatchObject({
        prompt_tokens: 1000,
        completion_tokens: 300,
        quota,
      });
      expect(row.other.usage).toEqual({ requests: 1, source: "upstream", input, output });
      expect(row.other.upstream_usage).toBeDefined();
    }
    expect(await stage.spending()).toMatchObject({ user: rows.length * quota, held: 0 });
  },
);
