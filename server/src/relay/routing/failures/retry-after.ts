/** Where an upstream may say when to come back. */
export interface RetryHints {
  /** Header `retry-after`: seconds, or a date. */
  readonly retryAfter?: string | null | undefined;
  /** Header `retry-after-ms`, as OpenAI and Azure send it. */
  readonly retryAfterMs?: string | null | undefined;
  /** Gemini's `retryDelay`, e.g. `22s`. */
  readonly retryDelay?: string | null | undefined;
  /** The error's sentence: "Please try again in 6m0s." */
  readonly message?: string | undefined;
}

/** Milliseconds after which the upstream wants to be asked again, never negative; undefined when it does not say. */
export function retryAfterMs(hints: RetryHints, nowMs: number): number | undefined {
  return (
    milliseconds(hints.retryAfterMs) ??
    headerMs(hints.retryAfter, nowMs) ??
    durationMs(hints.retryDelay ?? undefined) ??
    durationMs(SENTENCE.exec(hints.message ?? "")?.[1])
  );
}

const SENTENCE =
  /(?:try again|retry)\s+(?:after|in)\s+((?:[\d.]+\s*(?:milliseconds?|ms|seconds?|minutes?|hours?|[hms])\s*)+)/i;
const PART = /([\d.]+)\s*(milliseconds?|ms|seconds?|s|minutes?|m|hours?|h)/gi;
const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, s: 1000 };

function milliseconds(text: string | null | undefined): number | undefined {
  return text && /^\s*\d+(\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

function headerMs(text: string | null | undefined, nowMs: number): number | undefined {
  const seconds = milliseconds(text);
  if (seconds !== undefined) return seconds * 1000;
  // A date has letters; a bare or negative number would be read as a year.
  if (!text || !/[a-z]/i.test(text)) return undefined;
  const dateMs = Date.parse(text);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

/** `1h2m3.5s`, `20ms`, `6 seconds`. */
function durationMs(text: string | undefined): number | undefined {
  if (!text) return undefined;
  let total = 0;
  let isFound = false;
  for (const [, amount, unit] of text.matchAll(PART)) {
    const name = (unit ?? "").toLowerCase();
    const unitMs = name === "ms" || name.startsWith("milli") ? 1 : UNITS_MS[name.slice(0, 1)];
    total += Number(amount) * (unitMs ?? 0);
    isFound = true;
  }
  return isFound && Number.isFinite(total) ? Math.round(total) : undefined;
}
