import { usageOf } from "../../src/pricing/usage.ts";
import { modelSays, sampleAnswer, sampleRequest, userSays } from "./conformance-scenario.ts";
import type { ConformanceScenario } from "./conformance-scenario.ts";

/** The smallest picture: one transparent dot. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

const PLACE_SCHEMA = {
  type: "object",
  properties: { city: { type: "string" }, people: { type: "integer" } },
  required: ["city", "people"],
  additionalProperties: false,
};

/** Media, schemas and thoughts. */
export const richScenarios: readonly ConformanceScenario[] = [
  {
    name: "json-schema",
    request: sampleRequest({
      outputForm: { type: "schema", name: "place", schema: PLACE_SCHEMA, isStrict: true },
    }),
    answer: sampleAnswer([{ type: "text", text: '{"city":"Oslo","people":700000}' }]),
  },
  {
    name: "image-input",
    request: sampleRequest({
      messages: [
        {
          role: "user",
          parts: [
            { type: "text", text: "What is this?" },
            { type: "image", source: { kind: "inline", mediaType: "image/png", base64: DOT } },
            { type: "image", source: { kind: "url", url: "https://pictures.example/cat.png" } },
          ],
        },
      ],
    }),
    answer: sampleAnswer([{ type: "text", text: "A dot and a cat." }]),
  },
  {
    name: "document-input",
    request: sampleRequest({
      messages: [
        {
          role: "user",
          parts: [
            {
              type: "file",
              filename: "report.pdf",
              source: { kind: "inline", mediaType: "application/pdf", base64: "JVBERi0xLjQK" },
            },
            { type: "text", text: "Sum it up." },
          ],
        },
      ],
    }),
    answer: sampleAnswer([{ type: "text", text: "It is short." }]),
  },
  {
    name: "reasoning",
    request: sampleRequest({
      reasoning: { effort: "high" },
      messages: [
        userSays("What is 6 × 7?"),
        modelSays(
          {
            type: "reasoning",
            text: "Six sevens are 42.",
            signature: { origin: "anthropic", data: "c2lnbmVk" },
          },
          { type: "text", text: "42." },
        ),
        userSays("And 6 × 8?"),
      ],
    }),
    answer: {
      ...sampleAnswer([
        {
          type: "reasoning",
          text: "Six eights are 48.",
          signature: { origin: "anthropic", data: "c2VhbGVk" },
        },
        { type: "text", text: "48." },
      ]),
      usage: usageOf({ requests: 1, input: { uncached: 30 }, output: { text: 4, reasoning: 9 } }),
    },
  },
  {
    name: "citation",
    request: sampleRequest(),
    answer: sampleAnswer([
      {
        type: "text",
        text: "Oslo is the capital.",
        annotations: [
          { type: "url", url: "https://maps.example/oslo", title: "Oslo", startIndex: 0, endIndex: 4 },
        ],
      },
    ]),
  },
];
