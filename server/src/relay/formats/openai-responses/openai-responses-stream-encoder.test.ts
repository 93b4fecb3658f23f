import { describe, expect, test } from "bun:test";
import OpenAI from "openai";
import OpenAI7 from "openai-7";
import { usageOf } from "../../../pricing/usage.ts";
import { answerEvents } from "../chat/answer-events.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import { collectAnswer } from "../chat/collect-answer.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { encodeAnswer } from "./openai-responses-answer-encoder.ts";
import { createStreamDecoder } from "./openai-responses-stream-decoder.ts";
import { createStreamEncoder } from "./openai-responses-stream-encoder.ts";

const REQUEST: ChatRequest = { model: "m", system: [], messages: [], stream: true, wantsUsage: true };
const CONTEXT = { requestId: "R1", createdAtSeconds: 1, model: "m", request: REQUEST };

const ANSWER: ChatAnswer = {
  id: "resp_1",
  createdAtSeconds: 5,
  model: "m",
  serviceTier: "default",
  choices: [
    {
      index: 0,
      parts: [
        { type: "reasoning", text: "A", id: "rs_1", isSummary: true },
        { type: "reasoning", text: "B", id: "rs_1", encrypted: { origin: "openai", data: "gAAA" } },
        { type: "reasoning", text: "C", signature: { origin: "anthropic", data: "c2ln" } },
        { type: "reasoning", text: "", encrypted: { origin: "anthropic", data: "cmVk" } },
        {
          type: "text",
          text: "Oslo is cold.",
          annotations: [{ type: "url", url: "https://o.example", title: "Oslo", startIndex: 0, endIndex: 4 }],
          signature: { origin: "gemini", data: "dGV4dA==" },
        },
        { type: "refusal", text: "I say no more." },
        { type: "image", source: { kind: "inline", mediaType: "image/png", base64: "iVBORw0KGgo=" } },
        {
          type: "vendor",
          dialect: "openai-responses",
          raw: { type: "web_search_call", id: "ws_1", status: "completed" },
        },
        { type: "text", text: "Wait." },
        { type: "tool-call", id: "call_1", name: "get_weather", arguments: '{"city":"Oslo"}' },
        {
          type: "tool-call",
          id: "call_2",
          name: "shell",
          arguments: "ls",
          isCustom: true,
          signature: { origin: "gemini", data: "Y2FsbA==" },
        },
      ],
      finish: { reason: "refusal" },
    },
  ],
  usage: usageOf({
    requests: 1,
    input: { uncached: 7, cacheRead: 2 },
    output: { text: 5, reasoning: 3 },
    toolCalls: { web_search: 1, image_generation: 1 },
  }),
};

function written(events: readonly ChatEvent[], request = REQUEST) {
  const encoder = createStreamEncoder({ ...CONTEXT, request });
  const pieces = events.map((event) => encoder.push(event));
  pieces.push(encoder.end());
  return { pieces, text: pieces.join(""), losses: encoder.losses() };
}

function messages(text: string): { event: string; data: Record<string, unknown> }[] {
  return text
    .split("\n\n")
    .filter((block) => block !== "")
    .map((block) => {
      const [event = "", data = ""] = block.split("\n");
      return { event: event.slice("event: ".length), data: JSON.parse(data.slice("data: ".length)) };
    });
}

function readBack(text: string) {
  const decoder = createStreamDecoder(CONTEXT);
  const events = messages(text).flatMap(({ event, data }) =>
    decoder.push({ event, data: JSON.stringify(data) }),
  );
  return { events, isWhole: decoder.end().isWhole };
}

