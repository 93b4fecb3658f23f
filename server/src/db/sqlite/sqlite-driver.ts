import type { Database as SqliteConnection, SQLQueryBindings } from "bun:sqlite";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import type { Lock } from "../lock.ts";

/**
 * Kysely over the process's one write connection. The lock is shared with the bulk path, so that no statement of
 * another caller slips into an open transaction.
 */
export function createSqliteDriver(connection: SqliteConnection, lock: Lock): Driver {
  const kyselyConnection: DatabaseConnection = {
    executeQuery: (query) => Promise.resolve().then(() => runOn(connection, query)),
    // oxlint-disable-next-line require-yield -- bun:sqlite reads a result whole; nothing here streams.
    async *streamQuery() {
      throw new Error("streaming a query is not supported on SQLite");
    },
  };
  const run = (sql: string) => {
    connection.run(sql);
    return Promise.resolve();
  };
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => lock.acquire().then(() => kyselyConnection),
    releaseConnection: () => Promise.resolve(lock.release()),
    beginTransaction: () => run("begin immediate"),
    commitTransaction: () => run("commit"),
    rollbackTransaction: () => (connection.inTransaction ? run("rollback") : Promise.resolve()),
    destroy: () => Promise.resolve(),
  };
}

/** Runs one compiled query and shapes the answer as Kysely wants it. */
export function runOn<Row>(connection: SqliteConnection, query: CompiledQuery): QueryResult<Row> {
  const statement = connection.query<Row, SQLQueryBindings[]>(query.sql);
  // Kysely's parameters for SQLite are texts, numbers, booleans, nulls and byte arrays: what bun:sqlite binds.
  const parameters = query.parameters as SQLQueryBindings[];
  if (statement.columnNames.length > 0) return { rows: statement.all(...parameters) };
  const { changes, lastInsertRowid } = statement.run(...parameters);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
