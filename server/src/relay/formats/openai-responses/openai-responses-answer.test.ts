import { describe, expect, test } from "bun:test";
import type { Response } from "openai/resources/responses/responses";
import { usageOf } from "../../../pricing/usage.ts";
import type { ChatAnswer, ChatFinish } from "../chat/chat-answer.ts";
import { FormatError } from "../chat/chat-error.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { decodeAnswer } from "./openai-responses-answer-decoder.ts";
import { encodeAnswer } from "./openai-responses-answer-encoder.ts";

const REQUEST: ChatRequest = { model: "m", system: [], messages: [], stream: false, wantsUsage: true };
const CONTEXT = { requestId: "R1", createdAtSeconds: 1, model: "m", request: REQUEST };

/**
 * A response in the shape of the SDK's `Response`, transcribed from the example of
 * https://platform.openai.com/docs/api-reference/responses/object with a search, a thought and a call added.
 */
const RESPONSE = {
  id: "resp_67ccd3a9da748190baa7f1570fe91ac604becb25c45c1d41",
  object: "response",
  created_at: 1741476777,
  status: "completed",
  error: null,
  incomplete_details: null,
  instructions: null,
  max_output_tokens: null,
  model: "gpt-5.4-2026-03-05",
  output: [
    {
      type: "reasoning",
      id: "rs_1",
      summary: [{ type: "summary_text", text: "I should search." }],
      encrypted_content: "gAAAAA",
    },
    {
      type: "web_search_call",
      id: "ws_1",
      status: "completed",
      action: { type: "search", query: "oslo" },
    },
    {
      type: "message",
      id: "msg_67ccd3acc8d48190a77525dc6de64b4104becb25c45c1d41",
      status: "completed",
      role: "assistant",
      phase: "commentary",
      content: [
        {
          type: "output_text",
          text: "Oslo has 700,000 people.",
          annotations: [
            { type: "url_citation", start_index: 0, end_index: 4, title: "Oslo", url: "https://o.example" },
            { type: "file_citation", file_id: "file-1", filename: "a.pdf", index: 3 },
            { type: "file_path", file_id: "file-2", index: 1 },
          ],
          logprobs: [
            {
              token: "Oslo",
              bytes: [79, 115, 108, 111],
              logprob: -0.1,
              top_logprobs: [{ token: "Oslo", bytes: [79], logprob: -0.1 }],
            },
          ],
        },
      ],
    },
    {
      type: "function_call",
      id: "fc_1",
      call_id: "call_1",
      name: "get_weather",
      arguments: '{"city":"Oslo"}',
      status: "completed",
      namespace: "geo",
    },
  ],
  output_text: "",
  parallel_tool_calls: true,
  previous_response_id: null,
  reasoning: { effort: null, summary: null },
  service_tier: "default",
  temperature: 1,
  text: { format: { type: "text" } },
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  truncation: "disabled",
  usage: {
    input_tokens: 328,
    input_tokens_details: { cached_tokens: 100 },
    output_tokens: 52,
    output_tokens_details: { reasoning_tokens: 12 },
    total_tokens: 380,
  },
  metadata: {},
} satisfies Response;

const DIALECT = "openai-responses";
const CALL = { type: "tool-call", id: "call_1", name: "f", arguments: "{}" } as const;

function answerOf(parts: ChatAnswer["choices"][number]["parts"], finish: ChatFinish): ChatAnswer {
  return {
    id: "resp_1",
    createdAtSeconds: 5,
    model: "m",
    choices: [{ index: 0, parts, finish }],
  };
}

function travelled(answer: ChatAnswer, request = REQUEST) {
  const { body, losses } = encodeAnswer(answer, { ...CONTEXT, request });
  const received = decodeAnswer(JSON.parse(JSON.stringify(body)), CONTEXT);
  return { body, received, losses: losses.map(({ path, what }) => `${path} ${what}`) };
}

