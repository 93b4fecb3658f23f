import { expect, test } from "bun:test";
import { readLogprobs, splitLogprobs, writeLogprobs } from "./openai-responses-logprobs.ts";

const token = (text: string) => ({ token: text, logprob: -1 });

test("tokens go to the texts that they make, and the last text gets the rest", () => {
  const tokens = ["On", "e", "Two", "!"].map(token);
  const texts = splitLogprobs(tokens, ["One", "Two", "Three"]);
  expect(texts.map((list) => list.map((one) => one.token))).toEqual([["On", "e"], ["Two"], ["!"]]);
});

test("chances come back as they were, and what is no chance is read as little as it says", () => {
  const tokens = [{ ...token("a"), bytes: [97], top: [token("b")] }];
  expect(readLogprobs(writeLogprobs(tokens))).toEqual(tokens);
  expect(readLogprobs([null, { token: 1, bytes: "x", top_logprobs: null }])).toEqual([
    { token: "", logprob: 0 },
  ]);
});
