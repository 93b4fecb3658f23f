import { sql } from "kysely";
import type { Kysely, Selectable } from "kysely";
import type { Schema } from "../db/schema.ts";

type Db = Kysely<Schema>;
export type Checkpoint = Selectable<Schema["ledger_checkpoints"]>;
export type ArchivedEntry = Selectable<Schema["ledger_entries"]>;

/** A run that was cut off, if there is one. */
export function unfinishedCheckpoint(db: Db): Promise<Checkpoint | undefined> {
  return db.selectFrom("ledger_checkpoints").selectAll().where("finished_at", "is", null).executeTakeFirst();
}

export function newestCheckpoint(db: Db): Promise<Checkpoint | undefined> {
  return db.selectFrom("ledger_checkpoints").selectAll().orderBy("id", "desc").executeTakeFirst();
}

export async function openHoldsBefore(db: Db, key: string): Promise<number> {
  const { holds } = await db
    .selectFrom("ledger_holds")
    .select((is) => is.fn.countAll<number>().as("holds"))
    .where("id", "<", key)
    .executeTakeFirstOrThrow();
  return Number(holds);
}

/** The oldest charges whose keys are below, in the order of their keys. */
export function oldestCharges(db: Db, beforeKey: string, limit: number): Promise<ArchivedEntry[]> {
  return db
    .selectFrom("ledger_entries")
    .selectAll()
    .where("key", "<", beforeKey)
    .where("kind", "=", "charge")
    .orderBy("key")
    .limit(limit)
    .execute();
}

/** Remembers a run before its first batch. */
export function insertCheckpoint(
  db: Db,
  values: { beforeKey: string; file: string; previousDigest: string; nowSeconds: number },
): Promise<Checkpoint> {
  return db
    .insertInto("ledger_checkpoints")
    .values({
      before_key: values.beforeKey,
      file: values.file,
      file_bytes: 0,
      entries: 0,
      digest: "",
      previous_digest: values.previousDigest,
      started_at: values.nowSeconds,
      finished_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface Batch {
  checkpointId: number;
  firstKey: string;
  lastKey: string;
  entries: number;
  /** Where the run stands with this batch. */
  totalEntries: number;
  fileBytes: number;
  digest: string;
}

/**
 * Moves one batch into the checkpoint: its sums are added, its entries removed, and the run's progress noted, in one
 * transaction. Throws when the rows are not those that were written to the file; nothing is changed then.
 */
export function commitBatch(db: Db, batch: Batch): Promise<void> {
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      await addSums(transaction, batch);
      const { numDeletedRows } = await transaction
        .deleteFrom("ledger_entries")
        .where("key", ">=", batch.firstKey)
        .where("key", "<=", batch.lastKey)
        .where("kind", "=", "charge")
        .executeTakeFirstOrThrow();
      if (Number(numDeletedRows) !== batch.entries)
        throw new Error(
          `${numDeletedRows} charges were about to be archived, and ${batch.entries} were written`,
        );
      await transaction
        .updateTable("ledger_checkpoints")
        .set({ entries: batch.totalEntries, file_bytes: batch.fileBytes, digest: batch.digest })
        .where("id", "=", batch.checkpointId)
        .execute();
    });
}

async function addSums(db: Db, { checkpointId, firstKey, lastKey }: Batch): Promise<void> {
  // `where true` tells SQLite's parser that `on conflict` belongs to the insert.
  await sql`
    insert into ledger_checkpoint_sums (checkpoint_id, account, amount, charges)
    select ${sql.lit(checkpointId)}, account, cast(sum(amount) as bigint), count(*) from (
      select account, amount from ledger_entries where key >= ${firstKey} and key <= ${lastKey} and kind = 'charge'
      union all
      select second_account, second_amount from ledger_entries
      where key >= ${firstKey} and key <= ${lastKey} and kind = 'charge' and second_account is not null
    ) parts where true group by account
    on conflict (checkpoint_id, account) do update
    set amount = ledger_checkpoint_sums.amount + excluded.amount, charges = ledger_checkpoint_sums.charges + excluded.charges`.execute(
    db,
  );
}

export async function finishCheckpoint(db: Db, id: number, nowSeconds: number): Promise<void> {
  await db.updateTable("ledger_checkpoints").set({ finished_at: nowSeconds }).where("id", "=", id).execute();
}

export function checkpointByDigest(db: Db, digest: string): Promise<Checkpoint | undefined> {
  return db.selectFrom("ledger_checkpoints").selectAll().where("digest", "=", digest).executeTakeFirst();
}

export function checkpointSums(
  db: Db,
  id: number,
): Promise<{ account: number; amount: number; charges: number }[]> {
  return db
    .selectFrom("ledger_checkpoint_sums")
    .select(["account", "amount", "charges"])
    .where("checkpoint_id", "=", id)
    .orderBy("account")
    .execute();
}

/** Any number that nothing else on the database locks. */
const ARCHIVE_LOCK = 7_203_115;

/**
 * Runs an archive alone: on PostgreSQL under a lock of the database, which ends with the connection; on SQLite the
 * caller has the data directory to itself. Answers undefined when another run is under way.
 */
export function alone<Result>(
  { engine, kysely }: { engine: "sqlite" | "postgres"; kysely: Db },
  work: (db: Db) => Promise<Result>,
): Promise<Result | undefined> {
  if (engine === "sqlite") return work(kysely);
  return kysely.connection().execute(async (db) => {
    const { rows } = await sql<{
      got: boolean;
    }>`select pg_try_advisory_lock(${sql.lit(ARCHIVE_LOCK)}) as got`.execute(db);
    if (rows[0]?.got !== true) return undefined;
    try {
      return await work(db);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(ARCHIVE_LOCK)})`.execute(db);
    }
  });
}
