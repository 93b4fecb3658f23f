import { expect, test } from "bun:test";
import { answerEvents } from "../chat/answer-events.ts";
import { collectAnswer } from "../chat/collect-answer.ts";
import type { ChatAnswer } from "../chat/chat-answer.ts";
import type { ChatEvent } from "../chat/chat-event.ts";
import type { ChatRequest } from "../chat/chat-request.ts";
import { GEMINI_ANSWERS } from "./gemini-answer-fixtures.ts";
import { geminiContentFormat } from "./gemini-content-format.ts";

const CONTEXT = { requestId: "req_1", createdAtSeconds: 5, model: "asked" };
const REQUEST: ChatRequest = { model: "asked", system: [], messages: [], stream: true, wantsUsage: true };
const START: ChatEvent = { type: "start", id: "a", createdAtSeconds: 5, model: "m" };
const DONE: ChatEvent = { type: "finish", choice: 0, finish: { reason: "stop" } };

function encoder(framing: "sse" | "json-array" = "sse") {
  return geminiContentFormat.createStreamEncoder({ ...CONTEXT, request: REQUEST, framing });
}

function dataOf(stream: string): string[] {
  return stream
    .split("\n\n")
    .filter(Boolean)
    .map((event) => event.replace(/^data: /, ""));
}

function decode(messages: readonly string[]) {
  const decoder = geminiContentFormat.createStreamDecoder(CONTEXT);
  const events = messages.flatMap((data) => decoder.push({ data }));
  const { events: last, isWhole } = decoder.end();
  return { events: [...events, ...last], isWhole };
}

function write(events: readonly ChatEvent[]) {
  const stream = encoder();
  const pushed = events.map((event) => stream.push(event)).join("");
  const last = stream.end();
  return { pushed: dataOf(pushed).map(read), last: read(dataOf(last)[0] ?? "{}"), losses: stream.losses() };
}

function read(json: string): unknown {
  return JSON.parse(json);
}

function withoutRaw(answer: ChatAnswer | undefined): unknown {
  if (answer === undefined) return undefined;
  const { rawUsage: _, ...rest } = answer;
  return rest;
}

// source: docs — https://ai.google.dev/gemini-api/docs/thinking (streaming) and …/thought-signatures
const STREAM = [
  { candidates: [{ content: { parts: [{ text: "I think", thought: true }], role: "model" }, index: 0 }] },
  { candidates: [{ content: { parts: [{ text: " so.", thought: true }], role: "model" }, index: 0 }] },
  { candidates: [{ content: { parts: [{ text: "Hel" }], role: "model" }, index: 0 }] },
  {
    candidates: [
      {
        content: { parts: [{ text: "lo" }, { text: "", thoughtSignature: "AAEC" }], role: "model" },
        index: 0,
      },
    ],
  },
  {
    candidates: [
      {
        content: {
          parts: [
            { functionCall: { name: "f", args: { a: 1 } }, thoughtSignature: "AwQF" },
            { functionCall: { name: "f", args: { a: 2 } } },
          ],
          role: "model",
        },
        index: 0,
      },
    ],
  },
  { candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP", index: 0 }] },
].map((chunk, index) => ({
  candidates: chunk.candidates,
  usageMetadata: {
    promptTokenCount: 10,
    candidatesTokenCount: index,
    thoughtsTokenCount: 3,
    totalTokenCount: 13 + index,
  },
  modelVersion: "gemini-3-flash-preview",
  responseId: "r1",
}));

test("the pieces of a stream are the parts of a whole answer", () => {
  const { events, isWhole } = decode(STREAM.map((chunk) => JSON.stringify(chunk)));
  expect(isWhole).toBe(true);
  expect(collectAnswer(events)).toEqual({
    id: "r1",
    createdAtSeconds: 5,
    model: "gemini-3-flash-preview",
    choices: [
      {
        index: 0,
        parts: [
          { type: "reasoning", text: "I think so." },
          { type: "text", text: "Hello", signature: { origin: "gemini", data: "AAEC" } },
          {
            type: "tool-call",
            id: "call_req_1_0",
            name: "f",
            arguments: '{"a":1}',
            signature: { origin: "gemini", data: "AwQF" },
          },
          { type: "tool-call", id: "call_req_1_1", name: "f", arguments: '{"a":2}' },
        ],
        finish: { reason: "tool-calls" },
      },
    ],
    usage: expect.objectContaining({ output: { text: 5, reasoning: 3, audio: 0, image: 0 } }),
    rawUsage: STREAM.at(-1)?.usageMetadata,
  });
});

test("a stream that is cut anywhere is not whole, and says what had come", () => {
  for (let length = 0; length < STREAM.length; length++) {
    const { events, isWhole } = decode(STREAM.slice(0, length).map((chunk) => JSON.stringify(chunk)));
    expect(isWhole).toBe(false);
    expect(events.some(({ type }) => type === "finish")).toBe(false);
    expect(events.filter(({ type }) => type === "start")).toHaveLength(length === 0 ? 0 : 1);
  }
});

test("every answer says the same as a stream, in both directions", () => {
  for (const wire of GEMINI_ANSWERS) {
    const answer = geminiContentFormat.decodeAnswer(wire, CONTEXT);
    const stream = encoder();
    const text =
      answerEvents(answer)
        .map((event) => stream.push(event))
        .join("") + stream.end();
    const { events, isWhole } = decode(dataOf(text));
    expect(isWhole).toBe(true);
    expect(withoutRaw(collectAnswer(events))).toEqual(withoutRaw(answer));
    expect(withoutRaw(collectAnswer(decode([JSON.stringify(wire)]).events))).toEqual(withoutRaw(answer));
  }
});

test("without alt=sse a stream is one JSON array", () => {
  const stream = encoder("json-array");
  const events: ChatEvent[] = [
    START,
    { type: "text-delta", choice: 0, block: 0, text: "a" },
    { type: "text-delta", choice: 0, block: 0, text: "b" },
    DONE,
  ];
  const text = events.map((event) => stream.push(event)).join("");
  const whole = read(text + stream.end());
  expect(whole).toHaveLength(3);
  expect(whole).toMatchObject([
    { candidates: [{ content: { parts: [{ text: "a" }] } }] },
    { candidates: [{ content: { parts: [{ text: "b" }] } }] },
    { candidates: [{ finishReason: "STOP" }] },
  ]);
  expect(read(encoder("json-array").end())).toHaveLength(1);
});

test("finish and usage are held back to the end", () => {
  const { pushed, last } = write([
    START,
    { type: "text-delta", choice: 0, block: 0, text: "a" },
    {
      type: "usage",
      raw: {},
      usage: geminiContentFormat.decodeAnswer(GEMINI_ANSWERS[0], CONTEXT).usage ?? expect.unreachable(),
    },
    DONE,
  ]);
  expect(pushed).toEqual([
    {
      candidates: [{ content: { parts: [{ text: "a" }], role: "model" }, index: 0 }],
      modelVersion: "m",
      responseId: "a",
    },
  ]);
  expect(last).toMatchObject({
    // Google's own clients drop a conversation whose last chunk has no part.
    candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 100, thoughtsTokenCount: 30, totalTokenCount: 150 },
  });
});

