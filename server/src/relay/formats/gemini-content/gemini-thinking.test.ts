import { expect, test } from "bun:test";
import { bodyObject } from "../chat/body-fields.ts";
import { createLossList } from "../chat/chat-loss.ts";
import type { ReasoningWish } from "../chat/chat-request.ts";
import type { GeminiTarget } from "../chat/chat-target.ts";
import { decodeThinking, encodeThinking } from "./gemini-thinking.ts";

function encode(wish: ReasoningWish, target: GeminiTarget = {}): readonly [unknown, string[]] {
  const losses = createLossList();
  return [encodeThinking(wish, target, losses), losses.list().map(({ path }) => path)];
}

test("what the dialect itself says comes back without a loss", () => {
  const budgets = [
    { thinkingBudget: 0 },
    { thinkingBudget: -1 },
    { thinkingBudget: 1024, includeThoughts: true },
  ];
  const levels = ["MINIMAL", "LOW", "MEDIUM", "HIGH"].map((thinkingLevel) => ({
    thinkingLevel,
    includeThoughts: false,
  }));
  const cases: [object, GeminiTarget][] = [];
  for (const config of budgets) cases.push([config, {}]);
  for (const config of levels) cases.push([config, { thinking: "level" }]);
  for (const [thinkingConfig, target] of cases) {
    const wish = decodeThinking(bodyObject({ thinkingConfig }, ""));
    expect(encode(wish ?? {}, target)).toEqual([thinkingConfig, []]);
  }
});

test("levels are read in small letters too, and an unspecified one says nothing", () => {
  expect(decodeThinking(bodyObject({ thinkingConfig: { thinking_level: "low" } }, ""))).toEqual({
    effort: "low",
  });
  expect(
    decodeThinking(bodyObject({ thinkingConfig: { thinkingLevel: "THINKING_LEVEL_UNSPECIFIED" } }, "")),
  ).toBeUndefined();
});

test("a budget stands for an effort", () => {
  expect(encode({ effort: "low" })).toEqual([
    { thinkingBudget: 4096 },
    ["reasoning.effort", "reasoning.mode"],
  ]);
  expect(encode({ mode: "adaptive", effort: "max" })).toEqual([
    { thinkingBudget: 32768 },
    ["reasoning.effort", "reasoning.mode"],
  ]);
  expect(encode({ mode: "on" })).toEqual([{ thinkingBudget: -1 }, ["reasoning.mode"]]);
  expect(encode({ mode: "off", effort: "high" })).toEqual([{ thinkingBudget: 0 }, ["reasoning.effort"]]);
  expect(encode({ summary: "detailed" })).toEqual([{ includeThoughts: true }, ["reasoning.summary"]]);
});

test("a level stands for a budget, and for what the model lacks the next one", () => {
  const target: GeminiTarget = { thinking: "level", levels: ["low", "high"] };
  expect(encode({ mode: "on", budgetTokens: 5000 }, target)).toEqual([
    { thinkingLevel: "HIGH" },
    ["reasoning.mode", "reasoning.budgetTokens"],
  ]);
  expect(encode({ mode: "off" }, target)).toEqual([{ thinkingLevel: "LOW" }, ["reasoning.mode"]]);
  expect(encode({ effort: "medium" }, target)).toEqual([{ thinkingLevel: "HIGH" }, ["reasoning.effort"]]);
  expect(encode({ effort: "xhigh" }, { thinking: "level" })).toEqual([
    { thinkingLevel: "HIGH" },
    ["reasoning.effort"],
  ]);
});

test("models that do not think are not asked to", () => {
  expect(encode({ effort: "low" }, { thinking: "none" })).toEqual([undefined, ["reasoning"]]);
});
