import { failField, flagField, numberField, textField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import type { ReasoningEffort, ReasoningWish } from "../chat/chat-request.ts";
import type { GeminiTarget } from "../chat/chat-target.ts";
import { budgetFromEffort, effortFromBudget, nearestEffort } from "../chat/reasoning-effort.ts";
import type { Fields } from "../reported-usage.ts";
import { geminiField } from "./gemini-fields.ts";

/** `minimal` to `high`: https://ai.google.dev/gemini-api/docs/thinking#thinking-levels. */
const GEMINI_LEVELS = ["minimal", "low", "medium", "high"] as const satisfies readonly ReasoningEffort[];

/** Reads `thinkingConfig`: a budget of 0 is off, −1 leaves it to the model. Throws FormatError. */
export function decodeThinking(config: BodyObject): ReasoningWish | undefined {
  const thinking = geminiField(config, "thinkingConfig");
  if (thinking === undefined) return undefined;
  const shown = flagField(thinking, "includeThoughts");
  const budget = numberField(thinking, "thinkingBudget");
  const level = textField(thinking, "thinkingLevel")?.toLowerCase();
  const effort = GEMINI_LEVELS.find((known) => known === level);
  if (level !== undefined && effort === undefined && level !== "thinking_level_unspecified")
    failField(thinking, "thinkingLevel", `it must be one of ${GEMINI_LEVELS.join(", ")}`);
  const wish: ReasoningWish = {
    ...(budget !== undefined && wishOfBudget(budget)),
    ...(effort && { effort }),
    ...(shown !== undefined && { summary: shown ? "auto" : "none" }),
  };
  return Object.keys(wish).length === 0 ? undefined : wish;
}

function wishOfBudget(budget: number): ReasoningWish {
  if (budget === 0) return { mode: "off" };
  return budget < 0 ? { mode: "adaptive" } : { mode: "on", budgetTokens: budget };
}

const WISH_WRITTEN = new Set(["mode", "effort", "budgetTokens", "summary"]);

/** `thinkingConfig` as the target's models take it; undefined when there is nothing to say. */
export function encodeThinking(
  wish: ReasoningWish,
  target: GeminiTarget,
  losses: LossList,
): Fields | undefined {
  const { thinking = "budget" } = target;
  if (thinking === "none") {
    losses.leftOut("reasoning", "this model takes no wishes for its thoughts");
    return undefined;
  }
  losses.unwritten("reasoning", wish, WISH_WRITTEN, "gemini");
  const config = {
    ...(thinking === "budget" ? budgetOf(wish, losses) : levelOf(wish, target, losses)),
    ...shownOf(wish, losses),
  };
  return Object.keys(config).length === 0 ? undefined : config;
}

function shownOf({ summary }: ReasoningWish, losses: LossList): Fields {
  if (summary === undefined) return {};
  if (summary === "concise" || summary === "detailed")
    losses.changed("reasoning.summary", "gemini shows thoughts or hides them");
  return { includeThoughts: summary !== "none" };
}

function budgetOf({ mode, effort, budgetTokens }: ReasoningWish, losses: LossList): Fields {
  if (mode === "off") {
    if (effort) losses.leftOut("reasoning.effort", "thinking is off");
    if (budgetTokens !== undefined) losses.leftOut("reasoning.budgetTokens", "thinking is off");
    return { thinkingBudget: 0 };
  }
  if (budgetTokens !== undefined && budgetTokens > 0) {
    if (effort) losses.leftOut("reasoning.effort", "the budget says more");
    if (mode === "adaptive") losses.changed("reasoning.mode", "gemini thinks by budget");
    if (mode === undefined) losses.added("reasoning.mode", "a budget switches thinking on");
    return { thinkingBudget: budgetTokens };
  }
  if (effort) {
    losses.changed("reasoning.effort", `sent as a budget of ${budgetFromEffort(effort)} tokens`);
    if (mode !== "on") losses.changed("reasoning.mode", "gemini thinks by budget");
    return { thinkingBudget: budgetFromEffort(effort) };
  }
  if (mode === "on") losses.changed("reasoning.mode", "gemini decides itself how much it thinks");
  return mode === undefined ? {} : { thinkingBudget: -1 };
}

function levelOf(
  { mode, effort, budgetTokens }: ReasoningWish,
  target: GeminiTarget,
  losses: LossList,
): Fields {
  const levels: readonly ReasoningEffort[] = target.levels ?? GEMINI_LEVELS;
  const wanted = mode === "off" ? levels[0] : (effort ?? levelOfBudget(budgetTokens));
  if (mode === "off") losses.changed("reasoning.mode", `gemini cannot but think: sent as ${levels[0]}`);
  else if (mode !== undefined)
    losses.leftOut("reasoning.mode", "gemini 3 always decides itself how much it thinks");
  if (budgetTokens !== undefined) losses.changed("reasoning.budgetTokens", "gemini 3 thinks by level");
  const level = wanted && nearestEffort(wanted, levels);
  if (effort && level !== effort) losses.changed("reasoning.effort", `sent as ${level}`);
  return level === undefined ? {} : { thinkingLevel: level.toUpperCase() };
}

function levelOfBudget(budgetTokens: number | undefined): ReasoningEffort | undefined {
  return budgetTokens === undefined ? undefined : effortFromBudget(budgetTokens);
}
