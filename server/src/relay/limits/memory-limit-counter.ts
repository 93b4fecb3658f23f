import { fits, windowAt } from "./limit-window.ts";
import type { Claim, WindowState } from "./limit-window.ts";
import type { Correction, LimitCounter, Taking } from "./limit-counter.ts";

export interface MemoryLimitCounter extends LimitCounter {
  take(claims: readonly Claim[], holder: string, nowMs: number): Taking;
  /** Counts claims that have been taken elsewhere. */
  note(claims: readonly Claim[], nowMs: number): void;
  /** How many windows and places are kept. */
  readonly size: number;
  /** All windows, or those of an hour and longer whose counts have changed since it was asked for them. */
  windows(which: "all" | "long-changed"): KeptWindow[];
  /** Takes up counts from before a restart. */
  restore(windows: readonly KeptWindow[]): void;
}

/** What was counted in a window, and in the one before it. */
export interface KeptWindow extends WindowState {
  readonly key: string;
  readonly windowMs: number;
  /** Number of the window since 1970. */
  readonly window: number;
}

interface CountedWindow {
  readonly windowMs: number;
  window: number;
  current: number;
  previous: number;
}

/** Windows that it would hurt to begin anew after a restart. */
const LONG_WINDOW_MS = 3_600_000;

const SWEEP_EVERY_MS = 60_000;
const NOTHING: WindowState = { current: 0, previous: 0 };

/** Counts in this process. Windows that are over are forgotten within a minute or two. */
export function createMemoryLimitCounter(): MemoryLimitCounter {
  const windows = new Map<string, CountedWindow>();
  const places = new Map<string, number>();
  const changed = new Set<string>();
  let sweptAtMs = 0;
  const sweep = (nowMs: number) => {
    if (Math.abs(nowMs - sweptAtMs) < SWEEP_EVERY_MS) return;
    sweptAtMs = nowMs;
    for (const [key, counted] of windows)
      if (counted.window < windowAt(counted, nowMs) - 1) {
        windows.delete(key);
        changed.delete(key);
      }
  };
  const stateOf = (claim: Claim, nowMs: number): WindowState => {
    if (claim.windowMs === 0) return { current: places.get(claim.key) ?? 0, previous: 0 };
    const counted = windows.get(claim.key);
    return counted ? turned(counted, windowAt(claim, nowMs)) : NOTHING;
  };
  const add = (claim: Claim, delta: number, nowMs: number) => {
    if (claim.windowMs === 0) {
      places.set(claim.key, (places.get(claim.key) ?? 0) + delta);
      return;
    }
    const window = windowAt(claim, nowMs);
    const { current, previous } = turned(windows.get(claim.key), window);
    windows.set(claim.key, { windowMs: claim.windowMs, window, current: current + delta, previous });
    if (claim.windowMs >= LONG_WINDOW_MS) changed.add(claim.key);
  };
  const note = (claims: readonly Claim[], nowMs: number) => {
    for (const claim of claims) add(claim, claim.cost, nowMs);
  };

  return {
    get size() {
      return windows.size + places.size;
    },
    note,
    take(claims, _holder, nowMs) {
      sweep(nowMs);
      const states = claims.map((claim) => stateOf(claim, nowMs));
      const isTaken = claims.every((claim, index) => fits(claim, states[index] ?? NOTHING, nowMs));
      if (isTaken) note(claims, nowMs);
      return { isTaken, states };
    },
    correct(corrections, nowMs) {
      for (const correction of corrections) {
        const { claim, delta } = correction;
        if (delta > 0) {
          add(claim, delta, nowMs);
          continue;
        }
        giveBack(windows.get(claim.key), correction);
        if (claim.windowMs >= LONG_WINDOW_MS) changed.add(claim.key);
      }
    },
    release(claims) {
      for (const { key, windowMs } of claims) {
        if (windowMs !== 0) continue;
        const left = (places.get(key) ?? 0) - 1;
        if (left > 0) places.set(key, left);
        else places.delete(key);
      }
    },
    windows(which) {
      const keys = which === "all" ? windows.keys() : changed.values();
      const kept = [...keys].flatMap((key) => {
        const counted = windows.get(key);
        return counted ? [{ key, ...counted }] : [];
      });
      changed.clear();
      return kept;
    },
    restore(kept) {
      for (const { key, ...counted } of kept) if (!windows.has(key)) windows.set(key, counted);
    },
  };
}

/** A window's counts as a later one sees them. */
function turned(counted: CountedWindow | undefined, window: number): WindowState {
  if (!counted) return NOTHING;
  const { current, previous } = counted;
  if (counted.window === window) return { current, previous };
  return counted.window === window - 1 ? { current: 0, previous: current } : NOTHING;
}

function giveBack(counted: CountedWindow | undefined, { claim, takenAtMs, delta }: Correction): void {
  const window = windowAt(claim, takenAtMs);
  if (counted?.window === window) counted.current += delta;
  else if (counted?.window === window + 1) counted.previous += delta;
}
