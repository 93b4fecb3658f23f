import { REASONING_EFFORTS } from "./chat-request.ts";
import type { ReasoningEffort } from "./chat-request.ts";

/** Where dialects that count meet dialects that name. Our own choice: no vendor documents such a table. */
const BUDGETS: Readonly<Record<ReasoningEffort, number>> = {
  minimal: 1024,
  low: 4096,
  medium: 8192,
  high: 16384,
  xhigh: 24576,
  max: 32768,
};

/** The thinking tokens that an effort stands for. `effortFromBudget` is its inverse. */
export function budgetFromEffort(effort: ReasoningEffort): number {
  return BUDGETS[effort];
}

/** The smallest effort whose budget is enough. */
export function effortFromBudget(budgetTokens: number): ReasoningEffort {
  return REASONING_EFFORTS.find((effort) => BUDGETS[effort] >= budgetTokens) ?? "max";
}

/** The nearest of the efforts that a target knows, the larger one first. */
export function nearestEffort(
  effort: ReasoningEffort,
  known: readonly ReasoningEffort[],
): ReasoningEffort | undefined {
  if (known.includes(effort)) return effort;
  const wanted = BUDGETS[effort];
  return known.find((other) => BUDGETS[other] >= wanted) ?? known.at(-1);
}