test("a broken stream ends with an error and without a finish", () => {
  const error = { kind: "upstream", status: 502, code: "upstream.truncated", message: "Broke off." } as const;
  for (const framing of ["sse", "json-array"] as const) {
    const stream = encoder(framing);
    const text = [START, { type: "text-delta", choice: 0, block: 0, text: "a" } as const, DONE]
      .map((event) => stream.push(event))
      .join("");
    const whole = text + stream.fail(error, "req_1");
    expect(whole).not.toContain("finishReason");
    const messages = framing === "sse" ? dataOf(whole).map(read) : read(whole);
    expect(messages).toMatchObject([{ candidates: [{}] }, { error: { code: 502, status: "UNAVAILABLE" } }]);
  }
});

test("calls that grow side by side are written whole, in their order", () => {
  const call = (block: number): ChatEvent => ({
    type: "tool-call-start",
    choice: 0,
    block,
    id: `c${block}`,
    name: "f",
  });
  const grow = (block: number, text: string): ChatEvent => ({
    type: "tool-call-delta",
    choice: 0,
    block,
    arguments: text,
  });
  const { pushed, losses } = write([
    START,
    call(0),
    grow(0, '{"a"'),
    call(1),
    grow(0, ":1}"),
    grow(1, "{}"),
    { type: "signature", choice: 0, block: 1, signature: { origin: "gemini", data: "AAEC" } },
    { type: "text-delta", choice: 0, block: 2, text: "Done." },
    call(3),
    { type: "finish", choice: 0, finish: { reason: "tool-calls" } },
  ]);
  const parts = pushed.flatMap((chunk) => Object(chunk).candidates[0].content.parts);
  expect(parts).toEqual([
    { functionCall: { id: "c0", name: "f", args: { a: 1 } } },
    { functionCall: { id: "c1", name: "f", args: {} }, thoughtSignature: "AAEC" },
    { text: "Done." },
    { functionCall: { id: "c3", name: "f" } },
  ]);
  expect(losses).toEqual([]);
});

test("a call that is whole goes out when the next begins", () => {
  const stream = encoder();
  stream.push(START);
  stream.push({ type: "tool-call-start", choice: 0, block: 0, id: "c0", name: "f" });
  expect(stream.push({ type: "tool-call-delta", choice: 0, block: 0, arguments: "{}" })).toBe("");
  expect(stream.push({ type: "tool-call-start", choice: 0, block: 1, id: "c1", name: "g" })).toContain(
    '"c0"',
  );
  expect(stream.push({ type: "block-end", choice: 0, block: 1 })).toContain('"c1"');
});

