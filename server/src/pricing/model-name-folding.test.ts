import { expect, test } from "bun:test";
import { foldModelName } from "./model-name-folding.ts";

test.each([
  ["gemini-2.5-flash-thinking-512", "gemini-2.5-flash-thinking-*"],
  ["gemini-2.5-flash-preview-05-20-thinking-128", "gemini-2.5-flash-thinking-*"],
  ["gemini-2.5-flash-lite-preview-06-17-thinking-0", "gemini-2.5-flash-lite-thinking-*"],
  ["gemini-2.5-pro-preview-06-05-thinking-32768", "gemini-2.5-pro-thinking-*"],
  ["gpt-4-gizmo-g-abc123", "gpt-4-gizmo-*"],
  ["gpt-4o-gizmo-g-abc123", "gpt-4o-gizmo-*"],
  ["gpt-5.5-openai-compact", "*-openai-compact"],
])("%s is priced as %s", (model, folded) => {
  expect(foldModelName(model)).toBe(folded);
});

test.each([
  "gpt-4o",
  "gemini-2.5-flash",
  "gemini-2.5-flash-thinking",
  "gemini-2.5-flash-preview-04-17-nothinking",
  "gemini-3-pro-thinking-128",
  "claude-3-7-sonnet-20250219-thinking",
  "",
])("%p folds to nothing", (model) => {
  expect(foldModelName(model)).toBeUndefined();
});
