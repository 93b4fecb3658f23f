import type { Database as SqliteConnection, Statement } from "bun:sqlite";
import type { BulkStatement, BulkWork, FoundRow } from "../bulk.ts";

/** Runs bulk work on one connection, synchronously, in one immediate transaction. The caller holds the lock. */
export function createSqliteBulk(connection: SqliteConnection) {
  const statements = new Map<string, Statement>();
  const begin = connection.prepare("begin immediate");
  const commit = connection.prepare("commit");
  const rollback = connection.prepare("rollback");

  const prepared = (sql: string): Statement => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = connection.prepare(sql)));
    return statement;
  };

  const execute = (statement: BulkStatement): FoundRow[] => {
    const sql = prepared(sqlOf(statement));
    switch (statement.kind) {
      case "find": {
        const rows: FoundRow[] = [];
        // Rows of a find have exactly the listed columns, all numbers, texts or nulls.
        for (const id of statement.ids) rows.push(...(sql.all(id) as FoundRow[]));
        return rows;
      }
      case "insert":
        for (const row of statement.rows) sql.run(...row);
        return [];
      case "update":
        for (const [key, ...values] of statement.rows) sql.run(...values, key ?? null);
        return [];
      case "add":
        for (const [key, delta] of statement.rows) sql.run(delta, key);
        return [];
      case "delete":
        for (const id of statement.ids) sql.run(id);
        return [];
    }
  };

  return {
    run<Result>(work: BulkWork<Result>): Result {
      begin.run();
      try {
        let step = work.next();
        while (!step.done) step = work.next(execute(step.value));
        commit.run();
        return step.value;
      } catch (error) {
        if (connection.inTransaction) rollback.run();
        throw error;
      }
    },
    close() {
      for (const statement of [...statements.values(), begin, commit, rollback]) statement.finalize();
      statements.clear();
    },
  };
}

const quote = (name: string) => `"${name}"`;

function sqlOf(statement: BulkStatement): string {
  const table = quote(statement.table);
  switch (statement.kind) {
    case "find":
      return `select ${Object.keys(statement.columns).map(quote).join(", ")} from ${table} where ${quote(statement.key)} = ?`;
    case "insert": {
      const names = Object.keys(statement.columns);
      return `insert into ${table} (${names.map(quote).join(", ")}) values (${names.map(() => "?").join(", ")})`;
    }
    case "update": {
      const [key, ...names] = Object.keys(statement.columns);
      return `update ${table} set ${names.map((name) => `${quote(name)} = ?`).join(", ")} where ${quote(key ?? "")} = ?`;
    }
    case "add":
      return `update ${table} set ${quote(statement.column)} = ${quote(statement.column)} + ? where ${quote(statement.key)} = ?`;
    case "delete":
      return `delete from ${table} where ${quote(statement.key)} = ?`;
  }
}
