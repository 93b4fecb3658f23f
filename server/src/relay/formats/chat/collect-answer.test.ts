import { expect, test } from "bun:test";
import { usageOf } from "../../../pricing/usage.ts";
import { answerEvents } from "./answer-events.ts";
import type { ChatAnswer } from "./chat-answer.ts";
import type { ChatEvent } from "./chat-event.ts";
import { collectAnswer, createAnswerCollector } from "./collect-answer.ts";

const ANSWER: ChatAnswer = {
  id: "a1",
  createdAtSeconds: 5,
  model: "m",
  serviceTier: "flex",
  extensions: { dialect: "gemini", fields: { x: 1 } },
  choices: [
    {
      index: 0,
      parts: [
        {
          type: "reasoning",
          text: "Hm.",
          id: "r1",
          isSummary: true,
          signature: { origin: "anthropic", data: "s" },
          encrypted: { origin: "openai", data: "e" },
        },
        { type: "text", text: "Hi.", annotations: [{ type: "url", url: "https://a.example" }] },
        { type: "refusal", text: "No." },
        { type: "tool-call", id: "c1", name: "f", arguments: "{}", isCustom: true },
        { type: "image", source: { kind: "url", url: "https://a.example/cat.png" } },
        { type: "vendor", dialect: "gemini", raw: { executableCode: {} } },
      ],
      finish: { reason: "tool-calls" },
      logprobs: { text: [{ token: "Hi", logprob: -1 }], refusal: [{ token: "No", logprob: -2 }] },
      extensions: { dialect: "gemini", fields: { y: 2 } },
    },
    { index: 1, parts: [], finish: { reason: "length" } },
  ],
  usage: usageOf({ input: { uncached: 1 } }),
  rawUsage: { total: 1 },
};

test("an answer's events make the answer again", () => {
  expect(collectAnswer(answerEvents(ANSWER))).toEqual(ANSWER);
});

const START: ChatEvent = { type: "start", id: "a", createdAtSeconds: 5, model: "m" };

test("pieces are joined, whichever part they come for", () => {
  const text = (block: number, piece: string): ChatEvent => ({
    type: "text-delta",
    choice: 0,
    block,
    text: piece,
  });
  const answer = collectAnswer([START, text(0, "a"), text(1, "c"), text(0, "b")]);
  expect(answer?.choices[0]?.parts.map((part) => (part.type === "text" ? part.text : ""))).toEqual([
    "ab",
    "c",
  ]);
});

test("pieces of sound that are base64 each on its own make one sound", () => {
  const sound = (base64: string): ChatEvent => ({ type: "audio-delta", choice: 0, block: 0, base64 });
  const answer = collectAnswer([
    START,
    { type: "audio-delta", choice: 0, block: 0, id: "s1", mediaType: "audio/pcm", transcript: "H" },
    sound(btoa("ab")),
    sound(btoa("c")),
    { type: "audio-delta", choice: 0, block: 0, transcript: "i", expiresAtSeconds: 9 },
  ]);
  expect(answer?.choices[0]?.parts).toEqual([
    {
      type: "audio",
      id: "s1",
      transcript: "Hi",
      expiresAtSeconds: 9,
      source: { kind: "inline", mediaType: "audio/pcm", base64: btoa("abc") },
    },
  ]);
});

test("a stream that breaks off leaves what came, without a reason for its end", () => {
  const collector = createAnswerCollector();
  expect(collector.answer()).toBeUndefined();
  collector.push(START);
  collector.push({ type: "text-delta", choice: 0, block: 0, text: "Hi" });
  const error = { kind: "upstream", status: 502, code: "x", message: "broken" } as const;
  collector.push({ type: "error", error });
  expect(collector.answer()?.choices).toEqual([
    { index: 0, parts: [{ type: "text", text: "Hi" }], finish: { reason: "other" } },
  ]);
  expect(collector.error()).toEqual(error);
});

test("the last report of usage counts, and an empty text is no part", () => {
  const usage = usageOf({ output: { text: 7 } });
  const answer = collectAnswer([
    START,
    { type: "text-delta", choice: 0, block: 0, text: "" },
    { type: "usage", usage: usageOf({ output: { text: 1 } }), raw: { n: 1 } },
    { type: "usage", usage, raw: { n: 7 } },
    { type: "finish", choice: 0, finish: { reason: "stop" } },
  ]);
  expect(answer).toMatchObject({ usage, rawUsage: { n: 7 }, choices: [{ parts: [] }] });
});
