import { describe, expect, test } from "bun:test";
import { costAccount } from "../../src/ledger/account.ts";
import { HELLO, useRelayStages } from "./relay-stage.ts";
import type { RelayStage, StageOptions } from "./relay-stage.ts";

/** Upstreams that tell a part of what they have used: what they leave out is charged all the same, and no more than that. */
const stages = useRelayStages();
const PRICES = { ToolPrices: JSON.stringify({ web_search: 10, google_search: 14 }) };
/** 10 × 2 + 20 × 2 × 3. */
const TOKENS_QUOTA = 140;
/** Two searches at 10 and at 14 dollars a thousand. */
const [WEB_QUOTA, GOOGLE_QUOTA] = [10_000, 14_000];
/** "Hello" with its framing counts 9 tokens, the answer 8: 9 × 2 + 8 × 2 × 3. */
const [ANSWER, COUNTED_QUOTA] = ["12345 67890", 66];

const start = (type: number, options: StageOptions["options"] = {}) =>
  stages.create({ engine: "sqlite", channel: { type }, options: { ...PRICES, ...options } });

function streams(stage: RelayStage, events: readonly object[]): void {
  const body = events.map((event) => {
    const { type } = Object(event);
    return `${typeof type === "string" ? `event: ${type}\n` : ""}data: ${JSON.stringify(event)}\n\n`;
  });
  stage.upstream.setDefault({ body: body.join(""), headers: { "content-type": "text/event-stream" } });
}

async function charged(stage: RelayStage, call: () => Promise<Response>) {
  const answer = await call();
  await answer.text();
  const row = (await stage.logs()).at(-1);
  return {
    quota: row?.quota,
    source: Object(row?.other.usage).source,
    end: Object(row?.other.stream_status),
  };
}

describe("searches that a vendor bills by the call are charged", () => {
  const ITEMS = ["a", "b"].map((id) => {
    return { type: "web_search_call", id, status: "completed", action: { type: "search", query: id } };
  });
  const OPENED = { id: "resp_1", object: "response", status: "in_progress", model: "chat", output: [] };
  const END = {
    ...OPENED,
    status: "completed",
    output: ITEMS,
    usage: { input_tokens: 10, output_tokens: 20, total_tokens: 30 },
  };
  const EVENTS = [
    { type: "response.created", response: OPENED },
    ...ITEMS.map((item, output_index) => ({ type: "response.output_item.done", output_index, item })),
    { type: "response.output_text.delta", output_index: 2, content_index: 0, delta: ANSWER },
  ];

  test("in a stream of Responses", async () => {
    const stage = await start(1);
    streams(stage, [...EVENTS, { type: "response.completed", response: END }]);
    const ask = { model: "chat", stream: true, input: "Hello" };
    expect(await charged(stage, () => stage.post("/v1/responses", ask))).toMatchObject({
      quota: TOKENS_QUOTA + WEB_QUOTA,
      source: "upstream",
    });
  });

  test("in a stream of Responses that breaks off behind them", async () => {
    const stage = await start(1);
    streams(stage, EVENTS);
    const ask = { model: "chat", stream: true, input: "Hello" };
    expect(await charged(stage, () => stage.post("/v1/responses", ask))).toEqual({
      quota: COUNTED_QUOTA + WEB_QUOTA,
      source: "counted",
      end: { end_reason: "upstream_truncated" },
    });
  });

  test.each([false, true])(
    "of models that search for every answer, where a stream is asked for: %p",
    async (stream) => {
      const stage = await start(1, { ToolPrices: JSON.stringify({ "web_search_preview:chat": 25 }) });
      const facts = { model: "gpt-4o-search-preview-2025-03-11" };
      const usage = { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 };
      const said = { role: "assistant", content: ANSWER };
      if (stream)
        streams(stage, [
          { ...facts, choices: [{ index: 0, delta: said, finish_reason: "stop" }] },
          { ...facts, choices: [], usage },
        ]);
      else
        stage.upstream.setDefault({
          body: { ...facts, choices: [{ index: 0, message: said, finish_reason: "stop" }], usage },
        });
      expect((await charged(stage, () => stage.chat({ stream }))).quota).toBe(TOKENS_QUOTA + 12_500);
    },
  );

  const chunk = (candidate: object) => ({
    candidates: [{ index: 0, content: { role: "model", parts: [{ text: "hi" }] }, ...candidate }],
    modelVersion: "gemini-3-pro",
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 20, totalTokenCount: 30 },
  });
  const GROUNDED = [
    chunk({}),
    chunk({ finishReason: "STOP", groundingMetadata: { webSearchQueries: ["a", "b"] } }),
  ];

  test("in a stream of Gemini's, whoever reads it", async () => {
    const stage = await start(24);
    streams(stage, GROUNDED);
    const ask = { contents: [{ role: "user", parts: [{ text: "Hello" }] }] };
    const own = () => stage.post("/v1beta/models/chat:streamGenerateContent?alt=sse", ask);
    expect((await charged(stage, own)).quota).toBe(TOKENS_QUOTA + GOOGLE_QUOTA);
    const other = () => stage.chat({ stream: true });
    expect((await charged(stage, other)).quota).toBe(TOKENS_QUOTA + GOOGLE_QUOTA);
  });
});

