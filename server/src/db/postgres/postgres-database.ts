import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Database } from "../database.ts";
import type { Schema } from "../schema.ts";
import { DatabaseAwayError } from "../database-away.ts";
import { toldFault } from "./connection-fault.ts";
import { runPostgresBulk } from "./postgres-bulk.ts";
import { connected, toldPool } from "./told-pool.ts";

const INT8_OID = 20;
const NUMERIC_OID = 1700;
const STATEMENT_TIMEOUT_MS = 60_000;
/** A host that is gone answers nothing, not even no. Who waits that long for a free connection is told no, too. */
const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens a pool on PostgreSQL. 64-bit columns arrive as numbers; one outside the safe range is an error, never a
 * silently rounded amount. Group commits keep a small pool of their own, so that a busy console cannot starve them. A
 * server that is away is a DatabaseAwayError, whoever asks.
 */
export function openPostgres(dsn: string, maxConnections: number): Database {
  const types = {
    getTypeParser: ((oid: number, format?: "text" | "binary") => {
      if (oid === INT8_OID) return readSafeInteger;
      if (oid === NUMERIC_OID) return Number;
      return pg.types.getTypeParser(oid, format ?? "text");
    }) as typeof pg.types.getTypeParser, // The overloads of pg's own type cannot be written as one function.
  };
  const shared = {
    connectionString: dsn,
    types,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  const pool = openPool({ ...shared, max: maxConnections });
  const bulkPool = openPool({
    ...shared,
    max: 2,
    pipeline: true,
    // Every bulk statement goes by key. Tables that empty themselves (holds) look small to the planner while they are
    // full of dead rows, and it would read them whole.
    options: "-c enable_seqscan=off",
  });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: toldPool(pool) }) });

  return {
    engine: "postgres",
    kysely,
    reader: kysely,
    findNow: undefined,
    async bulk(work, when = "now") {
      const client = await connected(bulkPool);
      try {
        const result = await runPostgresBulk(client, work, when);
        client.release();
        return result;
      } catch (error) {
        const fault = toldFault(error, "asking");
        client.release(fault instanceof DatabaseAwayError || !isSaidByServer(error));
        throw fault;
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

/** A connection that dies, in the pool or in somebody's hands, would end the process without a listener. */
function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Errors with a five-character SQLSTATE come from the server and leave the connection usable. */
function isSaidByServer(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && typeof error.code === "string" && error.code.length === 5
  );
}
