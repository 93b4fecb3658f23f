import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "../database.ts";
import type { Schema } from "../schema.ts";
import { runPostgresBulk } from "./postgres-bulk.ts";

const INT8_OID = 20;
const NUMERIC_OID = 1700;
const STATEMENT_TIMEOUT_MS = 60_000;

/**
 * Opens a pool on PostgreSQL. 64-bit columns arrive as numbers; one outside the safe range is an error, never a
 * silently rounded amount. Group commits keep a small pool of their own, so that a busy console cannot starve them.
 */
export function openPostgres(dsn: string, maxConnections: number): Database {
  const types = {
    getTypeParser: ((oid: number, format?: "text" | "binary") => {
      if (oid === INT8_OID) return readSafeInteger;
      if (oid === NUMERIC_OID) return Number;
      return pg.types.getTypeParser(oid, format ?? "text");
    }) as typeof pg.types.getTypeParser, // The overloads of pg's own type cannot be written as one function.
  };
  const pool = new pg.Pool({
    connectionString: dsn,
    max: maxConnections,
    types,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  const bulkPool = new pg.Pool({
    connectionString: dsn,
    max: 2,
    types,
    pipeline: true,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    // Every bulk statement goes by key. Tables that empty themselves (holds) look small to the planner while they are
    // full of dead rows, and it would read them whole.
    options: "-c enable_seqscan=off",
  });
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", () => {});
  bulkPool.on("error", () => {});
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });

  return {
    engine: "postgres",
    kysely,
    reader: kysely,
    findNow: undefined,
    async bulk(work, when = "now") {
      const client = await bulkPool.connect();
      try {
        const result = await runPostgresBulk(client, work, when);
        client.release();
        return result;
      } catch (error) {
        client.release(isConnectionBroken(error));
        throw error;
      }
    },
    async close() {
      await kysely.destroy();
      await bulkPool.end();
    },
  };
}

function readSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`the database holds ${text}, outside the safe range`);
  return value;
}

/** Errors with a five-character SQLSTATE come from the server and leave the connection usable. */
function isConnectionBroken(error: unknown): boolean {
  return !(
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.length === 5
  );
}
