import { expect, test } from "bun:test";
import { geminiToolCalls, usageFromGemini } from "./gemini-usage.ts";

test("audio and pictures are told apart, what is cached of them once", () => {
  const usage = usageFromGemini({
    promptTokenCount: 1000,
    cachedContentTokenCount: 300,
    promptTokensDetails: [
      { modality: "TEXT", tokenCount: 100 },
      { modality: "AUDIO", tokenCount: 500 },
      { modality: "IMAGE", tokenCount: 258 },
      { modality: "VIDEO", tokenCount: 142 },
    ],
    cacheTokensDetails: [{ modality: "AUDIO", tokenCount: 300 }],
    candidatesTokenCount: 80,
    candidatesTokensDetails: [{ modality: "AUDIO", tokenCount: 60 }],
  });
  expect(usage?.input).toMatchObject({ cacheRead: 300, audio: 200, image: 258, uncached: 242 });
  expect(usage?.output).toMatchObject({ text: 20, audio: 60 });
});

test("a live session calls its candidates a response", () => {
  const usage = usageFromGemini({
    promptTokenCount: 120,
    responseTokenCount: 45,
    responseTokensDetails: [{ modality: "AUDIO", tokenCount: 45 }],
  });
  expect(usage?.output).toMatchObject({ audio: 45, text: 0 });
});

test("totals that cannot be read make the report unusable", () => {
  for (const raw of [{}, { promptTokenCount: -1 }, { promptTokenCount: 5, thoughtsTokenCount: 1e300 }])
    expect(usageFromGemini(raw)).toBeUndefined();
});

test("from Gemini 3 on each query is a search, before that each grounded answer", () => {
  const candidates = [{ groundingMetadata: { webSearchQueries: ["a", "b", "a", ""] } }];
  expect(geminiToolCalls({ candidates, modelVersion: "gemini-3-pro-preview" })).toEqual({ google_search: 2 });
  expect(geminiToolCalls({ candidates, modelVersion: "gemini-2.5-flash" })).toEqual({ google_search: 1 });
  expect(geminiToolCalls({ candidates: [{}], modelVersion: "gemini-2.5-flash" })).toBeUndefined();
});
