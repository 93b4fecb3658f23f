import { expect, test } from "bun:test";
import {
  decodeGeminiEmbedding,
  decodeGeminiEmbeddingAnswer,
  encodeGeminiEmbedding,
  encodeGeminiEmbeddingAnswer,
} from "./gemini-embeddings.ts";

// source: docs — https://ai.google.dev/api/embeddings
const BATCH = {
  requests: [
    { model: "models/gemini-embedding-001", content: { parts: [{ text: "What is the meaning of life?" }] } },
    { model: "models/gemini-embedding-001", content: { parts: [{ text: "How does the brain work?" }] } },
  ],
};

test("a batch is a list of inputs, and comes back", () => {
  const { body, losses } = decodeGeminiEmbedding("batchEmbedContents", BATCH, "gemini-embedding-001");
  expect(body).toEqual({
    model: "gemini-embedding-001",
    input: ["What is the meaning of life?", "How does the brain work?"],
  });
  expect(losses).toEqual([]);
  expect(encodeGeminiEmbedding(body, "gemini-embedding-001")).toEqual({
    method: "batchEmbedContents",
    body: BATCH,
    losses: [],
  });
});

test("one content is one input; what OpenAI has no word for is told", () => {
  const wire = {
    model: "models/m",
    content: { parts: [{ text: "a" }, { text: "b" }] },
    task_type: "RETRIEVAL_DOCUMENT",
    title: "T",
    outputDimensionality: 256,
  };
  const { body, losses } = decodeGeminiEmbedding("embedContent", wire, "models/m");
  expect(body).toEqual({ model: "m", input: "a\nb", dimensions: 256 });
  expect(losses.map(({ path }) => path)).toEqual(["taskType", "title"]);
});

test("an input becomes a batch of the mapped model", () => {
  const { body, losses } = encodeGeminiEmbedding(
    { model: "text-embedding-3-small", input: "a", dimensions: 8, encoding_format: "base64", user: "u" },
    "m",
  );
  expect(body).toEqual({
    requests: [{ model: "models/m", content: { parts: [{ text: "a" }] }, outputDimensionality: 8 }],
  });
  expect(losses.map(({ path }) => path)).toEqual(["user"]);
});

test("bad input is refused at its place", () => {
  const content = { parts: [{ text: "a" }] };
  const cases: readonly [unknown, string][] = [
    [{}, "requests"],
    [{ requests: [{}] }, "requests[0].content"],
    [{ requests: [{ content: { parts: [] } }] }, "requests[0].content.parts"],
    [{ requests: [{ content: { parts: [{ inlineData: {} }] } }] }, "requests[0].content.parts[0].text"],
    [{ requests: [{ model: "models/other", content }] }, "requests[0].model"],
    [{ requests: [{ content }, { content, outputDimensionality: 8 }] }, "requests[1].outputDimensionality"],
  ];
  for (const [body, path] of cases)
    expect(() => decodeGeminiEmbedding("batchEmbedContents", body, "m")).toThrow(`${path}: `);
  expect(() => encodeGeminiEmbedding({ input: [] }, "m")).toThrow("input: ");
  expect(() => encodeGeminiEmbedding({ input: [[1, 2]] }, "m")).toThrow("input[0]: ");
});

test("vectors of either method come in OpenAI's shape, and as base64 for those who ask", () => {
  const context = { model: "m", promptTokens: 7 };
  expect(decodeGeminiEmbeddingAnswer({ embedding: { values: [0.5, -1] } }, context)).toEqual({
    object: "list",
    data: [{ object: "embedding", index: 0, embedding: [0.5, -1] }],
    model: "m",
    usage: { prompt_tokens: 7, total_tokens: 7 },
  });
  const batch = { embeddings: [{ values: [0.5] }, { values: [1] }], usageMetadata: { promptTokenCount: 3 } };
  const answer = decodeGeminiEmbeddingAnswer(batch, { ...context, encodingFormat: "base64" });
  expect(answer).toMatchObject({
    data: [{ embedding: "AAAAPw==" }, { embedding: "AACAPw==" }],
    usage: { prompt_tokens: 3 },
  });
  expect(encodeGeminiEmbeddingAnswer("batchEmbedContents", answer)).toEqual({
    embeddings: [{ values: [0.5] }, { values: [1] }],
    usageMetadata: { promptTokenCount: 3, totalTokenCount: 3 },
  });
});

test("an answer for one content is its vector, in the order of the indices", () => {
  const data = [
    { index: 1, embedding: [2] },
    { index: 0, embedding: [1] },
  ];
  expect(encodeGeminiEmbeddingAnswer("embedContent", { data })).toEqual({ embedding: { values: [1] } });
});

test("answers without vectors are refused", () => {
  const context = { model: "m", promptTokens: 0 };
  for (const body of [undefined, {}, { embeddings: [] }, { embedding: { values: ["x"] } }])
    expect(() => decodeGeminiEmbeddingAnswer(body, context)).toThrow("embeddings");
  for (const body of [{}, { data: [] }, { data: [{ embedding: [null] }] }])
    expect(() => encodeGeminiEmbeddingAnswer("batchEmbedContents", body)).toThrow("data");
});
