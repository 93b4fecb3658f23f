import type { Kysely } from "kysely";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";
import { nowSeconds } from "../lib/clock.ts";
import type { Clock } from "../lib/clock.ts";
import { createArchiveFile, openArchiveFile } from "./archive-file.ts";
import {
  alone,
  commitBatch,
  finishCheckpoint,
  insertCheckpoint,
  newestCheckpoint,
  oldestCharges,
  openHoldsBefore,
  unfinishedCheckpoint,
} from "./archive-store.ts";
import type { ArchivedEntry, Checkpoint } from "./archive-store.ts";
import { RESERVABLE_MS } from "./charge-time.ts";

export interface ArchiveOptions {
  database: Pick<Database, "engine" | "kysely">;
  clock: Clock;
  /** `2026-01-01`: the first day, in UTC, whose charges stay. */
  beforeDate: string;
  /** Absolute path of the file to write. */
  file: string;
  /** Charges that are moved in one transaction. */
  batchSize?: number;
  /** Called after each batch with how many charges are archived. */
  onProgress?: (archived: number) => void;
}

/** Archived charges: how many, and the digest of the file that they are in; null when there were none. */
export type Archived = { entries: number; digest: string; file: string } | null;

/** The archive cannot be made as it was asked for. The message is one line for the operator; nothing has changed. */
export class ArchiveRefusal extends Error {
  override readonly name = "ArchiveRefusal";
}

/** Enough that commits and flushes of the file do not count, and few enough to be gone in an instant. */
const BATCH_SIZE = 5000;

/**
 * Writes the charges that are older than a day into a file, keeps what they add up to for each account as a checkpoint,
 * and removes them, batch by batch: no balance changes, and other work goes on between batches. Each batch is durable
 * in the file before it leaves the database, so that it can be cut off at any point and run again. Entries that are not
 * charges stay, because their keys must be refused for ever. Throws ArchiveRefusal and ArchiveFileError.
 */
export async function archiveCharges(options: ArchiveOptions): Promise<Archived> {
  const beforeKey = keyOfDay(options);
  const result = await alone(options.database, async (db) => {
    const checkpoint = await startCheckpoint(db, beforeKey, options);
    return checkpoint ? { archived: await moveCharges(db, checkpoint, options) } : { archived: null };
  });
  if (!result) throw new ArchiveRefusal("another archive is being made of this database: let it finish");
  return result.archived;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function keyOfDay({ beforeDate, clock }: ArchiveOptions): string {
  const startMs = DAY.test(beforeDate) ? Date.parse(`${beforeDate}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(startMs) || new Date(startMs).toISOString().slice(0, 10) !== beforeDate)
    throw new ArchiveRefusal(
      `the date must be a day such as 2026-01-01, but is ${JSON.stringify(beforeDate)}`,
    );
  if (startMs > clock.nowMs() - 2 * RESERVABLE_MS)
    throw new ArchiveRefusal(`${beforeDate} is too near: what is archived must be at least two days old`);
  return beforeDate.replaceAll("-", "");
}

/** The run that was cut off, or a new one; undefined when nothing is that old. */
async function startCheckpoint(
  db: Kysely<Schema>,
  beforeKey: string,
  { file, clock }: ArchiveOptions,
): Promise<Checkpoint | undefined> {
  const unfinished = await unfinishedCheckpoint(db);
  if (unfinished) {
    if (unfinished.before_key === beforeKey && unfinished.file === file) return unfinished;
    throw new ArchiveRefusal(
      `an archive was cut off and must be finished first: --before ${dayOf(unfinished.before_key)} --to ${unfinished.file}`,
    );
  }
  const holds = await openHoldsBefore(db, beforeKey);
  if (holds > 0) throw new ArchiveRefusal(`${holds} requests from before that day are still being answered`);
  if ((await oldestCharges(db, beforeKey, 1)).length === 0) return undefined;
  // First, so that one which cannot be made leaves no run that must be finished.
  createArchiveFile(file);
  const newest = await newestCheckpoint(db);
  return insertCheckpoint(db, {
    beforeKey,
    file,
    previousDigest: newest?.digest ?? "",
    nowSeconds: nowSeconds(clock),
  });
}

const dayOf = (key: string) => `${key.slice(0, 4)}-${key.slice(4, 6)}-${key.slice(6, 8)}`;

async function moveCharges(
  db: Kysely<Schema>,
  checkpoint: Checkpoint,
  { clock, batchSize = BATCH_SIZE, onProgress }: ArchiveOptions,
): Promise<Archived> {
  const { id, before_key: beforeKey } = checkpoint;
  let { entries, digest } = checkpoint;
  const file = await openArchiveFile(checkpoint.file, { fileBytes: checkpoint.file_bytes, digest });
  try {
    for (;;) {
      const charges = await oldestCharges(db, beforeKey, batchSize);
      const [first, last] = [charges[0], charges.at(-1)];
      if (!first || !last) break;
      const lines = charges.map(lineOf);
      if (entries === 0) lines.unshift(headerOf(checkpoint));
      const written = file.append(lines);
      entries += charges.length;
      digest = written.digest;
      await commitBatch(db, {
        checkpointId: id,
        firstKey: first.key,
        lastKey: last.key,
        entries: charges.length,
        totalEntries: entries,
        ...written,
      });
      onProgress?.(entries);
    }
  } finally {
    file.close();
  }
  await finishCheckpoint(db, id, nowSeconds(clock));
  return { entries, digest, file: checkpoint.file };
}

/** The first line: which archive this is. It makes two archives differ even when they hold the same. */
function headerOf({ id, before_key, previous_digest }: Checkpoint): string {
  return JSON.stringify({
    archive: "tollgate-charges",
    checkpoint: id,
    before: dayOf(before_key),
    previous_digest,
  });
}

const lineOf = (entry: ArchivedEntry) => JSON.stringify(entry);