describe("a stream that tells its use at both ends and breaks off between them", () => {
  const OPENING = [
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        content: [],
        model: "chat",
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  ];
  const SAID = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: ANSWER } };
  const ask = { model: "chat", max_tokens: 100, messages: HELLO, stream: true };

  test("is charged for what it has said, and marked", async () => {
    const stage = await start(14);
    streams(stage, [...OPENING, SAID]);
    // 10 × 2 as reported; the one token that is told before the first word is among the 8 that are counted.
    for (const call of [() => stage.post("/v1/messages", ask), () => stage.chat({ stream: true })])
      expect(await charged(stage, call)).toMatchObject({ quota: 68, source: "counted" });
  });

  test("is charged for what follows a report beside it", async () => {
    const stage = await start(1);
    const said = (content: string, usage?: object) => {
      return { choices: [{ index: 0, delta: { content }, finish_reason: null }], usage };
    };
    streams(stage, [said("so far", { prompt_tokens: 10, completion_tokens: 20 }), said(ANSWER)]);
    expect(await charged(stage, () => stage.chat({ stream: true }))).toMatchObject({
      quota: TOKENS_QUOTA + 48,
      source: "counted",
      end: { end_reason: "upstream_truncated" },
    });
  });

  test("is charged as its last report says where nothing was said after that", async () => {
    const stage = await start(14);
    const usage = { output_tokens: 20 };
    streams(stage, [...OPENING, SAID, { type: "message_delta", delta: { stop_reason: "end_turn" }, usage }]);
    expect(await charged(stage, () => stage.post("/v1/messages", ask))).toMatchObject({
      quota: TOKENS_QUOTA,
      source: "upstream",
    });
  });

  test("before it has said anything costs its user nothing: what was billed is the operator's", async () => {
    const stage = await start(14);
    streams(stage, OPENING);
    const text = await (await stage.post("/v1/messages", ask)).text();
    expect(text).toContain("event: error");
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
    // 10 × 2 + 1 × 2 × 3.
    expect(await stage.logs()).toMatchObject([
      { quota: 0, other: { admin_info: { attempts: [{ operator_quota: 26 }] } } },
    ]);
    const account = costAccount(stage.channelId);
    expect((await stage.app.parts.ledger.balances([account])).get(account)?.posted).toBe(26);
  });

  test("and has neither said nor reported anything costs nobody anything", async () => {
    const stage = await start(1);
    streams(stage, [{ choices: [{ index: 0, delta: { role: "assistant", content: "" } }] }]);
    await (await stage.chat({ stream: true })).text();
    expect(await stage.spending()).toEqual({ user: 0, token: 0, charges: 0, held: 0 });
    expect(await stage.logs()).toEqual([]);
  });
});