describe("a stream for a client", () => {
  test("comes back as the answer that it was made of", () => {
    const { text, losses } = written(answerEvents(ANSWER));
    const { events, isWhole } = readBack(text);
    const { rawUsage: _rawUsage, ...received } = collectAnswer(events) ?? {};
    expect(isWhole).toBe(true);
    expect(received as unknown).toEqual(ANSWER);
    expect(losses).toEqual([]);
  });

  test("ends with the response that a whole answer is", () => {
    const { text } = written(answerEvents(ANSWER));
    const { body } = encodeAnswer(ANSWER, CONTEXT);
    expect(messages(text).at(-1)?.data["response"]).toEqual(JSON.parse(JSON.stringify(body)));
  });

  test("has the chances of tokens with their text, when they come before its end", () => {
    const tokens = [{ token: "One", logprob: -1, top: [{ token: "One", logprob: -1 }] }];
    const { text, losses } = written([
      { type: "start", id: "1", createdAtSeconds: 1, model: "m" },
      { type: "logprobs", choice: 0, of: "text", tokens },
      { type: "text-delta", choice: 0, block: 0, text: "One" },
      { type: "logprobs", choice: 0, of: "text", tokens },
      { type: "finish", choice: 0, finish: { reason: "stop" } },
    ]);
    expect(collectAnswer(readBack(text).events)?.choices[0]?.logprobs).toEqual({
      text: [...tokens, ...tokens],
    });
    expect(losses).toEqual([]);
  });

  test("numbers its events, names them, and keeps its end until the end", () => {
    const { pieces, text } = written(answerEvents(ANSWER));
    const all = messages(text);
    expect(all.map(({ data }) => data["sequence_number"])).toEqual(all.map((_, index) => index));
    expect(all.every(({ event, data }) => event === data["type"])).toBe(true);
    const last = pieces.at(-1) ?? "";
    expect(messages(last).map(({ event }) => event)).toEqual(["response.completed"]);
    expect(
      messages(pieces.slice(0, -1).join("")).some(({ data }) => JSON.stringify(data).includes('"usage"')),
    ).toBe(false);
  });

  test("lets calls be written at the same time, and text after them", () => {
    const call = (block: number, name: string): ChatEvent => ({
      type: "tool-call-start",
      choice: 0,
      block,
      id: `call_${block}`,
      name,
    });
    const piece = (block: number, text: string): ChatEvent => ({
      type: "tool-call-delta",
      choice: 0,
      block,
      arguments: text,
    });
    const { text, losses } = written([
      { type: "start", id: "1", createdAtSeconds: 1, model: "m" },
      { type: "text-delta", choice: 0, block: 0, text: "On" },
      call(1, "a"),
      call(2, "b"),
      piece(1, "{"),
      piece(2, "["),
      { type: "text-delta", choice: 0, block: 0, text: "e." },
      piece(2, "]"),
      piece(1, "}"),
      { type: "finish", choice: 0, finish: { reason: "stop" } },
    ]);
    expect(collectAnswer(readBack(text).events)?.choices[0]?.parts).toEqual([
      { type: "text", text: "On" },
      { type: "tool-call", id: "call_1", name: "a", arguments: "{}" },
      { type: "tool-call", id: "call_2", name: "b", arguments: "[]" },
      { type: "text", text: "e." },
    ]);
    expect(losses).toEqual([]);
  });

  test("that is cut for its length leaves its last item incomplete", () => {
    const { text } = written([
      { type: "start", id: "1", createdAtSeconds: 1, model: "m" },
      { type: "text-delta", choice: 0, block: 0, text: "On" },
      { type: "finish", choice: 0, finish: { reason: "length" } },
    ]);
    const last = messages(text).at(-1);
    expect(last?.event).toBe("response.incomplete");
    expect(last?.data["response"]).toMatchObject({
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output: [{ status: "incomplete" }],
    });
  });

  test("that breaks off ends in an error and a failed response, wherever it stood", () => {
    const error = {
      kind: "upstream",
      status: 502,
      code: "upstream.broken",
      message: "It broke off.",
    } as const;
    const events = answerEvents(ANSWER);
    for (let length = 0; length <= events.length; length++) {
      const encoder = createStreamEncoder(CONTEXT);
      const text =
        events
          .slice(0, length)
          .map((event) => encoder.push(event))
          .join("") + encoder.fail(error, "R1");
      const { events: read, isWhole } = readBack(text);
      expect(isWhole).toBe(false);
      expect(read.at(-1)).toMatchObject({ type: "error", error: { code: "upstream_broken" } });
      expect(messages(text).at(-1)?.event).toBe(length === 0 ? "error" : "response.failed");
      expect(text).not.toContain("response.completed");
    }
  });

  test("tells once what it cannot say", () => {
    const { losses } = written([
      { type: "start", id: "1", createdAtSeconds: 1, model: "m" },
      { type: "audio-delta", choice: 0, block: 0, base64: "AA==" },
      { type: "audio-delta", choice: 0, block: 0, base64: "AA==" },
      { type: "part", choice: 0, block: 1, part: { type: "vendor", dialect: "gemini", raw: {} } },
      { type: "signature", choice: 0, block: 7, signature: { origin: "gemini", data: "x" } },
      { type: "text-delta", choice: 1, block: 0, text: "other" },
      { type: "logprobs", choice: 0, of: "text", tokens: [{ token: "a", logprob: 0 }] },
      { type: "logprobs", choice: 0, of: "refusal", tokens: [{ token: "a", logprob: 0 }] },
      { type: "finish", choice: 0, finish: { reason: "stop", stopSequence: "END" } },
    ]);
    expect(losses.map(({ path, what }) => `${path} ${what}`)).toEqual([
      "choices[0].parts[0] left-out",
      "choices[0].parts[1] left-out",
      "choices[0].parts[7].signature left-out",
      "choices[1] left-out",
      "choices[0].logprobs.refusal left-out",
      "choices[0].logprobs.text left-out",
      "choices[0].finish.stopSequence left-out",
    ]);
  });

  test("has thoughts where a client looks that asked for summaries", () => {
    const { text, losses } = written(
      [
        { type: "start", id: "1", createdAtSeconds: 1, model: "m" },
        { type: "reasoning-delta", choice: 0, block: 0, text: "Hm" },
        { type: "reasoning-delta", choice: 0, block: 0, text: "m." },
        { type: "finish", choice: 0, finish: { reason: "stop" } },
      ],
      { ...REQUEST, reasoning: { summary: "auto" } },
    );
    expect(text).toContain("response.reasoning_summary_text.delta");
    expect(messages(text).at(-1)?.data["response"]).toMatchObject({
      output: [{ type: "reasoning", summary: [{ type: "summary_text", text: "Hmm." }] }],
    });
    expect(losses.map(({ path }) => path)).toEqual(["choices[0].parts[0].isSummary"]);
  });
});

