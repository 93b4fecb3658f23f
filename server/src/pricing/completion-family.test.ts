import { expect, test } from "bun:test";
import { COMPLETION_FAMILIES, completionFamilyRatio } from "./completion-family.ts";

test.each([
  ["gpt-4-all", 2],
  ["gpt-4o-2024-05-13", 3],
  ["gpt-4o-mini-tts-2025", 20],
  ["gpt-4o-2099-01-01", 4],
  ["chatgpt-4o-latest", 3],
  ["gpt-5-2099-01-01", 8],
  ["gpt-5.1-mini", 8],
  ["gpt-5.4-nano-x", 6.25],
  ["gpt-5.4-x", 6],
  ["gpt-5.9", 6],
  ["gpt-6-sol-2026-10-01", 5],
  ["gpt-4.5-preview-x", 2],
  ["gpt-4.1-micro", 4],
  ["gpt-4-turbo-x", 3],
  ["gpt-4-1106-x", 3],
  ["gpt-4-0125-x", 3],
  ["gpt-4-x", 2],
  ["gpt-3.5-turbo-x", 3],
  ["gpt-3.5-turbo-16k-x", 4 / 3],
  ["o1-x", 4],
  ["o3-x", 4],
  ["o4-mini-x", 4],
  ["claude-3-9-opus", 5],
  ["claude-2.1", 3],
  ["anthropic.claude-sonnet-4-20250514-v1:0", 5],
  ["mistral-large", 3],
  ["gemini-1.5-x", 4],
  ["gemini-2.5-pro-x", 8],
  ["gemini-2.5-flash-lite-x", 4],
  ["gemini-2.5-flash-x", 2.5 / 0.3],
  ["gemini-3-pro-image-x", 60],
  ["gemini-3.9-pro", 6],
  ["gemini-x", 4],
  ["command-r", 3],
  ["command-r-plus", 5],
  ["command-r-2099", 4],
  ["ERNIE-Speed-X", 2],
  ["llama3-70b-8192", 0.79 / 0.59],
])("%s has a completion ratio of %p", (model, ratio) => {
  expect(completionFamilyRatio(model)).toBe(ratio);
});

test("a name of no family has no ratio", () => {
  expect(completionFamilyRatio("house-model")).toBeUndefined();
  expect(completionFamilyRatio("deepseek-ai/DeepSeek-R1")).toBeUndefined();
});

test("no family is hidden by an earlier one", () => {
  for (const { match, ratio } of COMPLETION_FAMILIES) {
    const probe = "exact" in match ? match.exact : "prefix" in match ? match.prefix : `x${match.suffix}`;
    expect([probe, completionFamilyRatio(probe)]).toEqual([probe, ratio]);
  }
});
