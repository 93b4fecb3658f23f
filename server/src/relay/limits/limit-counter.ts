import type { Claim, WindowState } from "./limit-window.ts";

/** What a counter has said to the claims of a call. */
export interface Taking {
  /** All are taken, or none is. */
  readonly isTaken: boolean;
  /** What each claim found, in their order. */
  readonly states: readonly WindowState[];
}

/** A claim's true cost is another than was claimed. */
export interface Correction {
  readonly claim: Claim;
  /** When it was claimed. */
  readonly takenAtMs: number;
  /** Below zero: given back. */
  readonly delta: number;
}

/** Where limits are counted: in this process, or in Redis for all nodes. */
export interface LimitCounter {
  /** Takes all claims or none; undefined when they cannot be counted. `holder` names the call. */
  take(
    claims: readonly Claim[],
    holder: string,
    nowMs: number,
  ): Taking | undefined | Promise<Taking | undefined>;
  /** What was given too little is counted now, what was given too much in the window it was taken from. */
  correct(corrections: readonly Correction[], nowMs: number): void;
  /** Gives back the places among the claims. */
  release(claims: readonly Claim[], holder: string): void;
}
