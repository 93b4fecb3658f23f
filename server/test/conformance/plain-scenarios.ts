import { usageOf } from "../../src/pricing/usage.ts";
import { modelSays, sampleAnswer, sampleRequest, userSays } from "./conformance-scenario.ts";
import type { ConformanceScenario } from "./conformance-scenario.ts";

const FINE = sampleAnswer([{ type: "text", text: "I am fine, thank you." }]);

/** Text in, text out, and the ways in which it may end. */
export const plainScenarios: readonly ConformanceScenario[] = [
  { name: "text", request: sampleRequest(), answer: FINE },
  {
    name: "system",
    request: sampleRequest({
      system: [{ type: "text", text: "You are a pirate." }],
      sampling: { temperature: 0.5, topP: 0.9 },
    }),
    answer: FINE,
  },
  {
    name: "multi-turn",
    request: sampleRequest({
      messages: [
        userSays("My name is Ada. 你好 👋"),
        modelSays({ type: "text", text: "Hello Ada." }),
        userSays("What is my name?"),
      ],
    }),
    answer: sampleAnswer([{ type: "text", text: "Your name is Ada. 再见 👋" }]),
  },
  {
    name: "stop-sequences",
    request: sampleRequest({ sampling: { stop: ["END", "###"] } }),
    answer: sampleAnswer([{ type: "text", text: "one two " }], { reason: "stop", stopSequence: "END" }),
  },
  {
    name: "max-tokens",
    request: sampleRequest({ maxOutputTokens: 5 }),
    answer: sampleAnswer([{ type: "text", text: "one two three" }], { reason: "length" }),
  },
  {
    name: "long-stream",
    request: sampleRequest({ stream: true }),
    answer: sampleAnswer([{ type: "text", text: "The quick brown fox jumps over it. ".repeat(12) }]),
  },
  {
    name: "refusal",
    request: sampleRequest(),
    answer: sampleAnswer([{ type: "refusal", text: "I cannot help with that." }], { reason: "refusal" }),
  },
  {
    name: "content-filter",
    request: sampleRequest(),
    answer: sampleAnswer([{ type: "text", text: "It begins" }], { reason: "content-filter" }),
  },
  {
    name: "empty-answer",
    request: sampleRequest(),
    answer: {
      ...sampleAnswer([]),
      usage: usageOf({ requests: 1, input: { uncached: 20 } }),
    },
  },
];
