import type { Clock } from "../../lib/clock.ts";
import type { TokenIdentity } from "./token-identities.ts";

/** Identities by the hash of their key, the least lately used forgotten first. */
export interface IdentityCache {
  /** Undefined when nothing is known; `identity` is undefined when it is known that there is none. */
  find(keyHash: string): { readonly identity: TokenIdentity | undefined } | undefined;
  remember(keyHash: string, identity: TokenIdentity | undefined): void;
  /** Forgets a token, a user's tokens, or everything when neither is named. */
  forget(which: { tokenId?: number | undefined; userId?: number | undefined }): void;
}

interface Entry {
  readonly identity: TokenIdentity | undefined;
  readonly staleAtMs: number;
}

const KNOWN_MAX = 50_000;
const UNKNOWN_MAX = 10_000;
/**
 * A known key is read again now and then, so that even a change whose news was lost (a node that died between commit
 * and notice) is seen within a minute. An unknown key is remembered just long enough to blunt a flood.
 */
const KNOWN_LIFETIME_MS = 60_000;
const UNKNOWN_LIFETIME_MS = 3000;

export function createIdentityCache(clock: Clock): IdentityCache {
  // A Map keeps the order of insertion: a hit is put back at the end, so the first entry is the oldest.
  const known = new Map<string, Entry>();
  const unknown = new Map<string, Entry>();
  const hashes = new Map<number, string>();

  const drop = (keyHash: string, entry: Entry) => {
    known.delete(keyHash);
    if (entry.identity) hashes.delete(entry.identity.tokenId);
  };
  const trim = () => {
    for (const [keyHash, entry] of known) {
      if (known.size <= KNOWN_MAX) break;
      drop(keyHash, entry);
    }
    for (const keyHash of unknown.keys()) {
      if (unknown.size <= UNKNOWN_MAX) break;
      unknown.delete(keyHash);
    }
  };

  return {
    find(keyHash) {
      const entry = known.get(keyHash) ?? unknown.get(keyHash);
      if (!entry || entry.staleAtMs <= clock.nowMs()) return undefined;
      if (entry.identity) {
        known.delete(keyHash);
        known.set(keyHash, entry);
      }
      return entry;
    },
    remember(keyHash, identity) {
      const lifetimeMs = identity ? KNOWN_LIFETIME_MS : UNKNOWN_LIFETIME_MS;
      const entry = { identity, staleAtMs: clock.nowMs() + lifetimeMs };
      known.delete(keyHash);
      unknown.delete(keyHash);
      if (identity) {
        known.set(keyHash, entry);
        hashes.set(identity.tokenId, keyHash);
      } else unknown.set(keyHash, entry);
      trim();
    },
    forget({ tokenId, userId }) {
      unknown.clear();
      if (tokenId !== undefined) {
        const keyHash = hashes.get(tokenId);
        const entry = keyHash === undefined ? undefined : known.get(keyHash);
        if (keyHash !== undefined && entry) drop(keyHash, entry);
      } else if (userId !== undefined) {
        for (const [keyHash, entry] of known) if (entry.identity?.userId === userId) drop(keyHash, entry);
      } else {
        known.clear();
        hashes.clear();
      }
    },
  };
}
