import type { Clock } from "../clock.ts";
import type { AllowedHost } from "./allowed-host.ts";
import type { EgressErrorCode } from "./egress-error.ts";

export interface HostCacheOptions {
  readonly clock: Clock;
  /** How long a checked host is used without checking again. */
  readonly freshMs: number;
  /** How long it may be used while the next check takes or fails. */
  readonly usableMs: number;
  /** How long a refusal or a failed lookup is remembered. */
  readonly refusalMs: number;
  /** The oldest entry is forgotten first. */
  readonly maxHosts: number;
}

export interface CacheEntry {
  readonly result: AllowedHost | EgressErrorCode;
  freshUntilMs: number;
  readonly usableUntilMs: number;
}

/** The results of checks by origin, allowed and refused ones. */
export interface HostCache {
  get(origin: string): CacheEntry | undefined;
  /** Also closes the connections of a host that is replaced or forgotten. */
  remember(origin: string, result: CacheEntry["result"]): CacheEntry;
  /** Puts the next check off a little, after one that failed. */
  postpone(entry: CacheEntry): void;
  clear(): void;
}

export function createHostCache(options: HostCacheOptions): HostCache {
  const { clock, freshMs, usableMs, refusalMs, maxHosts } = options;
  const entries = new Map<string, CacheEntry>();

  function forget(origin: string, replacedBy?: CacheEntry["result"]): void {
    const result = entries.get(origin)?.result;
    if (typeof result === "object" && result !== replacedBy) result.close();
    entries.delete(origin);
  }

  return {
    get: (origin) => entries.get(origin),
    remember(origin, result) {
      const nowMs = clock.nowMs();
      const isRefusal = typeof result === "string";
      const entry = {
        result,
        freshUntilMs: nowMs + (isRefusal ? refusalMs : freshMs),
        usableUntilMs: nowMs + (isRefusal ? refusalMs : usableMs),
      };
      forget(origin, result);
      entries.set(origin, entry);
      const [oldest] = entries.keys();
      if (entries.size > maxHosts && oldest !== undefined) forget(oldest);
      return entry;
    },
    postpone(entry) {
      entry.freshUntilMs = clock.nowMs() + refusalMs;
    },
    clear() {
      for (const origin of entries.keys()) forget(origin);
    },
  };
}
