import { expect, test } from "bun:test";
import { modelDifference } from "./model-difference.ts";

const same = (model: string) => model;

test("a difference is what only the vendor names and what only the channel serves", () => {
  expect(modelDifference(["b", "a", "old"], ["new", "a", "b", "fresh"], same)).toEqual({
    added: ["fresh", "new"],
    gone: ["old"],
  });
});

test("a model is looked for under the name that its vendor is asked for", () => {
  const mapped = (model: string) => (model === "gpt-4" ? "gpt-4-turbo" : model);
  expect(modelDifference(["gpt-4"], ["gpt-4-turbo"], mapped)).toEqual({ added: [], gone: [] });
  expect(modelDifference(["gpt-4"], ["gpt-4"], mapped)).toEqual({ added: [], gone: ["gpt-4"] });
});

test("Ollama's latest version is its model without a version", () => {
  expect(modelDifference(["llama3"], ["llama3:latest"], same)).toEqual({ added: [], gone: [] });
});

test("names that a channel cannot hold are left out", () => {
  expect(modelDifference([], ["a,b", " c", "x".repeat(256), "d"], same).added).toEqual(["d"]);
});
