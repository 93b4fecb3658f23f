/**
 * A moving average of latency that rises at once and falls slowly, so that one slow answer is remembered and a channel
 * that nobody has asked for a while gets another chance.
 */
export interface PeakLatency {
  /** Milliseconds; 0 = nothing known. */
  averageMs: number;
  seenAtMs: number;
}

const FORGETS_IN_MS = 10_000;

export function seeLatency(latency: PeakLatency, sampleMs: number, nowMs: number): void {
  const known = latencyAt(latency, nowMs);
  const elapsedMs = Math.max(0, nowMs - latency.seenAtMs);
  const keeps = Math.exp(-elapsedMs / FORGETS_IN_MS);
  latency.averageMs = sampleMs >= known ? sampleMs : known * keeps + sampleMs * (1 - keeps);
  latency.seenAtMs = nowMs;
}

/** The average, faded by the time in which nothing was seen: after a minute of silence a channel counts as unknown. */
export function latencyAt(latency: PeakLatency, nowMs: number): number {
  const silentMs = nowMs - latency.seenAtMs - FORGETS_IN_MS;
  return silentMs <= 0 ? latency.averageMs : latency.averageMs * Math.exp(-silentMs / FORGETS_IN_MS);
}
