import type { Database as SqliteConnection, Statement } from "bun:sqlite";
import type { BulkStatement, BulkWork, Columns, CommitTime, FoundRow } from "../bulk.ts";

/** Longest that work which may be committed soon waits for other work to share its commit. */
const SOON_MS = 20;

/**
 * Runs bulk work on one connection, synchronously, in one immediate transaction; the caller holds the lock. Work that
 * may be committed soon leaves its transaction open, and the next work that must be durable now commits both: a
 * reservation costs no commit of its own. Other users of the connection call `commitPending` first.
 */
export function createSqliteBulk(connection: SqliteConnection, onPendingDue: () => void) {
  const begin = connection.prepare("begin immediate");
  const commit = connection.prepare("commit");
  const rollback = connection.prepare("rollback");
  const savepoint = connection.prepare("savepoint work");
  const releaseSavepoint = connection.prepare("release work");
  const rollbackToSavepoint = connection.prepare("rollback to work");

  /** By columns (constants of their writers) and by what is done: writing SQL for each batch would cost more than running it. */
  const byColumns = new Map<Columns | undefined, Map<string, Statement>>();
  const prepared = (statement: BulkStatement): Statement => {
    const columns = "columns" in statement ? statement.columns : undefined;
    let statements = byColumns.get(columns);
    if (!statements) byColumns.set(columns, (statements = new Map()));
    const act = `${statement.kind} ${statement.table}`;
    let found = statements.get(act);
    if (!found) statements.set(act, (found = connection.prepare(sqlOf(statement))));
    return found;
  };

  const execute = (statement: BulkStatement): FoundRow[] => {
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

  let pendingTimer: ReturnType<typeof setTimeout> | undefined;

  const commitPending = (): void => {
    if (pendingTimer === undefined) return;
    clearTimeout(pendingTimer);
    pendingTimer = undefined;
    commit.run();
  };

  /** Undoes the work that failed, and only that: what waits for its commit stays. */
  const undo = (isNested: boolean): void => {
    if (!connection.inTransaction) return;
    if (!isNested) return void rollback.run();
    rollbackToSavepoint.run();
    releaseSavepoint.run();
  };

  return {
    commitPending,
    run<Result>(work: BulkWork<Result>, when: CommitTime): Result {
      const isNested = pendingTimer !== undefined;
      (isNested ? savepoint : begin).run();
      let result: Result;
      try {
        let step = work.next();
        while (!step.done) step = work.next(execute(step.value));
        result = step.value;
        if (isNested) releaseSavepoint.run();
        else if (when === "now") commit.run();
      } catch (error) {
        undo(isNested);
        throw error;
      }
      if (when === "soon") pendingTimer ??= setTimeout(onPendingDue, SOON_MS);
      else commitPending();
      return result;
    },
    close() {
      commitPending();
      for (const statements of byColumns.values())
        for (const statement of statements.values()) statement.finalize();
      for (const statement of [begin, commit, rollback, savepoint, releaseSavepoint, rollbackToSavepoint])
        statement.finalize();
      byColumns.clear();
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
