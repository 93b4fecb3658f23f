import { resetMsOf, usedOf } from "./limit-window.ts";
import type { Claim, LimitMetric } from "./limit-window.ts";
import type { Taking } from "./limit-counter.ts";

interface Standing {
  readonly limit: number;
  readonly remaining: number;
  readonly resetMs: number;
}

const METRICS: Readonly<Record<"requests" | "tokens", readonly LimitMetric[]>> = {
  requests: ["requests", "successes"],
  tokens: ["tokens"],
};

/**
 * How a call's limits stand, in the headers that OpenAI answers with
 * (https://platform.openai.com/docs/guides/rate-limits): of several limits the one with the least left.
 */
export function limitHeaders(
  claims: readonly Claim[],
  { isTaken, states }: Taking,
  nowMs: number,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, metrics] of Object.entries(METRICS)) {
    let tightest: Standing | undefined;
    claims.forEach((claim, index) => {
      const found = states[index];
      if (!found || !metrics.includes(claim.metric)) return;
      const taken = isTaken ? claim.cost : 0;
      const remaining = Math.max(0, Math.floor(claim.limit - usedOf(claim, found, nowMs) - taken));
      if (tightest && tightest.remaining <= remaining) return;
      const state = { current: found.current + taken, previous: found.previous };
      tightest = { limit: claim.limit, remaining, resetMs: resetMsOf(claim, state, nowMs) };
    });
    if (!tightest) continue;
    headers[`x-ratelimit-limit-${name}`] = String(tightest.limit);
    headers[`x-ratelimit-remaining-${name}`] = String(tightest.remaining);
    headers[`x-ratelimit-reset-${name}`] = durationText(tightest.resetMs);
  }
  return headers;
}

/** As OpenAI writes them: `250ms`, `1.5s`, `6m0s`, `1h0m0s`. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${Math.ceil(ms)}ms`;
  const hours = Math.floor(ms / 3_600_000);
  const minutes = Math.floor(ms / 60_000) % 60;
  const seconds = `${Math.ceil(ms % 60_000) / 1000}s`;
  if (hours > 0) return `${hours}h${minutes}m${seconds}`;
  return minutes > 0 ? `${minutes}m${seconds}` : seconds;
}
