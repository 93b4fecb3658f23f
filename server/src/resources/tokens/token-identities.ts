import * as z from "zod/mini";
import { csv, lines } from "@tollgate/contract/codecs";
import type { ChangeFeed } from "../../db/change-feed.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import type { SecretKeys } from "../../secrets/secret-keys.ts";
import { addressMatcher } from "./address-list.ts";
import type { AddressMatcher } from "./address-list.ts";
import { createIdentityCache } from "./identity-cache.ts";
import { tokenKeyHash } from "./token-key.ts";
import type { TokenOwnerRow } from "./token-record.ts";
import type { TokenStore } from "./token-store.ts";

/** What the relay needs to know of a key. */
export interface TokenIdentity {
  readonly tokenId: number;
  readonly tokenName: string;
  readonly userId: number;
  readonly username: string;
  readonly userRole: number;
  readonly userStatus: number;
  readonly userGroup: string;
  /** Empty: the user's own. */
  readonly tokenGroup: string;
  /** What the group `auto` stands for; empty: what the option AutoGroups says. */
  readonly autoGroups: readonly string[];
  /** A call that the channels of one of the `auto` groups have failed goes on to the next. */
  readonly crossGroupRetry: boolean;
  /** As stored: expiry and balance are checked by each request. */
  readonly tokenStatus: number;
  /** Unix seconds, or −1 = never. */
  readonly expiredTime: number;
  readonly unlimited: boolean;
  /** Undefined: any model. */
  readonly modelLimits: ReadonlySet<string> | undefined;
  /** Undefined: any address. */
  readonly allowIps: AddressMatcher | undefined;
}

export interface TokenIdentities {
  /** The key without `sk-`. Answers at once when the key was seen lately; undefined when there is no such key. */
  find(key: string): TokenIdentity | undefined | Promise<TokenIdentity | undefined>;
}

export interface TokenIdentitiesDeps {
  tokens: Pick<TokenStore, "findOwner" | "touch">;
  secrets: Pick<SecretKeys, "lookupHash">;
  feed: Pick<ChangeFeed, "subscribe">;
  clock: Clock;
}

/** No key is this long; a longer one is not worth a hash. */
const KEY_LENGTH_MAX = 256;

/**
 * Finds keys through a bounded cache that forgets a token or user as soon as the feed says that it changed. Concurrent
 * look-ups of one key share one query.
 */
export function createTokenIdentities({
  tokens,
  secrets,
  feed,
  clock,
}: TokenIdentitiesDeps): TokenIdentities {
  const cache = createIdentityCache(clock);
  const loading = new Map<string, Promise<TokenIdentity | undefined>>();
  // What a query read before a change must not be remembered after it.
  let changes = 0;
  const forget = (which: { tokenId?: number | undefined; userId?: number | undefined }) => {
    changes++;
    loading.clear();
    cache.forget(which);
  };
  feed.subscribe("tokens", (tokenId) => forget({ tokenId }));
  feed.subscribe("users", (userId) => forget({ userId }));

  const load = async (key: string): Promise<TokenIdentity | undefined> => {
    const changesBefore = changes;
    const row = await tokens.findOwner(tokenKeyHash(secrets, key));
    const identity = row && identityOf(row);
    if (changes === changesBefore) cache.remember(key, identity);
    // Not awaited: the request does not wait for a note of when its key was last used.
    if (identity) tokens.touch(identity.tokenId, nowSeconds(clock)).catch(() => {});
    return identity;
  };

  return {
    find(key) {
      if (key === "" || key.length > KEY_LENGTH_MAX) return undefined;
      const known = cache.find(key);
      if (known) return known.identity;
      const shared = loading.get(key);
      if (shared) return shared;
      const loaded = load(key).finally(() => {
        if (loading.get(key) === loaded) loading.delete(key);
      });
      loading.set(key, loaded);
      return loaded;
    },
  };
}

function identityOf(row: TokenOwnerRow): TokenIdentity {
  return {
    tokenId: row.id,
    tokenName: row.name,
    userId: row.user_id,
    username: row.username,
    userRole: row.role,
    userStatus: row.user_status,
    userGroup: row.user_group,
    tokenGroup: row.group,
    autoGroups: row.auto_groups === "" ? [] : z.decode(csv, row.auto_groups),
    crossGroupRetry: row.cross_group_retry !== 0,
    tokenStatus: row.status,
    expiredTime: row.expired_time,
    unlimited: row.unlimited_quota !== 0,
    modelLimits: row.model_limits_enabled ? new Set(z.decode(csv, row.model_limits)) : undefined,
    allowIps: addressMatcher(z.decode(lines, row.allow_ips)),
  };
}
