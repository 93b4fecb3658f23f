import { expect, test } from "bun:test";
import { readModelSuffix, USUAL_SHARES } from "./model-suffix.ts";
import { providerOf } from "./providers.ts";

const read = (type: number, model: string, maxOutputTokens?: number) =>
  readModelSuffix(model, providerOf(type)?.suffixes?.(model) ?? {}, {
    maxOutputTokens,
    shares: USUAL_SHARES,
  });

const shown = { summary: "auto" } as const;

test.each([
  [1, "gpt-5-high", { model: "gpt-5", reasoning: { effort: "high" } }],
  [1, "gpt-5.1-none", { model: "gpt-5.1", reasoning: { mode: "off" } }],
  [1, "gpt-5-mini-2025-08-07-minimal", { model: "gpt-5-mini-2025-08-07", reasoning: { effort: "minimal" } }],
  [3, "o3-mini-low", { model: "o3-mini", reasoning: { effort: "low" } }],
  [10, "gpt-5.2-xhigh", { model: "gpt-5.2", reasoning: { effort: "xhigh" } }],
  [48, "grok-3-mini-high", { model: "grok-3-mini", reasoning: { effort: "high" } }],
  [14, "claude-opus-4-6-max", { model: "claude-opus-4-6", reasoning: { effort: "max" } }],
  [14, "claude-opus-4-6-thinking", { model: "claude-opus-4-6", reasoning: { mode: "adaptive", ...shown } }],
  [
    14,
    "claude-sonnet-4-5-thinking",
    { model: "claude-sonnet-4-5", reasoning: { mode: "on", budgetTokens: 6553, ...shown } },
  ],
  [24, "gemini-2.5-flash-nothinking", { model: "gemini-2.5-flash", reasoning: { mode: "off" } }],
  [24, "gemini-2.5-pro-thinking", { model: "gemini-2.5-pro", reasoning: { mode: "adaptive", ...shown } }],
  [
    24,
    "gemini-2.5-pro-thinking-128",
    { model: "gemini-2.5-pro", reasoning: { mode: "on", budgetTokens: 128, ...shown } },
  ],
  [24, "gemini-2.5-flash-thinking-0", { model: "gemini-2.5-flash", reasoning: { mode: "off" } }],
  [24, "gemini-3-pro-preview-low", { model: "gemini-3-pro-preview", reasoning: { effort: "low" } }],
] as const)("type %d reads %s", (type, model, expected) => {
  expect(read(type, model)).toEqual(expected);
});

test("a limit of the client's bounds what thoughts may take", () => {
  expect(read(14, "claude-sonnet-4-5-thinking", 10_000)?.reasoning.budgetTokens).toBe(8000);
  expect(read(24, "gemini-2.5-pro-thinking", 10_000)?.reasoning.budgetTokens).toBe(6000);
});

test.each([
  [1, "gpt-4o-mini"],
  [1, "gpt-5.1-codex-max"],
  [1, "gpt-4o-high"],
  [1, "kimi-k2-thinking"],
  [1, "tts-1-high"],
  [14, "claude-3-5-sonnet-20241022-thinking"],
  [14, "claude-sonnet-4-5-high"],
  [24, "gemini-2.0-flash-thinking-exp"],
  [24, "gemini-2.0-flash-thinking"],
  [24, "gemini-2.5-pro-high"],
  [60, "gpt-5-high"],
  [8, "gpt-5-high"],
  [20, "openai/gpt-5-high"],
])("type %d sends %s under its own name", (type, model) => {
  expect(read(type, model)).toBeUndefined();
});
