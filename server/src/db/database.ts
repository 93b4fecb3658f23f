import type { Kysely } from "kysely";
import type { BulkWork, CommitTime, FindAllStatement, FindStatement, FoundRow } from "./bulk.ts";
import type { Schema } from "./schema.ts";

/**
 * The one door to storage. `kysely` writes and reads what a request needs now; `reader` is for lists and reports over
 * large tables (on SQLite it runs on another thread with its own connection, so that a slow report never delays a
 * relayed token); `bulk` is for group commits.
 *
 * Inside a transaction await nothing but database calls: on SQLite there is one writer, and others wait.
 */
export interface Database {
  readonly engine: "sqlite" | "postgres";
  readonly kysely: Kysely<Schema>;
  readonly reader: Kysely<Schema>;
  /** Runs the work in one transaction; throws and rolls back when it throws. */
  bulk<Result>(work: BulkWork<Result>, when?: CommitTime): Promise<Result>;
  /**
   * Reads at once, even while another caller's transaction is open on the connection; for rows that only the
   * caller itself changes. Undefined where the database is not inside the process.
   */
  readonly findNow: ((statement: FindStatement | FindAllStatement) => FoundRow[]) | undefined;
  close(): Promise<void>;
}