test("seals of others follow their thoughts", () => {
  const { pushed } = write([
    START,
    { type: "reasoning-delta", choice: 0, block: 0, text: "hm" },
    { type: "signature", choice: 0, block: 0, signature: { origin: "anthropic", data: "s" } },
    { type: "encrypted", choice: 0, block: 1, encrypted: { origin: "anthropic", data: "e" } },
    DONE,
  ]);
  const { events } = decode(
    [...pushed, { candidates: [{ finishReason: "STOP" }] }].map((chunk) => JSON.stringify(chunk)),
  );
  expect(collectAnswer(events)?.choices[0]?.parts).toEqual([
    { type: "reasoning", text: "hm", signature: { origin: "anthropic", data: "s" } },
    { type: "reasoning", text: "", encrypted: { origin: "anthropic", data: "e" } },
  ]);
});

test("citations of texts that follow each other count from the part that the client sees", () => {
  const url = (block: number, href: string): ChatEvent => ({
    type: "annotation",
    choice: 0,
    block,
    annotation: { type: "url", url: href },
  });
  const { pushed, last } = write([
    START,
    { type: "reasoning-delta", choice: 0, block: 0, text: "hm" },
    { type: "text-delta", choice: 0, block: 1, text: "Zürich " },
    url(1, "https://z.example"),
    { type: "text-delta", choice: 0, block: 2, text: "ist schön" },
    url(2, "https://y.example"),
    DONE,
  ]);
  expect(last).toMatchObject({
    candidates: [
      {
        groundingMetadata: {
          groundingSupports: [
            { segment: { partIndex: 1, startIndex: 0, endIndex: 8 } },
            { segment: { partIndex: 1, startIndex: 8, endIndex: 18 } },
          ],
        },
      },
    ],
  });
  const { events } = decode([...pushed, last].map((chunk) => JSON.stringify(chunk)));
  expect(collectAnswer(events)?.choices[0]?.parts[1]).toMatchObject({
    text: "Zürich ist schön",
    annotations: [
      { url: "https://z.example", startIndex: 0, endIndex: 7 },
      { url: "https://y.example", startIndex: 7, endIndex: 16 },
    ],
  });
});

test("speech comes and goes in pieces", () => {
  const piece = (data: string) => ({
    candidates: [{ content: { parts: [{ inlineData: { mimeType: "audio/L16;rate=24000", data } }] } }],
  });
  const { events } = decode(
    [piece("AAA="), piece("AQE="), { candidates: [{ finishReason: "STOP" }] }].map((chunk) =>
      JSON.stringify(chunk),
    ),
  );
  expect(collectAnswer(events)?.choices[0]?.parts).toEqual([
    { type: "audio", source: { kind: "inline", mediaType: "audio/L16;rate=24000", base64: "AAABAQ==" } },
  ]);
  const { pushed, losses } = write([
    START,
    { type: "audio-delta", choice: 0, block: 0, mediaType: "audio/wav", base64: "AAA=" },
    { type: "audio-delta", choice: 0, block: 0, base64: "AQE=", transcript: "Hi" },
    DONE,
  ]);
  expect(pushed).toMatchObject([
    { candidates: [{ content: { parts: [{ inlineData: { mimeType: "audio/wav", data: "AAA=" } }] } }] },
    { candidates: [{ content: { parts: [{ inlineData: { mimeType: "audio/wav", data: "AQE=" } }] } }] },
  ]);
  expect(losses.map(({ path }) => path)).toEqual(["choices[0].parts[0].transcript"]);
});

test("what is no answer is an error, and nothing follows it", () => {
  const streams: readonly [string, object][] = [
    ["{broken", { code: "upstream.invalid", status: 502 }],
    ["[]", { code: "upstream.invalid" }],
    [
      '{"error":{"code":503,"message":"The model is overloaded.","status":"UNAVAILABLE"}}',
      { kind: "unavailable", status: 503, code: "UNAVAILABLE", message: "The model is overloaded." },
    ],
  ];
  for (const [data, error] of streams) {
    const { events, isWhole } = decode([data, JSON.stringify(STREAM[0])]);
    expect(events).toMatchObject([{ type: "error", error }]);
    expect(isWhole).toBe(false);
  }
  expect(decode([]).isWhole).toBe(false);
  expect(decode(["", "[DONE]"]).events).toEqual([]);
});

test("a prompt that is refused in a stream is whole", () => {
  const { events, isWhole } = decode(['{"promptFeedback":{"blockReason":"SAFETY"}}']);
  expect(isWhole).toBe(true);
  expect(collectAnswer(events)?.choices).toEqual([
    { index: 0, parts: [], finish: { reason: "content-filter" } },
  ]);
});
