import { QUOTA_PER_USD } from "@tollgate/contract/quota";
import type { LogOther } from "@tollgate/contract/logs";
import { readStoredPrice, type StoredTokenRate, type StoredUsage } from "./stored-price.ts";

export type BillingKind =
  | "prompt"
  | "cacheRead"
  | "cacheWrite"
  | "cacheWriteHour"
  | "audioIn"
  | "imageIn"
  | "completion"
  | "audioOut";

/** One summand of a charge. */
export interface BillingTerm {
  kind: BillingKind;
  tokens: number;
  /** Dollars for a million tokens, before the group's ratio. */
  usdPerMillion: number;
}

export interface CallBilling {
  kind: "call";
  /** Calls, or seconds of media. */
  count: number;
  per: "request" | "second";
  /** Dollars for one of them. */
  usdEach: number;
  groupRatio: number;
}

export interface TokenBilling {
  kind: "tokens";
  terms: BillingTerm[];
  modelRatio: number;
  completionRatio: number;
  groupRatio: number;
}

export type Billing = CallBilling | TokenBilling;

interface LoggedUsage {
  prompt_tokens: number;
  completion_tokens: number;
}

/** How a charge came about, from the prices stored with it; undefined when none were. Prices are not rounded. */
export function explainBilling(usage: LoggedUsage, other: LogOther): Billing | undefined {
  const stored = readStoredPrice(other.rate, other.usage);
  if (stored === undefined) return explainOldRow(usage, other);
  const { rate } = stored;
  if (rate.kind === "tokens") return explainTokens(rate, stored.usage);
  return {
    kind: "call",
    per: rate.per,
    count: rate.per === "second" ? (stored.usage.seconds ?? stored.usage.requests) : stored.usage.requests,
    usdEach: rate.modelPriceUsd,
    groupRatio: rate.groupRatio,
  };
}

function explainTokens(rate: StoredTokenRate, { input, output }: StoredUsage): TokenBilling {
  // A model ratio of 1 is one unit of quota for a token.
  const promptUsd = (rate.modelRatio * 1e6) / rate.quotaPerUnit;
  const term = (kind: BillingKind, tokens: number, ratio: number): BillingTerm => ({
    kind,
    tokens,
    usdPerMillion: promptUsd * ratio,
  });
  const terms = [
    term("prompt", input.uncached, 1),
    term("cacheRead", input.cacheRead, rate.cacheRatio),
    term("cacheWrite", input.cacheWrite5m, rate.cacheWriteRatio5m),
    term("cacheWriteHour", input.cacheWrite1h, rate.cacheWriteRatio1h),
    term("audioIn", input.audio, rate.audioRatio),
    term("imageIn", input.image, rate.imageRatio),
    term("completion", output.text + output.reasoning + output.image, rate.completionRatio),
    term("audioOut", output.audio, rate.audioRatio * rate.audioCompletionRatio),
  ];
  const { modelRatio, completionRatio, groupRatio } = rate;
  return { kind: "tokens", terms: terms.filter(isShown), modelRatio, completionRatio, groupRatio };
}

/** Prompt and completion are always named; the others where there were any. */
function isShown({ kind, tokens }: BillingTerm): boolean {
  return tokens > 0 || kind === "prompt" || kind === "completion";
}

/** Rows of older gateways carry a few ratios only. */
function explainOldRow(usage: LoggedUsage, other: LogOther): Billing | undefined {
  const own = other.user_group_ratio ?? -1;
  const groupRatio = own >= 0 ? own : (other.group_ratio ?? 1);
  if (other.model_price !== undefined && other.model_price >= 0) {
    return { kind: "call", count: 1, per: "request", usdEach: other.model_price, groupRatio };
  }
  const { model_ratio: modelRatio, completion_ratio: completionRatio = 1 } = other;
  if (modelRatio === undefined) return undefined;
  const cached = Math.min(other.cache_tokens ?? 0, usage.prompt_tokens);
  const promptUsd = (modelRatio * 1e6) / QUOTA_PER_USD;
  const terms: BillingTerm[] = [
    { kind: "prompt", tokens: usage.prompt_tokens - cached, usdPerMillion: promptUsd },
    { kind: "cacheRead", tokens: cached, usdPerMillion: promptUsd * (other.cache_ratio ?? 1) },
    { kind: "completion", tokens: usage.completion_tokens, usdPerMillion: promptUsd * completionRatio },
  ];
  return { kind: "tokens", terms: terms.filter(isShown), modelRatio, completionRatio, groupRatio };
}
