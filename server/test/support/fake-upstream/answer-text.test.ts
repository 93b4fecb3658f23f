import { expect, test } from "bun:test";

import { answerPieces, DEFAULT_TEXT } from "./answer-text.ts";

test("pieces join to the text, by words or by count", () => {
  const text = " two  words and 世界 👋 \n";
  expect(answerPieces({ content: text }).join("")).toBe(text);
  for (const chunkCount of [1, 2, 5, 7, 500]) {
    const pieces = answerPieces({ content: text, chunkCount });
    expect(pieces.join("")).toBe(text);
    expect(pieces.length).toBe(Math.min(chunkCount, Array.from(text).length));
  }
});

test("the behaviour comes before the request, and the request before the default", () => {
  expect(answerPieces({ content: ["a", "b"] }, "{}")).toEqual(["a", "b"]);
  expect(answerPieces({}, '{"a":1}').join("")).toBe('{"a":1}');
  expect(answerPieces({}).join("")).toBe(DEFAULT_TEXT);
  expect(answerPieces({ content: "" })).toEqual([]);
});

test("words are made up for a count without a content", () => {
  expect(answerPieces({ chunkCount: 3 })).toEqual([" word0", " word1", " word2"]);
  expect(answerPieces({ chunkCount: 0 })).toEqual([]);
});

test("a text to be cut inside of a character has one of several bytes", () => {
  const pieces = answerPieces({ content: "plain", fault: "reset-mid-utf8" });
  expect(pieces).toEqual(["plain", " 世界"]);
});
