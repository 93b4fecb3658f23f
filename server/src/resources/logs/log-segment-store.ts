import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Database } from "../../db/database.ts";
import type { Schema } from "../../db/schema.ts";

/**
 * The log by user, in segments. The log itself is only ever appended to; once enough rows have come they are put in the
 * order of their users, in one go, as a segment that is never added to again. So a charge pays nothing for it that
 * depends on the number of users, and a user's list reads one place a segment plus the rows that are in none yet.
 */

/** Ids of a segment. Rows in no segment yet are read whole for each user's list; each segment costs it one search. */
const SEGMENT_IDS = 16_384;
/** Rows put in order in one transaction: on SQLite the writer, and with it every relayed call, waits for each. */
const SLICE_ROWS = 256;

const COPIED = [
  "user_id",
  "id",
  "created_at",
  "type",
  "quota",
  "prompt_tokens",
  "completion_tokens",
  "token_name",
  "model_name",
  "group",
] as const;

/** Where the segments end: rows with greater ids are in none. */
export interface SegmentsEnd {
  /** 0 = there is none. */
  readonly segment: number;
  readonly lastId: number;
}

/** The end of the segments as it is now. */
export async function findSegmentsEnd(db: Kysely<Schema>): Promise<SegmentsEnd> {
  const last = await db
    .selectFrom("log_segments")
    .select(["segment", "last_id as lastId"])
    .orderBy("segment", "desc")
    .limit(1)
    .executeTakeFirst();
  return last ?? { segment: 0, lastId: 0 };
}

/**
 * Makes all segments for which there are enough rows; answers how many. Once at a time in a process; safe when several
 * nodes do it at once, and when it is cut off anywhere. Stops early when the signal fires.
 */
export async function sealLogSegments(
  database: Database,
  { signal, segmentIds = SEGMENT_IDS }: { signal?: AbortSignal; segmentIds?: number } = {},
): Promise<number> {
  const sealNext = database.engine === "sqlite" ? sealInSlices : sealAtOnce;
  let sealed = 0;
  while (!signal?.aborted && (await sealNext(database, segmentIds))) sealed++;
  return sealed;
}

/** On SQLite, where this process is the only one: the rows are sorted on the reader's thread and copied a slice a turn. */
async function sealInSlices({ kysely, reader }: Database, segmentIds: number): Promise<boolean> {
  const next = await findNextSegment(kysely, segmentIds);
  if (!next) return false;
  // What a process that died has left of it.
  await kysely.deleteFrom("logs_by_user").where("segment", "=", next.segment).execute();
  const ids = await findIdsByUser(reader, next);
  for (let start = 0; start < ids.length; start += SLICE_ROWS) {
    const startedMs = performance.now();
    const slice = JSON.stringify(ids.slice(start, start + SLICE_ROWS));
    await copyRows(kysely, next.segment, sql<boolean>`id in (select value from json_each(${slice}))`);
    // A log of years is put in order at half speed, so that calls have the other half.
    await Bun.sleep(performance.now() - startedMs);
  }
  await kysely.transaction().execute(async (transaction) => {
    await insertSegment(transaction, next);
    // All of it may have been purged meanwhile.
    await trimSegments(transaction);
  });
  return true;
}

/** As one text, because rows would be made into objects on this thread, all of them in one turn. */
async function findIdsByUser(
  reader: Kysely<Schema>,
  { firstId, lastId }: NextSegment,
): Promise<readonly number[]> {
  const { rows } = await sql<{ ids: string }>`
    select json_group_array(id order by user_id, id) as ids from logs where id between ${firstId} and ${lastId}`.execute(
    reader,
  );
  // An array of the table's ids.
  return JSON.parse(rows[0]?.ids ?? "[]") as number[];
}

/** On PostgreSQL, one node at a time. */
async function sealAtOnce({ kysely }: Database, segmentIds: number): Promise<boolean> {
  // Cheap, and mostly all that there is to do.
  const isLikely = await findNextSegment(kysely, segmentIds);
  if (!isLikely) return false;
  // An insert that is under way may still show a smaller id than what can be seen: this waits for it, and new ones wait
  // for the answer, which is at once.
  const greatestId = await kysely.transaction().execute(async (transaction) => {
    await sql`lock table logs in share mode`.execute(transaction);
    return findGreatestId(transaction);
  });
  return kysely.transaction().execute(async (transaction) => {
    await holdSegments(transaction);
    const next = await findNextSegment(transaction, segmentIds);
    if (!next || next.lastId > greatestId) return false;
    await copyRows(transaction, next.segment, sql<boolean>`id between ${next.firstId} and ${next.lastId}`);
    await insertSegment(transaction, next);
    return true;
  });
}

