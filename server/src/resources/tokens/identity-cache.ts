import type { Clock } from "../../lib/clock.ts";
import { createRecentMap } from "../../lib/recent-map.ts";
import type { TokenIdentity } from "./token-identities.ts";

/** Identities by key, those that were asked for lately. */
export interface IdentityCache {
  /** Undefined when nothing is known; `identity` is undefined when it is known that there is none. */
  find(key: string): { readonly identity: TokenIdentity | undefined } | undefined;
  remember(key: string, identity: TokenIdentity | undefined): void;
  /** Forgets a token, a user's tokens, or everything when neither is named. */
  forget(which: { tokenId?: number | undefined; userId?: number | undefined }): void;
}

interface Entry {
  readonly identity: TokenIdentity | undefined;
  readonly staleAtMs: number;
}

/** Twice as many may be remembered (lib/recent-map.ts). */
const KNOWN_GENERATION = 25_000;
const UNKNOWN_GENERATION = 5_000;
/**
 * A known key is read again now and then, so that even a change whose news was lost (a node that died between commit
 * and notice) is seen within a minute. An unknown key is remembered just long enough to blunt a flood.
 */
const KNOWN_LIFETIME_MS = 60_000;
const UNKNOWN_LIFETIME_MS = 3000;

export function createIdentityCache(clock: Clock): IdentityCache {
  const known = createRecentMap<string, Entry>(KNOWN_GENERATION);
  const unknown = createRecentMap<string, Entry>(UNKNOWN_GENERATION);

  return {
    find(key) {
      const entry = known.get(key) ?? unknown.get(key);
      return entry && entry.staleAtMs > clock.nowMs() ? entry : undefined;
    },
    remember(key, identity) {
      const lifetimeMs = identity ? KNOWN_LIFETIME_MS : UNKNOWN_LIFETIME_MS;
      const entry = { identity, staleAtMs: clock.nowMs() + lifetimeMs };
      known.delete(key);
      unknown.delete(key);
      (identity ? known : unknown).set(key, entry);
    },
    forget({ tokenId, userId }) {
      unknown.clear();
      if (tokenId === undefined && userId === undefined) return known.clear();
      for (const [key, { identity }] of known.entries())
        if (identity?.tokenId === tokenId || identity?.userId === userId) known.delete(key);
    },
  };
}
