import type { Kysely, Selectable } from "kysely";
import type { BulkWork } from "../../db/bulk.ts";
import type { Database } from "../../db/database.ts";
import type { PendingGrantsTable, Schema } from "../../db/schema.ts";
import { logStatements } from "../logs/log-store.ts";
import type { NewLog } from "../logs/log-store.ts";

export type PendingGrantRow = Selectable<PendingGrantsTable>;

/** Grants that a committed transaction has promised and that are not booked yet. */
export interface PendingGrantStore {
  /** Inside the transaction that gives the reason for the grants. */
  insert(transaction: Kysely<Schema>, rows: readonly PendingGrantRow[]): Promise<void>;
  /** Those of the keys, or the oldest of all. */
  list(keys?: readonly string[]): Promise<PendingGrantRow[]>;
  /** Replaces the row by its log row, in one transaction. Answers whether it was still there: the log row comes once. */
  replaceByLog(key: string, log: NewLog): Promise<boolean>;
}

const LISTED_MAX = 500;
const KEY = { key: "text" } as const;

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
    replaceByLog: (key, log) => database.bulk(replacement(key, log)),
  };
}

function* replacement(key: string, log: NewLog): BulkWork<boolean> {
  const found = yield {
    kind: "find",
    table: "pending_grants",
    key: "key",
    keyType: "text",
    columns: KEY,
    ids: [key],
    // Of two nodes that book the same grant one finds it gone.
    lock: true,
  };
  if (found.length === 0) return false;
  yield { kind: "delete", table: "pending_grants", key: "key", keyType: "text", ids: [key] };
  for (const statement of logStatements([log])) yield statement;
  return true;
}
