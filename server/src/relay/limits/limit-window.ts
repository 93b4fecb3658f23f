/** What a limit counts. Successes, tokens and quota are claimed in advance and corrected when the call is over. */
export type LimitMetric = "requests" | "successes" | "tokens" | "concurrency" | "day-requests" | "day-quota";
export type LimitScope = "user" | "token" | "group" | "model" | "channel";

/** What a call wants of one limit. */
export interface Claim {
  /** Whose limit, and of what: claims of one key are counted together. */
  readonly key: string;
  readonly scope: LimitScope;
  readonly metric: LimitMetric;
  readonly limit: number;
  /** At most the limit, so that a call whose estimate is above it may still go when nothing else does. */
  readonly cost: number;
  /** 0: no window, but a place that is taken until it is given back. */
  readonly windowMs: number;
  /** Whether the window before fades out; one that does not begins anew at its end. */
  readonly isSliding: boolean;
}

/** What has been counted; `previous` in the window before. Of places: how many are taken. */
export interface WindowState {
  readonly current: number;
  readonly previous: number;
}

/** How long to wait for a place: nobody knows when a call ends. */
const PLACE_WAIT_MS = 1000;

/** The number of the window that a moment lies in; windows are aligned to the clock. */
export function windowAt({ windowMs }: Pick<Claim, "windowMs">, nowMs: number): number {
  return windowMs === 0 ? 0 : Math.floor(nowMs / windowMs);
}

/** How much of the window before still counts: as if its calls had come evenly. */
export function previousWeight({ windowMs, isSliding }: Claim, nowMs: number): number {
  return isSliding ? 1 - (nowMs % windowMs) / windowMs : 0;
}

/** What is in use at the moment; may be broken into fractions by the fading window. */
export function usedOf(claim: Claim, { current, previous }: WindowState, nowMs: number): number {
  return current + previous * previousWeight(claim, nowMs);
}

/** Whether the claim fits beside what is in use. */
export function fits(claim: Claim, state: WindowState, nowMs: number): boolean {
  return usedOf(claim, state, nowMs) + claim.cost <= claim.limit;
}

/** Milliseconds until a claim fits if nobody else claims anything; 0 when it fits now. */
export function waitMsOf(claim: Claim, state: WindowState, nowMs: number): number {
  if (fits(claim, state, nowMs)) return 0;
  const { windowMs, isSliding, limit, cost } = claim;
  if (windowMs === 0) return PLACE_WAIT_MS;
  const leftMs = windowMs - (nowMs % windowMs);
  if (!isSliding) return leftMs;
  const room = limit - cost - state.current;
  if (room >= 0) {
    const fadedMs = (previousWeight(claim, nowMs) - room / state.previous) * windowMs;
    return Math.max(1, Math.ceil(fadedMs));
  }
  return Math.ceil(leftMs + (1 - (limit - cost) / state.current) * windowMs);
}

/** Milliseconds until nothing of what is counted now counts any more. */
export function resetMsOf(claim: Claim, { current, previous }: WindowState, nowMs: number): number {
  const { windowMs, isSliding } = claim;
  if (windowMs === 0) return 0;
  const leftMs = windowMs - (nowMs % windowMs);
  if (current > 0) return isSliding ? leftMs + windowMs : leftMs;
  return previous > 0 && isSliding ? leftMs : 0;
}
