import { PostgresAdapter, sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";

/** What one check has found. A difference means that the books are wrong; a note is worth knowing. */
export interface Findings {
  readonly differences: readonly string[];
  readonly notes?: readonly string[];
}

export interface AuditCheck {
  /** Stable, for machines: `posted-balances`. */
  readonly name: string;
  /** What holds when it finds nothing. */
  readonly proves: string;
  run(db: AuditReader): Promise<Findings>;
}

/** The books as they were at one moment. */
export interface AuditReader {
  readonly db: Kysely<Schema>;
  readonly isPostgres: boolean;
}

/** Differences that one check names; the first is what an operator needs. */
const REPORTED_MAX = 20;
export const reportedMax = sql.lit(REPORTED_MAX);

/**
 * Runs a check on one moment of a live database. On PostgreSQL that is a read-only snapshot without a time limit; on
 * SQLite, whose readers take a statement at a time, each statement sees its own moment, and a check that needs one
 * moment is one statement. Neither holds a writer up.
 */
export async function runCheck(db: Kysely<Schema>, check: AuditCheck): Promise<Findings> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return check.run({ db, isPostgres: false });
  return db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (snapshot) => {
      await sql`set local statement_timeout = 0`.execute(snapshot);
      return check.run({ db: snapshot, isPostgres: true });
    });
}
