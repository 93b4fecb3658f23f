import type { Database as SqliteConnection, Statement } from "bun:sqlite";
import type { BulkStatement, BulkWork, Columns, FindAllStatement, FoundRow } from "../bulk.ts";

type SqliteStatement = BulkStatement | FindAllStatement;

/** Runs bulk work on one connection, synchronously, in one immediate transaction; the caller holds the lock. */
export function createSqliteBulk(connection: SqliteConnection) {
  const begin = connection.prepare("begin immediate");
  const commit = connection.prepare("commit");
  const rollback = connection.prepare("rollback");

  /** By columns (constants of their writers) and by what is done: writing SQL for each batch would cost more than running it. */
  const byColumns = new Map<Columns | undefined, Map<string, Statement>>();
  const prepared = (statement: SqliteStatement): Statement => {
    const columns = "columns" in statement ? statement.columns : undefined;
    let statements = byColumns.get(columns);
    if (!statements) byColumns.set(columns, (statements = new Map()));
    const act = `${statement.kind} ${statement.table}`;
    let found = statements.get(act);
    if (!found) statements.set(act, (found = connection.prepare(sqlOf(statement))));
    return found;
  };

  const execute = (statement: SqliteStatement): FoundRow[] => {
    const sql = prepared(statement);
    switch (statement.kind) {
      case "find": {
        const rows: FoundRow[] = [];
        // Rows of a find have exactly the listed columns, all numbers, texts or nulls.
        for (const id of statement.ids) {
          const row = sql.get(id) as FoundRow | null;
          if (row) rows.push(row);
        }
        return rows;
      }
      case "find all":
        // As above.
        return sql.all() as FoundRow[];
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
    execute,
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
      for (const statements of byColumns.values())
        for (const statement of statements.values()) statement.finalize();
      for (const statement of [begin, commit, rollback]) statement.finalize();
      byColumns.clear();
    },
  };
}

const quote = (name: string) => `"${name}"`;

function sqlOf(statement: SqliteStatement): string {
  const table = quote(statement.table);
  switch (statement.kind) {
    case "find":
      return `select ${Object.keys(statement.columns).map(quote).join(", ")} from ${table} where ${quote(statement.key)} = ?`;
    case "find all":
      return `select ${Object.keys(statement.columns).map(quote).join(", ")} from ${table} order by ${quote(statement.key)}`;
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
