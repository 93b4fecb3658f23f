/*
 * Answers transcribed from the vendor's documentation and types.
 * source: docs — https://ai.google.dev/gemini-api/docs/thought-signatures, …/google-search, …/thinking and the types of
 * the official SDK `@google/genai` 2.32.
 */

/** A thought, a text and two calls at once. */
export const TOOL_ANSWER = {
  candidates: [
    {
      content: {
        parts: [
          { text: "The user asks for two cities.", thought: true },
          { text: "I will look them up." },
          {
            functionCall: { name: "check_flight", args: { flight: "AA100" }, id: "8f2b1a3c" },
            thoughtSignature: "c2lnbmF0dXJlX0E=",
          },
          { functionCall: { name: "check_flight", args: {} } },
        ],
        role: "model",
      },
      finishReason: "STOP",
      index: 0,
      safetyRatings: [{ category: "HARM_CATEGORY_HARASSMENT", probability: "NEGLIGIBLE" }],
      avgLogprobs: -0.25,
    },
  ],
  usageMetadata: {
    promptTokenCount: 100,
    cachedContentTokenCount: 40,
    candidatesTokenCount: 20,
    thoughtsTokenCount: 30,
    totalTokenCount: 150,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: 100 }],
  },
  modelVersion: "gemini-2.5-flash",
  responseId: "mAitaLmkHPPlz7IPvtfUqQ4",
};

/** Places count bytes: the first sentence has 35 characters and 41 bytes. */
export const GROUNDED_ANSWER = {
  candidates: [
    {
      content: {
        parts: [{ text: "Spanien gewann die EM 2024 – “2:1”. Und England verlor." }],
        role: "model",
      },
      finishReason: "STOP",
      index: 0,
      groundingMetadata: {
        webSearchQueries: ["UEFA Euro 2024 winner"],
        searchEntryPoint: { renderedContent: "<style></style>" },
        groundingChunks: [
          { web: { uri: "https://a.example/1", title: "aljazeera.com" } },
          { web: { uri: "https://a.example/2", title: "uefa.com" } },
        ],
        groundingSupports: [
          {
            segment: { endIndex: 41, text: "Spanien gewann die EM 2024 – “2:1”." },
            groundingChunkIndices: [0, 1],
          },
          {
            segment: { startIndex: 42, endIndex: 61, text: "Und England verlor." },
            groundingChunkIndices: [1],
          },
        ],
      },
    },
  ],
  usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 20, totalTokenCount: 29 },
  modelVersion: "gemini-2.5-flash",
  responseId: "r1",
};

export const BLOCKED_ANSWER = {
  promptFeedback: {
    blockReason: "PROHIBITED_CONTENT",
    safetyRatings: [{ category: "HARM_CATEGORY_DANGEROUS_CONTENT", probability: "HIGH" }],
  },
  usageMetadata: { promptTokenCount: 8, totalTokenCount: 8 },
  modelVersion: "gemini-2.5-flash",
  responseId: "r2",
};

/** What remains of the whole dialect: pictures, code, log probabilities, several candidates. */
export const MIXED_ANSWER = {
  candidates: [
    {
      content: {
        parts: [
          { text: "Sealed.", thought: true, thoughtSignature: "AAEC" },
          { executableCode: { language: "PYTHON", code: "print(1)" } },
          { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1\n" } },
          { inlineData: { mimeType: "image/png", data: "aGk=" }, thoughtSignature: "AwQF" },
          { text: "Here.", thoughtSignature: "BgcI" },
        ],
        role: "model",
      },
      finishReason: "MAX_TOKENS",
      finishMessage: "Too long.",
      index: 0,
      logprobsResult: {
        chosenCandidates: [
          { token: "Here", logProbability: -0.1 },
          { token: ".", logProbability: 0 },
        ],
        topCandidates: [
          {
            candidates: [
              { token: "Here", logProbability: -0.1 },
              { token: "There", logProbability: -2.5 },
            ],
          },
          { candidates: [] },
        ],
      },
    },
    {
      content: {
        parts: [{ inlineData: { mimeType: "audio/L16;codec=pcm;rate=24000", data: "AAAA" } }],
        role: "model",
      },
      finishReason: "RECITATION",
      index: 1,
      citationMetadata: { citationSources: [{ startIndex: 0, endIndex: 3, uri: "https://b.example" }] },
    },
  ],
  modelVersion: "gemini-3-pro-image-preview",
  responseId: "r3",
  createTime: "2026-01-01T00:00:00Z",
};

/** Everything a round trip must keep. */
export const GEMINI_ANSWERS: readonly Record<string, unknown>[] = [
  TOOL_ANSWER,
  GROUNDED_ANSWER,
  BLOCKED_ANSWER,
  MIXED_ANSWER,
  { candidates: [{ content: { role: "model" }, finishReason: "STOP" }], modelVersion: "m", responseId: "r4" },
  { candidates: [{ finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "Malformed" }] },
  { candidates: [{ finishReason: "A_NEW_REASON", content: { parts: [{ newPart: { a: 1 } }] } }] },
];
