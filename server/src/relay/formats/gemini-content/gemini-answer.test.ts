import { expect, test } from "bun:test";
import { FINISH_REASONS } from "../chat/chat-answer.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import {
  BLOCKED_ANSWER,
  GEMINI_ANSWERS,
  GROUNDED_ANSWER,
  MIXED_ANSWER,
  TOOL_ANSWER,
} from "./gemini-answer-fixtures.ts";
import { geminiContentFormat } from "./gemini-content-format.ts";

const { decodeAnswer, encodeAnswer } = geminiContentFormat;
const CONTEXT = { requestId: "req_1", createdAtSeconds: 5, model: "asked" };
const REQUEST: ChatRequest = { model: "asked", system: [], messages: [], stream: false, wantsUsage: true };

function encode(answer: ChatAnswer) {
  const { body, losses } = encodeAnswer(answer, { ...CONTEXT, request: REQUEST });
  return { body, losses: losses.map(({ path, what }) => `${what} ${path}`) };
}

test("thoughts, text and parallel calls keep their order", () => {
  const answer = decodeAnswer(TOOL_ANSWER, CONTEXT);
  expect(answer).toEqual({
    id: "mAitaLmkHPPlz7IPvtfUqQ4",
    createdAtSeconds: 5,
    model: "gemini-2.5-flash",
    choices: [
      {
        index: 0,
        parts: [
          { type: "reasoning", text: "The user asks for two cities." },
          { type: "text", text: "I will look them up." },
          {
            type: "tool-call",
            id: "8f2b1a3c",
            name: "check_flight",
            arguments: '{"flight":"AA100"}',
            signature: { origin: "gemini", data: "c2lnbmF0dXJlX0E=" },
          },
          { type: "tool-call", id: "call_req_1_0", name: "check_flight", arguments: "{}" },
        ],
        finish: { reason: "tool-calls" },
        extensions: {
          dialect: "gemini",
          fields: {
            safetyRatings: [{ category: "HARM_CATEGORY_HARASSMENT", probability: "NEGLIGIBLE" }],
            avgLogprobs: -0.25,
          },
        },
      },
    ],
    usage: expect.objectContaining({
      input: { uncached: 60, cacheRead: 40, cacheWrite5m: 0, cacheWrite1h: 0, audio: 0, image: 0 },
      output: { text: 20, reasoning: 30, audio: 0, image: 0 },
    }),
    rawUsage: TOOL_ANSWER.usageMetadata,
  });
});

test("every answer of the dialect comes back as it was, without a loss", () => {
  for (const wire of GEMINI_ANSWERS) {
    const answer = decodeAnswer(wire, CONTEXT);
    const { body, losses } = encode(answer);
    expect(losses).toEqual(answer.usage?.toolCalls ? ["left-out usage.toolCalls"] : []);
    const { rawUsage: _again, ...again } = decodeAnswer(body, CONTEXT);
    const { rawUsage: _first, ...first } = answer;
    expect(again).toEqual(first);
  }
});

test("bytes of a citation are characters of its text", () => {
  const [choice] = decodeAnswer(GROUNDED_ANSWER, CONTEXT).choices;
  const [part] = choice?.parts ?? [];
  const annotations = part?.type === "text" ? (part.annotations ?? []) : [];
  const text = part?.type === "text" ? part.text : "";
  const cited = annotations.map((one) =>
    one.type === "url" ? [one.url, text.slice(one.startIndex, one.endIndex)] : one.type,
  );
  expect(cited).toEqual([
    ["https://a.example/1", "Spanien gewann die EM 2024 – “2:1”."],
    ["https://a.example/2", "Spanien gewann die EM 2024 – “2:1”."],
    ["https://a.example/2", "Und England verlor."],
    "vendor",
  ]);
  expect(decodeAnswer(GROUNDED_ANSWER, CONTEXT).usage?.toolCalls).toEqual({ google_search: 1 });
});

test("citations of others are written as grounding, and come back", () => {
  const answer: ChatAnswer = {
    id: "a",
    createdAtSeconds: 5,
    model: "m",
    choices: [
      {
        index: 0,
        parts: [
          { type: "text", text: "Zürich", annotations: [{ type: "url", url: "https://z.example" }] },
          {
            type: "text",
            text: "ist schön",
            annotations: [{ type: "url", url: "https://y.example", title: "Y", startIndex: 4, endIndex: 9 }],
          },
        ],
        finish: { reason: "stop" },
      },
    ],
  };
  const { body, losses } = encode(answer);
  expect(losses).toEqual([]);
  expect(body).toMatchObject({
    candidates: [
      {
        groundingMetadata: {
          groundingChunks: [
            { web: { uri: "https://z.example" } },
            { web: { uri: "https://y.example", title: "Y" } },
          ],
          groundingSupports: [
            { segment: { partIndex: 0, startIndex: 0, endIndex: 7 }, groundingChunkIndices: [0] },
            { segment: { partIndex: 1, startIndex: 4, endIndex: 10 }, groundingChunkIndices: [1] },
          ],
        },
      },
    ],
  });
  expect(decodeAnswer(body, CONTEXT)).toEqual(answer);
});

test("a refused prompt is an answer that a filter ended, and is written without candidates", () => {
  const answer = decodeAnswer(BLOCKED_ANSWER, CONTEXT);
  expect(answer.choices).toEqual([
    { index: 0, parts: [], finish: { reason: "content-filter", raw: "PROHIBITED_CONTENT" } },
  ]);
  expect(encode(answer).body).toMatchObject({ promptFeedback: BLOCKED_ANSWER.promptFeedback });
  expect(encode(answer).body["candidates"]).toBeUndefined();
});