/** What is used of the clients of both versions here is alike. */
describe.each([
  ["openai 6", OpenAI],
  ["openai 7", OpenAI7 as unknown as typeof OpenAI],
] as const)("the client %s", (_, Client) => {
  const clientOf = (text: string) =>
    new Client({
      apiKey: "k",
      maxRetries: 0,
      fetch: () => Promise.resolve(new Response(text, { headers: { "content-type": "text/event-stream" } })),
    });

  test("reads the stream to the response that it ends with", async () => {
    const { text } = written(answerEvents(ANSWER));
    const stream = clientOf(text).responses.stream({ model: "m", input: "x" });
    let said = "";
    stream.on("response.output_text.delta", ({ delta }) => (said += delta));
    const response = await stream.finalResponse();
    expect(said).toBe("Oslo is cold.Wait.");
    expect(response.status).toBe("completed");
    expect(response.output.map(({ type }) => type)).toEqual([
      "reasoning",
      "reasoning",
      "reasoning",
      "message",
      "image_generation_call",
      "web_search_call",
      "message",
      "function_call",
      "custom_tool_call",
    ]);
    expect(response.usage?.total_tokens).toBe(17);
  });

  test("throws what a broken stream ends with", async () => {
    const encoder = createStreamEncoder(CONTEXT);
    const error = {
      kind: "upstream",
      status: 502,
      code: "upstream.broken",
      message: "It broke off.",
    } as const;
    const begun = answerEvents(ANSWER)
      .slice(0, 5)
      .map((event) => encoder.push(event))
      .join("");
    const stream = clientOf(begun + encoder.fail(error, "R1")).responses.stream({ model: "m", input: "x" });
    await expect(stream.finalResponse()).rejects.toThrow("It broke off.");
  });
});
