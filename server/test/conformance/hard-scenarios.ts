import type { AssistantPart } from "../../src/relay/formats/chat/chat-part.ts";
import { modelSays, sampleAnswer, sampleRequest, userSays } from "./conformance-scenario.ts";
import type { ConformanceScenario } from "./conformance-scenario.ts";

const PICTURE = { kind: "inline", mediaType: "image/png", base64: "aGk=" } as const;

const THOUGHTS: readonly AssistantPart[] = [
  { type: "reasoning", text: "First.", signature: { origin: "anthropic", data: "c2ln" } },
  { type: "reasoning", text: "", encrypted: { origin: "anthropic", data: "ZW5j" } },
  { type: "text", text: "Done." },
];

const SIGNED_CALL: AssistantPart = {
  type: "tool-call",
  id: "call_g1",
  name: "look",
  arguments: "{}",
  signature: { origin: "gemini", data: "Z2Vt" },
};

const LOOK = { type: "function", name: "look", parameters: { type: "object", properties: {} } } as const;

/** What only some dialects can say: each of the others must tell what it leaves out. */
export const hardScenarios: readonly ConformanceScenario[] = [
  {
    name: "several-thoughts",
    request: sampleRequest({ messages: [userSays("Think."), modelSays(...THOUGHTS), userSays("Again.")] }),
    answer: sampleAnswer(THOUGHTS),
  },
  {
    name: "summary-of-thoughts",
    request: sampleRequest({ reasoning: { effort: "low", summary: "auto" } }),
    answer: sampleAnswer([
      {
        type: "reasoning",
        text: "In short.",
        id: "rs_1",
        isSummary: true,
        encrypted: { origin: "openai", data: "b3Bl" },
      },
      { type: "text", text: "Done." },
    ]),
  },
  {
    name: "signed-calls",
    request: sampleRequest({
      tools: [LOOK],
      messages: [
        userSays("Look."),
        modelSays(SIGNED_CALL),
        {
          role: "tool",
          parts: [{ type: "tool-result", callId: "call_g1", parts: [{ type: "text", text: "A cat." }] }],
        },
      ],
    }),
    answer: sampleAnswer([SIGNED_CALL], { reason: "tool-calls" }),
  },
  {
    name: "text-between-calls",
    request: sampleRequest({ tools: [LOOK] }),
    answer: sampleAnswer(
      [
        { type: "tool-call", id: "call_1", name: "look", arguments: "{}" },
        { type: "text", text: "And again:" },
        { type: "tool-call", id: "call_2", name: "look", arguments: "{}" },
      ],
      { reason: "tool-calls" },
    ),
  },
  {
    name: "invalid-arguments",
    request: sampleRequest({ tools: [LOOK] }),
    answer: sampleAnswer([{ type: "tool-call", id: "call_1", name: "look", arguments: '{"a":' }], {
      reason: "length",
    }),
  },
  {
    name: "failed-tool",
    request: sampleRequest({
      tools: [LOOK],
      messages: [
        userSays("Look."),
        modelSays({ type: "tool-call", id: "call_1", name: "look", arguments: "{}" }),
        {
          role: "tool",
          parts: [
            {
              type: "tool-result",
              callId: "call_1",
              isError: true,
              parts: [
                { type: "text", text: "It is dark." },
                { type: "image", source: PICTURE },
              ],
            },
          ],
        },
      ],
    }),
    answer: sampleAnswer([{ type: "text", text: "I see nothing." }]),
  },
  {
    name: "instructions-between-turns",
    request: sampleRequest({
      system: [
        { type: "text", text: "Be kind.", cache: { ttlSeconds: 3600 } },
        { type: "text", text: "Be brief.", authority: "developer" },
      ],
      messages: [
        userSays("Hello."),
        modelSays({ type: "text", text: "Hello." }),
        { role: "system", parts: [{ type: "text", text: "Now be rude." }] },
        { role: "user", name: "ada", parts: [{ type: "text", text: "Hello again." }] },
      ],
    }),
    answer: sampleAnswer([{ type: "text", text: "What?" }]),
  },
  {
    name: "many-settings",
    request: sampleRequest({
      sampling: {
        temperature: 0.5,
        topP: 0.5,
        topK: 5,
        minP: 0.1,
        seed: 7,
        frequencyPenalty: 0.1,
        presencePenalty: 0.2,
        repetitionPenalty: 1.1,
        logitBias: { "1": -1 },
        logprobs: true,
        topLogprobs: 2,
      },
      choiceCount: 2,
      verbosity: "low",
      endUser: "ada",
      safetyIdentifier: "safe",
      metadata: { topic: "demo" },
      serviceTier: "auto",
      store: false,
      promptCacheKey: "key",
      promptCacheRetention: "24h",
    }),
    answer: sampleAnswer([{ type: "text", text: "Fine." }]),
  },
  {
    name: "two-answers",
    request: sampleRequest({ choiceCount: 2 }),
    answer: {
      ...sampleAnswer([{ type: "text", text: "One." }]),
      choices: [
        { index: 0, parts: [{ type: "text", text: "One." }], finish: { reason: "stop" } },
        { index: 1, parts: [{ type: "text", text: "Two." }], finish: { reason: "length" } },
      ],
    },
  },
  {
    name: "logprobs",
    request: sampleRequest({ sampling: { logprobs: true, topLogprobs: 1 } }),
    answer: {
      ...sampleAnswer([]),
      choices: [
        {
          index: 0,
          parts: [{ type: "text", text: "Hi" }],
          finish: { reason: "stop" },
          logprobs: { text: [{ token: "Hi", logprob: -0.5, top: [{ token: "Hi", logprob: -0.5 }] }] },
        },
      ],
    },
  },
  {
    name: "picture-made",
    request: sampleRequest({ modalities: ["text", "image"] }),
    answer: sampleAnswer([
      { type: "text", text: "Here." },
      { type: "image", source: PICTURE },
    ]),
  },
  {
    name: "sound",
    request: sampleRequest({
      modalities: ["text", "audio"],
      audioOutput: { format: "wav", voice: "alloy" },
      messages: [
        {
          role: "user",
          parts: [{ type: "audio", source: { kind: "inline", mediaType: "audio/wav", base64: "aGk=" } }],
        },
      ],
    }),
    answer: sampleAnswer([
      {
        type: "audio",
        id: "audio_1",
        transcript: "Hi",
        expiresAtSeconds: 1_790_003_600,
        source: { kind: "inline", mediaType: "audio/wav", base64: "aGk=" },
      },
    ]),
  },
  {
    name: "allowed-tools",
    request: sampleRequest({
      tools: [LOOK, { type: "function", name: "hear" }, { type: "custom", name: "code" }],
      toolChoice: { mode: "auto", only: ["look", "hear"] },
    }),
    answer: sampleAnswer([{ type: "text", text: "No." }]),
  },
  {
    name: "odd-endings",
    request: sampleRequest(),
    answer: {
      ...sampleAnswer([]),
      choices: [{ index: 0, parts: [{ type: "text", text: "Wait" }], finish: { reason: "pause" } }],
    },
  },
];
