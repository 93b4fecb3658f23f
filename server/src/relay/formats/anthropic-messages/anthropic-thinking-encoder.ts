import type { LossList } from "../chat/chat-loss.ts";
import type { ChatRequest, ReasoningEffort, ReasoningWish } from "../chat/chat-request.ts";
import type { AnthropicTarget } from "../chat/chat-target.ts";
import { budgetFromEffort, effortFromBudget } from "../chat/reasoning-effort.ts";
import type { Fields } from "../reported-usage.ts";

const DIALECT = "anthropic";

/** https://platform.claude.com/docs/en/build-with-claude/extended-thinking: at least this, and less than `max_tokens`. */
const BUDGET_MIN = 1024;

const DERIVED_SHARE = 0.8;

const WRITTEN = new Set(["mode", "effort", "budgetTokens", "summary"]);

/** How a wish for reasoning is said. */
export interface EncodedThinking {
  readonly thinking?: Fields;
  readonly effort?: string;
}

export interface ThinkingLimits {
  /** The client's own limit; without one, the budget is added to the default. */
  readonly maxTokens: number | undefined;
  /** Thinking and a choice that forces a call exclude each other. */
  readonly isCallForced: boolean;
  /** The model's last turn calls tools, waits for their results, and does not begin with a thought of its own. */
  readonly isMidCall: boolean;
}

/** The wish for the kind of model that `target` names. What cannot be said is a loss. */
export function encodeThinking(
  { reasoning }: ChatRequest,
  target: AnthropicTarget,
  limits: ThinkingLimits,
  losses: LossList,
): EncodedThinking {
  if (reasoning === undefined) return {};
  if (target.thinking === "none") {
    losses.leftOut("reasoning", "this model does not think");
    return {};
  }
  losses.unwritten("reasoning", reasoning, WRITTEN, DIALECT);
  const effort = knownEffort(reasoning.effort, losses);
  if (reasoning.mode === "off") return encodeOff(reasoning, effort, target, losses);
  const encoded = encodeOn(reasoning, effort, target, limits.maxTokens, losses);
  const reason = encoded.thinking && refusalOf(encoded.thinking, limits);
  if (reason === undefined) return encoded;
  losses.leftOut("reasoning", reason);
  return encoded.effort === undefined ? {} : { effort: encoded.effort };
}

function refusalOf({ type }: Fields, { isCallForced, isMidCall }: ThinkingLimits): string | undefined {
  if (isCallForced) return `${DIALECT} does not think when a call is forced`;
  if (isMidCall && type === "enabled") return `${DIALECT} demands the thought that led to the last calls`;
  return undefined;
}

function knownEffort(effort: ReasoningEffort | undefined, losses: LossList): ReasoningEffort | undefined {
  if (effort !== "minimal") return effort;
  losses.changed("reasoning.effort", `the least effort is low at ${DIALECT}`);
  return "low";
}

function encodeOff(
  wish: ReasoningWish,
  effort: ReasoningEffort | undefined,
  target: AnthropicTarget,
  losses: LossList,
): EncodedThinking {
  for (const name of ["budgetTokens", "summary"] as const)
    if (wish[name] !== undefined) losses.leftOut(`reasoning.${name}`, "thinking is off");
  const says = effort !== undefined && target.thinking !== "budget";
  if (effort !== undefined && !says) losses.leftOut("reasoning.effort", "thinking is off");
  return { thinking: { type: "disabled" }, ...(says && { effort }) };
}

function encodeOn(
  wish: ReasoningWish,
  effort: ReasoningEffort | undefined,
  target: AnthropicTarget,
  maxTokens: number | undefined,
  losses: LossList,
): EncodedThinking {
  const says =
    target.thinking ?? (wish.mode === "adaptive" ? "adaptive" : isBareEffort(wish) ? "effort" : "budget");
  if (says === "effort") return { ...(effort !== undefined && { effort }) };
  const display = encodeDisplay(wish, losses);
  if (says === "adaptive") return encodeAdaptive(wish, effort, display, losses);
  const thinking = encodeBudget(wish, effort, target, maxTokens, losses);
  const isEffortKnown = effort !== undefined && target.thinking === undefined;
  return { ...(thinking && { thinking: { ...thinking, ...display } }), ...(isEffortKnown && { effort }) };
}

/** An effort and nothing else: in this dialect it is about the whole answer, and whether the model thinks is its habit. */
function isBareEffort({ mode, budgetTokens, summary }: ReasoningWish): boolean {
  return mode === undefined && budgetTokens === undefined && summary === undefined;
}

function encodeAdaptive(
  { mode, budgetTokens }: ReasoningWish,
  effort: ReasoningEffort | undefined,
  display: Fields,
  losses: LossList,
): EncodedThinking {
  if (mode === undefined) losses.added("reasoning.mode", "this model thinks only when it is told so");
  else if (mode === "on") losses.changed("reasoning.mode", "this model decides how much it thinks");
  if (budgetTokens !== undefined) losses.changed("reasoning.budgetTokens", "this model thinks by effort");
  if (budgetTokens !== undefined && effort === undefined)
    losses.added("reasoning.effort", "it stands for the budget");
  const chosen = effort ?? (budgetTokens === undefined ? undefined : leastEffort(budgetTokens));
  return { thinking: { type: "adaptive", ...display }, ...(chosen !== undefined && { effort: chosen }) };
}

function leastEffort(budgetTokens: number): ReasoningEffort {
  const effort = effortFromBudget(budgetTokens);
  return effort === "minimal" ? "low" : effort;
}

function encodeBudget(
  wish: ReasoningWish,
  effort: ReasoningEffort | undefined,
  target: AnthropicTarget,
  maxTokens: number | undefined,
  losses: LossList,
): Fields | undefined {
  if (wish.mode !== "on") {
    const tell = wish.mode === undefined ? losses.added : losses.changed;
    tell("reasoning.mode", "this model thinks by a budget");
  }
  if (effort !== undefined && target.thinking === "budget")
    losses.changed("reasoning.effort", "this model thinks by a budget");
  const wanted = wish.budgetTokens ?? budgetFromEffort(effort ?? "medium");
  const budget = Math.min(Math.max(wanted, BUDGET_MIN), roomFor(wish, maxTokens));
  if (budget < BUDGET_MIN) {
    losses.leftOut("reasoning", `the limit of ${maxTokens} tokens leaves no room for thinking`);
    return undefined;
  }
  if (wish.budgetTokens === undefined) losses.added("reasoning.budgetTokens", `${DIALECT} demands it`);
  else if (budget !== wanted) losses.changed("reasoning.budgetTokens", `sent as ${budget}`);
  return { type: "enabled", budget_tokens: budget };
}

/** A budget that the client did not ask for leaves a part of the limit to the answer. */
function roomFor({ budgetTokens }: ReasoningWish, maxTokens = Infinity): number {
  return budgetTokens === undefined ? Math.floor(maxTokens * DERIVED_SHARE) : maxTokens - 1;
}

function encodeDisplay({ summary }: ReasoningWish, losses: LossList): Fields {
  if (summary === undefined) return {};
  if (summary === "none") return { display: "omitted" };
  if (summary !== "auto") losses.changed("reasoning.summary", `${DIALECT} knows one kind of summary`);
  return { display: "summarized" };
}
