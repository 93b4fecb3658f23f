import type { Selectable } from "kysely";
import type { Database } from "../../../db/database.ts";
import type { ChannelBreakersTable } from "../../../db/schema.ts";
import type { FailureClass, HealthScope } from "../failures/failure-class.ts";
import type { SharedBreaker } from "./breaker-exchange.ts";

/** A breaker and the node that changed it last. */
export type StoredBreaker = SharedBreaker & { readonly nodeId: string };

/** Breakers of all nodes. */
export interface BreakerStore {
  /** Keeps each unless a later state of it is there. */
  write(breakers: readonly StoredBreaker[]): Promise<void>;
  /** Of the channels named, or of all. */
  list(channelIds?: readonly number[]): Promise<StoredBreaker[]>;
  /** Forgets what is known of a channel up to a moment. */
  forget(channelId: number, upToMs: number): Promise<void>;
  /** Forgets what was closed before one moment, and what nobody has touched since another. */
  prune(closedBeforeMs: number, untouchedSinceMs: number): Promise<void>;
}

export function createBreakerStore({ kysely }: Pick<Database, "kysely">): BreakerStore {
  return {
    async write(breakers) {
      if (breakers.length === 0) return;
      await kysely
        .insertInto("channel_breakers")
        .values(breakers.map(rowOf))
        .onConflict((conflict) =>
          conflict
            .columns(["channel_id", "scope", "key_hash", "model"])
            .doUpdateSet(({ ref }) => ({
              cause: ref("excluded.cause"),
              is_open: ref("excluded.is_open"),
              opened_at_ms: ref("excluded.opened_at_ms"),
              renewed_at_ms: ref("excluded.renewed_at_ms"),
              open_until_ms: ref("excluded.open_until_ms"),
              closed_at_ms: ref("excluded.closed_at_ms"),
              cool_down_ms: ref("excluded.cool_down_ms"),
              level: ref("excluded.level"),
              probing_since_ms: ref("excluded.probing_since_ms"),
              changed_at_ms: ref("excluded.changed_at_ms"),
              node_id: ref("excluded.node_id"),
            }))
            .whereRef("excluded.changed_at_ms", ">=", "channel_breakers.changed_at_ms"),
        )
        .execute();
    },
    async list(channelIds) {
      if (channelIds?.length === 0) return [];
      let query = kysely.selectFrom("channel_breakers").selectAll();
      if (channelIds) query = query.where("channel_id", "in", channelIds);
      const rows = await query.execute();
      return rows.map(breakerOf);
    },
    async forget(channelId, upToMs) {
      await kysely
        .deleteFrom("channel_breakers")
        .where("channel_id", "=", channelId)
        .where("changed_at_ms", "<=", upToMs)
        .execute();
    },
    async prune(closedBeforeMs, untouchedSinceMs) {
      await kysely
        .deleteFrom("channel_breakers")
        .where(({ eb, and, or }) =>
          or([
            and([eb("is_open", "=", 0), eb("changed_at_ms", "<", closedBeforeMs)]),
            and([eb("changed_at_ms", "<", untouchedSinceMs), eb("open_until_ms", "<", untouchedSinceMs)]),
          ]),
        )
        .execute();
    },
  };
}

function rowOf(breaker: StoredBreaker) {
  return {
    channel_id: breaker.channelId,
    scope: breaker.scope,
    key_hash: breaker.keyHash,
    model: breaker.model,
    cause: breaker.cause,
    is_open: breaker.isOpen ? 1 : 0,
    opened_at_ms: breaker.openedAtMs,
    renewed_at_ms: breaker.renewedAtMs,
    open_until_ms: breaker.openUntilMs,
    closed_at_ms: breaker.closedAtMs,
    cool_down_ms: breaker.coolDownMs,
    level: breaker.level,
    probing_since_ms: breaker.probingSinceMs,
    changed_at_ms: breaker.changedAtMs,
    node_id: breaker.nodeId,
  };
}

function breakerOf(row: Selectable<ChannelBreakersTable>): StoredBreaker {
  return {
    channelId: row.channel_id,
    // Both were a breaker's when they were written.
    scope: row.scope as HealthScope,
    cause: row.cause as FailureClass,
    keyHash: row.key_hash,
    model: row.model,
    isOpen: row.is_open === 1,
    openedAtMs: row.opened_at_ms,
    renewedAtMs: row.renewed_at_ms,
    openUntilMs: row.open_until_ms,
    closedAtMs: row.closed_at_ms,
    coolDownMs: row.cool_down_ms,
    level: row.level,
    probingSinceMs: row.probing_since_ms,
    changedAtMs: row.changed_at_ms,
    nodeId: row.node_id,
  };
}