test("thoughts that are pictures and kinds that nobody knows are kept as they came", () => {
  const thought = { inlineData: { mimeType: "image/png", data: "aGk=" }, thought: true };
  const broken = { functionCall: { args: {} } };
  const wire = {
    candidates: [
      { content: { parts: [thought, null, "x", broken, { text: null }, {}] }, finishReason: "STOP" },
    ],
  };
  expect(decodeAnswer(wire, CONTEXT).choices[0]?.parts).toEqual([
    { type: "vendor", dialect: "gemini", raw: thought },
    { type: "vendor", dialect: "gemini", raw: broken },
  ]);
});

test("the signature behind a text is the text's", () => {
  const parts = [{ text: "Hello" }, { text: "", thoughtSignature: "AAEC" }];
  const wire = { candidates: [{ content: { parts }, finishReason: "STOP" }] };
  expect(decodeAnswer(wire, CONTEXT).choices[0]?.parts).toEqual([
    { type: "text", text: "Hello", signature: { origin: "gemini", data: "AAEC" } },
  ]);
});

test("an answer with calls waits for their results, whatever stands behind them", () => {
  const parts = [{ functionCall: { id: "c", name: "f", args: {} } }, { text: "", thoughtSignature: "AAEC" }];
  const wire = { candidates: [{ content: { parts }, finishReason: "STOP" }] };
  const answer = decodeAnswer(wire, CONTEXT);
  expect(answer.choices[0]?.finish).toEqual({ reason: "tool-calls" });
  const stopped = {
    ...answer,
    choices: answer.choices.map(({ index, parts: said }) => ({
      index,
      parts: said,
      finish: { reason: "stop" as const },
    })),
  };
  expect(encode(stopped).losses).toEqual(["changed choices[0].finish.reason"]);
});

test("each of the vendor's words for an end comes back", () => {
  const words = [
    "STOP",
    "MAX_TOKENS",
    "SAFETY",
    "RECITATION",
    "LANGUAGE",
    "OTHER",
    "BLOCKLIST",
    "PROHIBITED_CONTENT",
    "SPII",
    "MALFORMED_FUNCTION_CALL",
    "IMAGE_SAFETY",
    "UNEXPECTED_TOOL_CALL",
    "TOO_MANY_TOOL_CALLS",
    "IMAGE_PROHIBITED_CONTENT",
    "NO_IMAGE",
    "IMAGE_RECITATION",
    "IMAGE_OTHER",
    "CONTINUATION",
    "FINISH_REASON_UNSPECIFIED",
    "CONSTRUCTOR",
  ];
  for (const finishReason of words) {
    const answer = decodeAnswer({ candidates: [{ finishReason }] }, CONTEXT);
    const { body, losses } = encode(answer);
    expect(body).toMatchObject({ candidates: [{ finishReason }] });
    expect(losses).toEqual([]);
  }
  expect(
    decodeAnswer({ candidates: [{ finishReason: "constructor" }] }, CONTEXT).choices[0]?.finish.reason,
  ).toBe("other");
});

test("reasons of others get the nearest word", () => {
  const written = FINISH_REASONS.map((reason) => {
    const { body, losses } = encode({
      id: "a",
      createdAtSeconds: 5,
      model: "m",
      choices: [{ index: 0, parts: [], finish: { reason } }],
    });
    return [reason, Object(body["candidates"])[0].finishReason, losses.length];
  });
  expect(written).toEqual([
    ["stop", "STOP", 0],
    ["length", "MAX_TOKENS", 0],
    ["tool-calls", "STOP", 0],
    ["content-filter", "SAFETY", 0],
    ["refusal", "SAFETY", 1],
    ["pause", "CONTINUATION", 0],
    ["error", "OTHER", 1],
    ["other", "OTHER", 0],
  ]);
});

test("what a client of this dialect cannot be told is a loss", () => {
  const { body, losses } = encode({
    id: "chatcmpl-1",
    createdAtSeconds: 5,
    model: "m",
    serviceTier: "default",
    choices: [
      {
        index: 0,
        parts: [
          { type: "reasoning", text: "a", id: "rs_1", isSummary: true },
          { type: "reasoning", text: "b", encrypted: { origin: "openai", data: "e" } },
          { type: "refusal", text: "I cannot." },
          { type: "vendor", dialect: "anthropic", raw: { type: "x" } },
        ],
        finish: { reason: "refusal", raw: "stop", stopSequence: "X" },
      },
    ],
    extensions: { dialect: "openai-chat", fields: { system_fingerprint: "f" } },
  });
  expect(body).toMatchObject({
    candidates: [
      {
        content: {
          parts: [
            { text: "a", thought: true },
            {
              text: "b",
              thought: true,
              thoughtSignature: Buffer.from("encrypted:openai:e").toString("base64"),
            },
            { text: "I cannot." },
          ],
        },
      },
    ],
    responseId: "chatcmpl-1",
  });
  expect(losses).toEqual([
    "left-out extensions.fields.system_fingerprint",
    "left-out serviceTier",
    "changed choices[0].parts[1]",
    "left-out choices[0].parts[0].id",
    "left-out choices[0].parts[0].isSummary",
    "changed choices[0].parts[2]",
    "left-out choices[0].parts[3]",
    "left-out choices[0].finish.raw",
    "left-out choices[0].finish.stopSequence",
    "changed choices[0].finish.reason",
  ]);
});

test("bodies that are no answers are refused", () => {
  const bodies = [
    undefined,
    [],
    "x",
    {},
    { candidates: [] },
    { error: { code: 400 } },
    { promptFeedback: {} },
  ];
  for (const body of bodies) expect(() => decodeAnswer(body, CONTEXT)).toThrow();
  expect(decodeAnswer(MIXED_ANSWER, CONTEXT).choices).toHaveLength(2);
});
