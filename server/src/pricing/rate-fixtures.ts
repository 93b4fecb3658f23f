import type { CallRate, TokenRate } from "./rate.ts";

/** A rate by the token for tests: every ratio is 1 unless given. */
export function tokenRate(overrides: Partial<TokenRate> = {}): TokenRate {
  return {
    kind: "tokens",
    model: "test-model",
    modelRatio: 1,
    completionRatio: 1,
    cacheRatio: 1,
    cacheWriteRatio5m: 1,
    cacheWriteRatio1h: 1,
    imageRatio: 1,
    audioRatio: 1,
    audioCompletionRatio: 1,
    groupRatio: 1,
    quotaPerUnit: 500_000,
    sources: {
      modelRatio: "operator",
      completionRatio: "operator",
      cacheRatio: "default",
      cacheWriteRatio5m: "default",
      cacheWriteRatio1h: "default",
      imageRatio: "fallback",
      audioRatio: "fallback",
      audioCompletionRatio: "fallback",
      groupRatio: "operator",
    },
    ...overrides,
  };
}

/** A rate by the call for tests: one dollar a request unless given. */
export function callRate(overrides: Partial<CallRate> = {}): CallRate {
  return {
    kind: "call",
    model: "test-model",
    modelPriceUsd: 1,
    per: "request",
    groupRatio: 1,
    quotaPerUnit: 500_000,
    sources: { modelPriceUsd: "default", groupRatio: "operator" },
    ...overrides,
  };
}