/** Keeps other nodes from changing segments until the transaction ends. */
async function holdSegments(transaction: Kysely<Schema>): Promise<void> {
  await sql`lock table log_segments in share row exclusive mode`.execute(transaction);
}

interface NextSegment {
  readonly segment: number;
  readonly firstId: number;
  readonly lastId: number;
}

/** Undefined while there are not enough rows for it. */
async function findNextSegment(db: Kysely<Schema>, segmentIds: number): Promise<NextSegment | undefined> {
  const end = await findSegmentsEnd(db);
  const first = await db
    .selectFrom("logs")
    .select("id")
    .where("id", ">", end.lastId)
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!first) return undefined;
  const lastId = first.id + segmentIds - 1;
  if ((await findGreatestId(db)) < lastId) return undefined;
  return { segment: end.segment + 1, firstId: first.id, lastId };
}

async function findGreatestId(db: Kysely<Schema>): Promise<number> {
  const { id } = await db
    .selectFrom("logs")
    .select((e) => e.fn.max("id").as("id"))
    .executeTakeFirstOrThrow();
  return Number(id ?? 0);
}

async function copyRows(
  db: Kysely<Schema>,
  segment: number,
  chosen: ReturnType<typeof sql<boolean>>,
): Promise<void> {
  await db
    .insertInto("logs_by_user")
    .columns(["segment", ...COPIED])
    .expression(
      db
        .selectFrom("logs")
        .select((e) => [e.lit(segment).as("segment"), ...COPIED])
        .where(chosen)
        .orderBy("user_id")
        .orderBy("id"),
    )
    .execute();
}

/** From here on lists look for its rows there. */
async function insertSegment(db: Kysely<Schema>, { segment, firstId, lastId }: NextSegment): Promise<void> {
  await db
    .insertInto("log_segments")
    .columns(["segment", "first_id", "last_id", "first_at", "last_at"])
    .expression(
      db
        .selectFrom("logs")
        .select((e) => [
          e.lit(segment).as("segment"),
          e.lit(firstId).as("first_id"),
          e.lit(lastId).as("last_id"),
          e.fn.coalesce(e.fn.min("created_at"), e.lit(0)).as("first_at"),
          e.fn.coalesce(e.fn.max("created_at"), e.lit(0)).as("last_at"),
        ])
        .where("id", ">=", firstId)
        .where("id", "<=", lastId),
    )
    .execute();
}

/**
 * Removes rows that the same transaction has removed from the log. A row that is in no segment may be in one that is
 * being made.
 */
export async function removeSegmentRows(
  { engine }: Pick<Database, "engine">,
  transaction: Kysely<Schema>,
  rows: readonly { readonly id: number; readonly user_id: number }[],
): Promise<void> {
  if (engine === "postgres") await holdSegments(transaction);
  const segments = await transaction.selectFrom("log_segments").selectAll().orderBy("segment").execute();
  const unsealed = (segments.at(-1)?.segment ?? 0) + 1;
  const places = rows.map(({ id, user_id }) => {
    const segment = segments.find(({ last_id }) => id <= last_id)?.segment ?? unsealed;
    return sql`(${sql.lit(segment)}, ${sql.lit(user_id)}, ${sql.lit(id)})`;
  });
  await sql`delete from logs_by_user where (segment, user_id, id) in (values ${sql.join(places)})`.execute(
    transaction,
  );
  await trimSegments(transaction);
}

/** A segment without rows goes, and none reaches above the log: SQLite gives the ids above the greatest one again. */
async function trimSegments(transaction: Kysely<Schema>): Promise<void> {
  await transaction
    .deleteFrom("log_segments")
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom("logs_by_user")
            .select("logs_by_user.id")
            .whereRef("logs_by_user.segment", "=", "log_segments.segment"),
        ),
      ),
    )
    .execute();
  const greatestId = await findGreatestId(transaction);
  await transaction
    .updateTable("log_segments")
    .set({ last_id: greatestId })
    .where("last_id", ">", greatestId)
    .execute();
}
