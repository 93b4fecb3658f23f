import type { BulkStatement } from "../../db/bulk.ts";
import type { Database } from "../../db/database.ts";
import { LOG_COLUMNS, logCells } from "./log-record.ts";
import type { NewLog } from "./log-record.ts";
import { removeSegmentRows } from "./log-segment-store.ts";

export type { NewLog } from "./log-record.ts";

/**
 * The rows, and what they add to their channels' used quota: what commits in the same transaction as the charges. The
 * channels come last and in the order of their ids, so that their rows are locked for the shortest time.
 */
export function logStatements(items: readonly NewLog[]): BulkStatement[] {
  if (items.length === 0) return [];
  const used = new Map<number, number>();
  for (const { channelId, quota } of items) {
    if (channelId !== 0 && quota !== 0) used.set(channelId, (used.get(channelId) ?? 0) + quota);
  }
  const kept = items.filter((item) => item.isKept !== false);
  const inserts = kept.length === 0 ? [] : [insertRows(kept)];
  if (used.size === 0) return inserts;
  const rows = [...used].sort(([a], [b]) => a - b);
  return [...inserts, { kind: "add", table: "channels", key: "id", column: "used_quota", rows }];
}

/** Writes a row that goes with no charge. */
export async function insertLog(database: Pick<Database, "bulk">, log: NewLog): Promise<void> {
  const work = function* () {
    yield insertRows([log]);
  };
  await database.bulk<void>(work());
}

function insertRows(items: readonly NewLog[]): BulkStatement {
  return { kind: "insert", table: "logs", columns: LOG_COLUMNS, rows: items.map(logCells) };
}

/** Rows removed in one transaction: on SQLite the writer, and with it every relayed call, waits for each. */
const PURGE_BATCH = { sqlite: 250, postgres: 2500 } as const;

/**
 * Removes the rows older than a moment, in batches with a turn of the event loop between them; answers how many. Stops
 * early when the signal fires. Balances never change by it.
 */
export async function purgeLogs(
  database: Database,
  beforeSeconds: number,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  while (!signal?.aborted) {
    const old = await database.reader
      .selectFrom("logs")
      .select(["id", "user_id"])
      .where("created_at", "<", beforeSeconds)
      .orderBy("created_at")
      .limit(PURGE_BATCH[database.engine])
      .execute();
    if (old.length === 0) break;
    removed += await database.kysely.transaction().execute(async (transaction) => {
      const ids = old.map(({ id }) => id);
      const { numDeletedRows } = await transaction
        .deleteFrom("logs")
        .where("id", "in", ids)
        .executeTakeFirstOrThrow();
      await removeSegmentRows(database, transaction, old);
      return Number(numDeletedRows);
    });
    await new Promise((resolve) => setImmediate(resolve));
  }
  return removed;
}
