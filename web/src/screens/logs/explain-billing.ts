import type { LogOther } from "@tollgate/contract/logs";

/** One summand of a charge. */
export interface BillingTerm {
  kind: "prompt" | "cache" | "completion";
  tokens: number;
  /** Dollars for a million tokens, before the group's ratio. */
  usdPerMillion: number;
}

export type Billing =
  | { kind: "call"; callUsd: number; groupRatio: number; totalUsd: number }
  | {
      kind: "tokens";
      terms: BillingTerm[];
      modelRatio: number;
      completionRatio: number;
      groupRatio: number;
      totalUsd: number;
    };

/** Dollars for a million prompt tokens at model ratio 1. */
const USD_PER_MILLION_AT_RATIO_1 = 2;

interface Usage {
  prompt_tokens: number;
  completion_tokens: number;
}

/**
 * How a charge came about, from the prices that were stored with it; undefined when none were. Amounts are dollars and
 * not rounded: the charge itself is what counts.
 */
export function explainBilling(usage: Usage, other: LogOther): Billing | undefined {
  const groupRatio =
    other.user_group_ratio !== undefined && other.user_group_ratio >= 0
      ? other.user_group_ratio
      : (other.group_ratio ?? 1);
  if (other.model_price !== undefined && other.model_price >= 0) {
    return { kind: "call", callUsd: other.model_price, groupRatio, totalUsd: other.model_price * groupRatio };
  }
  if (other.model_ratio === undefined) return undefined;
  const completionRatio = other.completion_ratio ?? 1;
  const promptUsd = other.model_ratio * USD_PER_MILLION_AT_RATIO_1;
  const cached = Math.min(other.cache_tokens ?? 0, usage.prompt_tokens);
  const terms: BillingTerm[] = [
    { kind: "prompt", tokens: usage.prompt_tokens - cached, usdPerMillion: promptUsd },
    { kind: "cache", tokens: cached, usdPerMillion: promptUsd * (other.cache_ratio ?? 1) },
    { kind: "completion", tokens: usage.completion_tokens, usdPerMillion: promptUsd * completionRatio },
  ];
  const totalUsd =
    groupRatio * terms.reduce((sum, term) => sum + (term.tokens / 1e6) * term.usdPerMillion, 0);
  return {
    kind: "tokens",
    terms: terms.filter((term) => term.kind !== "cache" || term.tokens > 0),
    modelRatio: other.model_ratio,
    completionRatio,
    groupRatio,
    totalUsd,
  };
}
