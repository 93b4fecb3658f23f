import { expect, test } from "bun:test";
import {
  decodeGeminiCount,
  decodeGeminiCountRequest,
  encodeGeminiCount,
  encodeGeminiCountRequest,
} from "./gemini-count-tokens.ts";

// source: docs — https://ai.google.dev/api/tokens
const CONTENTS = [{ role: "user", parts: [{ text: "The quick brown fox." }] }];

test("contents alone and a whole request are counted the same way", () => {
  const address = { model: "gemini-2.5-flash" };
  const whole = {
    generateContentRequest: {
      model: "models/gemini-2.5-flash",
      contents: CONTENTS,
      systemInstruction: { parts: [{ text: "Be brief." }] },
    },
  };
  expect(decodeGeminiCountRequest({ contents: CONTENTS }, address)).toMatchObject({
    model: "gemini-2.5-flash",
  });
  const request = decodeGeminiCountRequest(whole);
  expect(request).toMatchObject({ model: "gemini-2.5-flash", system: [{ text: "Be brief." }] });
  expect(encodeGeminiCountRequest(request, { model: "gemini-2.5-flash" })).toEqual({
    body: whole,
    losses: [],
  });
});

test("what is wrong within a request is told at its place", () => {
  const address = { model: "m" };
  expect(() => decodeGeminiCountRequest({ generateContentRequest: { contents: [1] } }, address)).toThrow(
    "generateContentRequest.contents[0]",
  );
  expect(() => decodeGeminiCountRequest({ generate_content_request: [] }, address)).toThrow(
    /^generateContentRequest: /,
  );
  expect(() => decodeGeminiCountRequest({ contents: CONTENTS, generateContentRequest: {} }, address)).toThrow(
    "contents",
  );
  expect(() => decodeGeminiCountRequest({}, address)).toThrow("contents");
});

test("a count comes back", () => {
  for (const count of [{ totalTokens: 0 }, { totalTokens: 10, cachedTokens: 4 }])
    expect(decodeGeminiCount(encodeGeminiCount(count))).toEqual(count);
  expect(decodeGeminiCount({ totalTokens: 3, promptTokensDetails: [] })).toEqual({ totalTokens: 3 });
  for (const body of [undefined, {}, { totalTokens: -1 }, { totalTokens: "3" }])
    expect(() => decodeGeminiCount(body)).toThrow("totalTokens");
});
