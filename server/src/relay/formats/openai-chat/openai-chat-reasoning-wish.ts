import { countField, failField, flagField, objectField, textField, wordField } from "../chat/body-fields.ts";
import type { BodyObject } from "../chat/body-fields.ts";
import type { LossList } from "../chat/chat-loss.ts";
import { REASONING_EFFORTS } from "../chat/chat-request.ts";
import type { ReasoningWish } from "../chat/chat-request.ts";
import type { OpenAiChatTarget } from "../chat/chat-target.ts";
import { effortFromBudget } from "../chat/reasoning-effort.ts";
import type { Fields } from "../reported-usage.ts";

/*
 * How a client says how the model is to think: OpenAI's `reasoning_effort`, OpenRouter's `reasoning`
 * (https://openrouter.ai/docs/use-cases/reasoning-tokens), `thinking` as GLM, DeepSeek and Ark have it, and Qwen's
 * `enable_thinking` with `thinking_budget` (https://help.aliyun.com/zh/model-studio/deep-thinking).
 */

type Mutable<Shape> = { -readonly [Key in keyof Shape]: Shape[Key] };

/** The wish in whichever spelling; undefined when there is none. Throws FormatError. */
export function decodeReasoningWish(body: BodyObject): ReasoningWish | undefined {
  const wish: Mutable<ReasoningWish> = {};
  readThinking(body, wish);
  readReasoningObject(body, wish);
  readEffort(body, "reasoning_effort", wish);
  return Object.keys(wish).length === 0 ? undefined : wish;
}

/** Words that nobody knows yet are left where they are. */
function readEffort(body: BodyObject, name: string, wish: Mutable<ReasoningWish>): void {
  const word = body.fields[name];
  const effort = REASONING_EFFORTS.find((known) => known === word);
  if (typeof word === "string" && word !== "none" && effort === undefined) return;
  textField(body, name);
  if (word === "none") wish.mode = "off";
  else if (effort !== undefined) wish.effort = effort;
}

function readReasoningObject(body: BodyObject, wish: Mutable<ReasoningWish>): void {
  if (typeof body.fields["reasoning"] !== "object") return;
  const reasoning = objectField(body, "reasoning");
  if (reasoning === undefined) return;
  const isEnabled = flagField(reasoning, "enabled");
  const budgetTokens = countField(reasoning, "max_tokens");
  const isHidden = flagField(reasoning, "exclude");
  if (isEnabled !== undefined) wish.mode = isEnabled ? "on" : "off";
  if (budgetTokens !== undefined) wish.budgetTokens = budgetTokens;
  if (isHidden !== undefined) wish.summary = isHidden ? "none" : "auto";
  readEffort(reasoning, "effort", wish);
}

const MODES = { enabled: "on", disabled: "off", auto: "adaptive", adaptive: "adaptive" } as const;

function readThinking(body: BodyObject, wish: Mutable<ReasoningWish>): void {
  const isEnabled = flagField(body, "enable_thinking");
  if (isEnabled !== undefined) wish.mode = isEnabled ? "on" : "off";
  const budget = countField(body, "thinking_budget");
  if (budget !== undefined) wish.budgetTokens = budget;
  const thinking = objectField(body, "thinking");
  if (thinking === undefined) return;
  const type = wordField(thinking, "type", ["enabled", "disabled", "auto", "adaptive"]);
  if (type === undefined) return failField(thinking, "type", "it is required");
  wish.mode = MODES[type];
  const budgetTokens = countField(thinking, "budget_tokens");
  if (budgetTokens !== undefined) wish.budgetTokens = budgetTokens;
}

const DIALECT = "openai-chat";
const WRITTEN = new Set(["mode", "effort", "budgetTokens", "summary"]);

/** The wish in the spelling that the upstream reads. */
export function encodeReasoningWish(
  wish: ReasoningWish | undefined,
  { reasoningWish = "effort" }: OpenAiChatTarget,
  losses: LossList,
): Fields {
  if (wish === undefined) return {};
  losses.unwritten("reasoning", wish, WRITTEN, DIALECT);
  switch (reasoningWish) {
    case "effort":
      return encodeEffort(wish, losses);
    case "object":
      return encodeObject(wish, losses);
    case "thinking":
      return encodeThinking(wish, losses);
    case "enable_thinking":
      return encodeSwitch(wish, losses);
  }
}

function encodeEffort(wish: ReasoningWish, losses: LossList): Fields {
  const { mode, budgetTokens, summary } = wish;
  if (summary !== undefined) losses.leftOut("reasoning.summary", "this upstream decides what it shows");
  if (mode === "off") {
    tellRest(wish, ["mode", "summary"], losses);
    return { reasoning_effort: "none" };
  }
  const effort = wish.effort ?? (budgetTokens === undefined ? undefined : effortFromBudget(budgetTokens));
  if (budgetTokens !== undefined) losses.changed("reasoning.budgetTokens", `sent as the effort ${effort}`);
  if (effort === undefined && mode === "on") {
    losses.changed("reasoning.mode", "sent as the effort medium");
    return { reasoning_effort: "medium" };
  }
  if (mode !== undefined) losses.leftOut("reasoning.mode", "an effort says that the model thinks");
  return effort === undefined ? {} : { reasoning_effort: effort };
}

function encodeObject(wish: ReasoningWish, losses: LossList): Fields {
  const { mode, effort, budgetTokens, summary } = wish;
  if (mode === "adaptive") losses.leftOut("reasoning.mode", "the model decides anyway");
  if (summary === "concise" || summary === "detailed") losses.changed("reasoning.summary", "sent as auto");
  return {
    reasoning: {
      ...(mode !== undefined && mode !== "adaptive" && { enabled: mode === "on" }),
      ...(effort !== undefined && { effort }),
      ...(budgetTokens !== undefined && { max_tokens: budgetTokens }),
      ...(summary !== undefined && { exclude: summary === "none" }),
    },
  };
}

function encodeThinking(wish: ReasoningWish, losses: LossList): Fields {
  tellRest(wish, ["mode", "budgetTokens", "effort"], losses);
  const { mode, budgetTokens, effort } = wish;
  if (mode === undefined) losses.changed("reasoning.mode", "thinking is switched on");
  const type = mode === "off" ? "disabled" : mode === "adaptive" ? "auto" : "enabled";
  return {
    thinking: { type, ...(budgetTokens !== undefined && { budget_tokens: budgetTokens }) },
    ...(effort !== undefined && mode !== "off" && { reasoning_effort: effort }),
  };
}

function encodeSwitch(wish: ReasoningWish, losses: LossList): Fields {
  tellRest(wish, ["mode", "budgetTokens"], losses);
  const { mode, budgetTokens } = wish;
  if (mode === undefined || mode === "adaptive") losses.changed("reasoning.mode", "thinking is switched on");
  return {
    enable_thinking: mode !== "off",
    ...(budgetTokens !== undefined && { thinking_budget: budgetTokens }),
  };
}

function tellRest(wish: ReasoningWish, written: readonly (keyof ReasoningWish)[], losses: LossList): void {
  losses.unwritten("reasoning", wish, new Set<string>(written), DIALECT);
}
