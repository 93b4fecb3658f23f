import type { Kysely, Selectable } from "kysely";
import type { Database } from "../../db/database.ts";
import type { PendingGrantsTable, Schema } from "../../db/schema.ts";

export type PendingGrantRow = Selectable<PendingGrantsTable>;

/** Grants that a committed transaction has promised and that are not booked yet. */
export interface PendingGrantStore {
  /** Inside the transaction that gives the reason for the grants. */
  insert(transaction: Kysely<Schema>, rows: readonly PendingGrantRow[]): Promise<void>;
  /** Those of the keys, or the oldest of all. */
  list(keys?: readonly string[]): Promise<PendingGrantRow[]>;
  /** Removes one that is booked. Answers whether it was still there: of two nodes that booked it, one finds it gone. */
  forget(key: string): Promise<boolean>;
}

const LISTED_MAX = 500;

export function createPendingGrantStore({ database }: { database: Database }): PendingGrantStore {
  return {
    async insert(transaction, rows) {
      if (rows.length > 0) await transaction.insertInto("pending_grants").values(rows).execute();
    },
    list(keys) {
      if (keys?.length === 0) return Promise.resolve([]);
      let query = database.kysely.selectFrom("pending_grants").selectAll();
      if (keys) query = query.where("key", "in", keys);
      return query.orderBy("created_at").limit(LISTED_MAX).execute();
    },
    async forget(key) {
      const { numDeletedRows } = await database.kysely
        .deleteFrom("pending_grants")
        .where("key", "=", key)
        .executeTakeFirstOrThrow();
      return numDeletedRows > 0n;
    },
  };
}