describe("a report of zeros is none", () => {
  const ZEROS = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

  test.each([false, true])("where a stream is asked for: %p", async (stream) => {
    const stage = await start(1);
    stage.upstream.setDefault({ promptTokens: 0, completionTokens: 0, content: ANSWER });
    expect(await charged(stage, () => stage.chat({ stream }))).toMatchObject({
      quota: COUNTED_QUOTA,
      source: "counted",
    });
    stage.upstream.setDefault({ promptTokens: 0, completionTokens: 20, content: ANSWER });
    // 9 tokens that are counted, 20 that are reported.
    expect((await charged(stage, () => stage.chat({ stream }))).quota).toBe(138);
  });

  test("in every event of a stream", async () => {
    const stage = await start(1);
    const event = (content: string, usage: object, finish_reason: string | null = null) => {
      return { choices: [{ index: 0, delta: { content }, finish_reason }], usage };
    };
    const half = ANSWER.length / 2;
    const pieces = [ANSWER.slice(0, half), ANSWER.slice(half)];
    streams(stage, [...pieces.map((piece) => event(piece, ZEROS)), event("", ZEROS, "stop")]);
    expect((await charged(stage, () => stage.chat({ stream: true }))).quota).toBe(COUNTED_QUOTA);
    // Counters that grow with the answer are as good at its end.
    const grown = [1, 20].map((completion_tokens) => ({ prompt_tokens: 10, completion_tokens }));
    streams(stage, [...pieces.map((piece, at) => event(piece, grown[at] ?? {})), event("", ZEROS, "stop")]);
    expect(await charged(stage, () => stage.chat({ stream: true }))).toMatchObject({
      quota: TOKENS_QUOTA,
      source: "upstream",
    });
  });
});

test("counts that are no counts make a report unreadable: the call is counted here", async () => {
  const stage = await start(1);
  for (const usage of [
    { prompt_tokens: "10", completion_tokens: "20" },
    { prompt_tokens: -5, completion_tokens: 20 },
    { prompt_tokens: 10, completion_tokens: -20 },
    { prompt_tokens: 1e10, completion_tokens: 20 },
    { completion_tokens: 20 },
    {},
    [],
    5,
    null,
  ]) {
    const message = { role: "assistant", content: ANSWER };
    stage.upstream.setDefault({ body: { choices: [{ index: 0, message, finish_reason: "stop" }], usage } });
    expect(await charged(stage, () => stage.chat())).toMatchObject({
      quota: COUNTED_QUOTA,
      source: "counted",
    });
  }
});

test("what is counted of a prompt is sound where it is sound", async () => {
  const stage = await start(1, { AudioRatio: JSON.stringify({ chat: 10 }) });
  stage.upstream.setDefault({ usage: "never", content: ANSWER });
  const data = Buffer.alloc(32_000).toString("base64");
  const content = [{ type: "input_audio", input_audio: { data, format: "wav" } }];
  await (await stage.chat({ messages: [{ role: "user", content }] })).text();
  const [row] = await stage.logs();
  const { input } = Object(row?.other.usage);
  expect(input.audio).toBeGreaterThan(0);
  expect(row?.quota).toBe(input.uncached * 2 + input.audio * 20 + 48);
});

test("a client of another dialect is told as much as it is charged, where its vendor counts in its own way", async () => {
  // xAI counts its reasoning beside the completion.
  const stage = await start(48);
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 30 };
  const details = { completion_tokens_details: { reasoning_tokens: 15 } };
  const choice = { index: 0, message: { role: "assistant", content: ANSWER }, finish_reason: "stop" };
  stage.upstream.setDefault({ body: { choices: [choice], usage: { ...usage, ...details } } });
  const ask = { model: "chat", max_tokens: 100, messages: HELLO };
  const told: unknown = await (await stage.post("/v1/messages", ask)).json();
  expect(told).toMatchObject({ usage: { input_tokens: 10, output_tokens: 20 } });
  expect(await stage.logs()).toMatchObject([
    { prompt_tokens: 10, completion_tokens: 20, quota: TOKENS_QUOTA },
  ]);

  streams(stage, [
    { choices: [{ index: 0, delta: { content: ANSWER }, finish_reason: "stop" }] },
    { choices: [], usage: { ...usage, ...details } },
  ]);
  const stream = await (await stage.post("/v1/messages", { ...ask, stream: true })).text();
  expect(stream).toMatch(/message_delta.*"output_tokens":20/);
  expect((await stage.logs()).at(-1)?.quota).toBe(TOKENS_QUOTA);
});
