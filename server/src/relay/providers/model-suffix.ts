import type { ReasoningEffort, ReasoningWish } from "../formats/chat/chat-request.ts";

/** What the ending of a model's name may ask for, where a vendor's models have none of such names themselves. */
export interface ModelSuffixes {
  /** `-high`: which efforts, for models whose name without it fits. */
  readonly efforts?: {
    readonly words: readonly (ReasoningEffort | "none")[];
    takes(model: string): boolean;
  };
  /** `-thinking`: models whose name without it fits think. */
  readonly thinking?: {
    takes(model: string): boolean;
    /** The share of the answer's limit that is for thoughts, where no other budget is given; by the setting of that name. */
    readonly share: keyof BudgetShares;
    /** The model wants a budget, of `maxTokens` where the client names no limit. */
    wantsBudget(model: string): boolean;
    readonly maxTokens?: number;
    /** `-thinking-2048` and `-nothinking` too. */
    readonly hasBudgets?: true;
  };
}

/** Options of the two vendors, between 0 and 1. */
export interface BudgetShares {
  readonly claude: number;
  readonly gemini: number;
}

export const USUAL_SHARES: BudgetShares = { claude: 0.8, gemini: 0.6 };

/** A model's name without its suffix, and what that wished for. */
export interface SuffixedModel {
  readonly model: string;
  readonly reasoning: ReasoningWish;
}

const ENDING = /^(.+)-(none|minimal|low|medium|high|xhigh|max)$/;
const THINKING = /^(.+)-(thinking|nothinking|thinking-(\d{1,6}))$/;
/** Most names end in none of them, and need no closer look. */
const LAST_WORDS = /(?:none|minimal|low|medium|high|xhigh|max|thinking|thinking-\d{1,6})$/;

/** Takes a suffix off a model's name; undefined where it has none that means something at this vendor. */
export function readModelSuffix(
  model: string,
  { efforts, thinking }: ModelSuffixes,
  { maxOutputTokens, shares }: { maxOutputTokens: number | undefined; shares: BudgetShares },
): SuffixedModel | undefined {
  if (!LAST_WORDS.test(model)) return undefined;
  const [, base = "", word] = ENDING.exec(model) ?? [];
  const effort = efforts?.words.find((known) => known === word);
  if (effort !== undefined && efforts?.takes(base) === true)
    return { model: base, reasoning: effort === "none" ? { mode: "off" } : { effort } };
  const [, thinker = "", wish, budget] = THINKING.exec(model) ?? [];
  if (wish === undefined || thinking?.takes(thinker) !== true) return undefined;
  if (wish === "thinking") {
    const limit = maxOutputTokens ?? thinking.maxTokens;
    const hasBudget = thinking.wantsBudget(thinker) && limit !== undefined;
    const budgetTokens = hasBudget ? Math.floor(limit * shares[thinking.share]) : undefined;
    return { model: thinker, reasoning: thoughtsOf(budgetTokens) };
  }
  if (thinking.hasBudgets !== true) return undefined;
  const budgetTokens = Number(budget ?? 0);
  return { model: thinker, reasoning: budgetTokens === 0 ? { mode: "off" } : thoughtsOf(budgetTokens) };
}

/** Without a budget the model decides how much it thinks. Who asks for thoughts in a name wants to see them. */
function thoughtsOf(budgetTokens: number | undefined): ReasoningWish {
  return budgetTokens === undefined
    ? { mode: "adaptive", summary: "auto" }
    : { mode: "on", budgetTokens, summary: "auto" };
}