describe("a response", () => {
  test("is read part by part", () => {
    const { rawUsage, ...answer } = decodeAnswer(
      { ...RESPONSE, moderation: { input: {} }, access_programs: { cyber: "standard" } },
      CONTEXT,
    );
    expect(rawUsage).toEqual(RESPONSE.usage);
    expect(answer).toEqual({
      id: "resp_67ccd3a9da748190baa7f1570fe91ac604becb25c45c1d41",
      createdAtSeconds: 1741476777,
      model: "gpt-5.4-2026-03-05",
      serviceTier: "default",
      choices: [
        {
          index: 0,
          parts: [
            {
              type: "reasoning",
              text: "I should search.",
              id: "rs_1",
              isSummary: true,
              encrypted: { origin: "openai", data: "gAAAAA" },
            },
            { type: "vendor", dialect: DIALECT, raw: RESPONSE.output[1] ?? {} },
            {
              type: "text",
              text: "Oslo has 700,000 people.",
              annotations: [
                { type: "url", url: "https://o.example", title: "Oslo", startIndex: 0, endIndex: 4 },
                { type: "document", fileId: "file-1", title: "a.pdf", documentIndex: 3 },
                {
                  type: "vendor",
                  dialect: DIALECT,
                  raw: { type: "file_path", file_id: "file-2", index: 1 },
                },
              ],
              extensions: { dialect: DIALECT, fields: { message: { phase: "commentary" } } },
            },
            {
              type: "tool-call",
              id: "call_1",
              name: "get_weather",
              arguments: '{"city":"Oslo"}',
              extensions: { dialect: DIALECT, fields: { namespace: "geo" } },
            },
          ],
          finish: { reason: "tool-calls" },
          logprobs: {
            text: [
              {
                token: "Oslo",
                bytes: [79, 115, 108, 111],
                logprob: -0.1,
                top: [{ token: "Oslo", bytes: [79], logprob: -0.1 }],
              },
            ],
          },
          extensions: { dialect: DIALECT, fields: { moderation: { input: {} } } },
        },
      ],
      usage: usageOf({
        requests: 1,
        input: { uncached: 228, cacheRead: 100 },
        output: { text: 40, reasoning: 12 },
        toolCalls: { web_search: 1 },
      }),
      extensions: { dialect: DIALECT, fields: { access_programs: { cyber: "standard" } } },
    });
  });

  test("that is written and read again is the same", () => {
    const answer = decodeAnswer({ ...RESPONSE, tool_usage: { web_search: { num_requests: 1 } } }, CONTEXT);
    const { received, losses } = travelled(answer);
    const { rawUsage: _one, ...sent } = answer;
    const { rawUsage: _other, ...read } = received;
    expect(read).toEqual(sent);
    expect(losses).toEqual([]);
  });

  test("repeats its request, and says null where it said nothing", () => {
    const request: ChatRequest = {
      ...REQUEST,
      system: [{ type: "text", text: "Be brief." }],
      maxOutputTokens: 9,
      reasoning: { effort: "low" },
      tools: [{ type: "function", name: "f", isStrict: true }],
      metadata: { a: "b" },
    };
    const { body } = travelled(answerOf([{ type: "text", text: "Hi" }], { reason: "stop" }), request);
    expect(body).toEqual({
      id: "resp_1",
      object: "response",
      created_at: 5,
      status: "completed",
      background: false,
      error: null,
      incomplete_details: null,
      model: "m",
      output: [
        {
          type: "message",
          id: "msg_1_0",
          status: "completed",
          role: "assistant",
          content: [{ type: "output_text", text: "Hi", annotations: [], logprobs: [] }],
        },
      ],
      instructions: "Be brief.",
      max_output_tokens: 9,
      temperature: null,
      top_p: null,
      tool_choice: "auto",
      tools: [{ type: "function", name: "f", strict: true }],
      parallel_tool_calls: true,
      previous_response_id: null,
      metadata: { a: "b" },
      store: false,
      truncation: "disabled",
      user: null,
      reasoning: { effort: "low", summary: null },
      text: { format: { type: "text" } },
    });
  });

  test.each([
    [{ reason: "stop" }, [{ type: "text", text: "Hi" }], []],
    [{ reason: "tool-calls" }, [CALL], []],
    [{ reason: "refusal" }, [{ type: "refusal", text: "No." }], []],
    [{ reason: "length" }, [{ type: "text", text: "Hi" }], []],
    [{ reason: "content-filter" }, [], []],
    [{ reason: "pause" }, [CALL], []],
    [{ reason: "other", raw: "steered" }, [], []],
    [{ reason: "other", raw: "cancelled" }, [], []],
    [{ reason: "other" }, [], []],
    [
      { reason: "error", raw: "rate_limit_exceeded", message: "Slow down." },
      [{ type: "text", text: "Hi" }],
      [],
    ],
    [{ reason: "stop" }, [], []],
  ] as const)("that ends with %j says so", (finish, parts, expected) => {
    const { received, losses } = travelled(answerOf(parts, finish));
    expect(received.choices[0]?.finish).toEqual(finish);
    expect(received.choices[0]?.parts).toEqual([...parts]);
    expect<readonly string[]>(losses).toEqual(expected);
  });

  test("tells what it cannot say", () => {
    const { received, losses } = travelled({
      ...answerOf(
        [
          { type: "audio", transcript: "Hi" },
          { type: "image", source: { kind: "url", url: "https://p.example" } },
          { type: "vendor", dialect: "gemini", raw: {} },
        ],
        { reason: "refusal", raw: "SAFETY", stopSequence: "END", message: "no" },
      ),
      choices: [
        {
          index: 0,
          parts: [
            { type: "audio", transcript: "Hi" },
            { type: "image", source: { kind: "url", url: "https://p.example" } },
            { type: "vendor", dialect: "gemini", raw: {} },
          ],
          finish: { reason: "refusal", raw: "SAFETY", stopSequence: "END", message: "no" },
          logprobs: { text: [{ token: "a", logprob: 0 }], refusal: [{ token: "b", logprob: 0 }] },
          extensions: { dialect: "gemini", fields: { safetyRatings: [] } },
        },
        { index: 1, parts: [], finish: { reason: "stop" } },
      ],
      usage: usageOf({
        requests: 1,
        input: { uncached: 3, cacheWrite1h: 2 },
        images: 1,
        toolCalls: { web_search: 1 },
      }),
    });
    expect(received.choices[0]?.finish).toEqual({ reason: "content-filter" });
    expect(received.usage?.input).toMatchObject({ uncached: 3, cacheWrite5m: 2 });
    expect(losses).toEqual([
      "choices[1] left-out",
      "choices[0].logprobs.refusal left-out",
      "choices[0].logprobs.text left-out",
      "choices[0].parts[0] left-out",
      "choices[0].parts[1] left-out",
      "choices[0].parts[2] left-out",
      "choices[0].finish.stopSequence left-out",
      "choices[0].finish.message left-out",
      "choices[0].finish.raw left-out",
      "choices[0].finish.reason changed",
      "usage.input.cacheWrite1h changed",
      "usage.images left-out",
      "usage.toolCalls changed",
      "choices[0].extensions.fields.safetyRatings left-out",
    ]);
  });

  test("carries pictures and the signatures of other vendors", () => {
    const parts = [
      { type: "text", text: "Look:", signature: { origin: "gemini", data: "c2ln" } },
      {
        type: "image",
        source: { kind: "inline", mediaType: "image/webp", base64: "UklGRg==" },
        signature: { origin: "gemini", data: "cGlj" },
        extensions: { dialect: DIALECT, fields: { id: "ig_9" } },
      },
      { ...CALL, signature: { origin: "unknown", data: "Y2FsbA==" } },
    ] as const;
    const { received, losses } = travelled(answerOf(parts, { reason: "tool-calls" }));
    expect(received.choices[0]?.parts).toEqual([...parts]);
    expect(losses).toEqual([]);
  });
});

describe("what is no answer", () => {
  test.each([
    ["x", "body: it must be an object"],
    [{ error: { message: "no" } }, "output: it must be an array"],
    [{ status: "failed", output: [], error: { message: "no" } }, "error: there is no answer"],
    [{ status: "in_progress", output: [] }, "status: the answer is not finished"],
  ])("%j is refused", (body, message) => {
    expect(() => decodeAnswer(body, CONTEXT)).toThrow(new FormatError(...place(message)));
  });

  test("but one that leaves almost everything out is read", () => {
    const output = [null, { type: "function_call", arguments: { a: 1 } }, { type: "message", content: null }];
    expect(decodeAnswer({ output }, CONTEXT)).toEqual({
      id: "R1",
      createdAtSeconds: 1,
      model: "m",
      choices: [
        {
          index: 0,
          parts: [{ type: "tool-call", id: "call_R1_0", name: "", arguments: '{"a":1}' }],
          finish: { reason: "tool-calls" },
        },
      ],
    });
  });
});

function place(message: string): [string, string] {
  const [path = "", reason = ""] = message.split(": ");
  return [path, reason];
}
