import { withoutComments } from "./code-text.ts";
import { isCode, isTest } from "./source-file.ts";
import type { SourceFile, Violation } from "./source-file.ts";

/** A table reached through Kysely, in raw SQL, or in a statement of a group commit. */
const SQL =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql(<[^>]*>)?`|\bsql\.(raw|table|ref)\(|\bkind: "(insert|update|add|delete|find)",\s*table:/;
const WRITES = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*"(\w+)"/g,
  /\bkind: "(?:insert|update|add|delete)",\s*table: "(\w+)"/g,
];
const LEDGER_TABLE = /"ledger_\w+"/;

/** Stores that write a table of another store's, and why. */
const SHARED_TABLES: Readonly<Record<string, string>> = {
  "server/src/resources/logs/log-store.ts writes channels":
    "a channel's used quota must commit together with the log row that it sums up",
};

/** SQL outside of stores, the ledger's tables outside of the ledger, and tables that two stores write. */
export function strayDatabaseAccess(files: readonly SourceFile[]): Violation[] {
  const code = files
    .filter((file) => file.path.startsWith("server/src/") && isCode(file.path) && !isTest(file.path))
    .filter((file) => !/^server\/src\/(db|ledger)\//.test(file.path))
    .map(({ path, text }) => ({ path, text: withoutComments(text) }));
  const stores = code.filter(({ path }) => path.endsWith("-store.ts"));
  return [
    ...code
      .filter(({ path, text }) => !path.endsWith("-store.ts") && SQL.test(text))
      .map(({ path }) => `${path} contains SQL: only *-store.ts, db/ and ledger/ may`),
    ...code
      .filter(({ text }) => LEDGER_TABLE.test(text))
      .map(({ path }) => `${path} names a table of the ledger's`),
    ...sharedTables(stores),
  ];
}

function sharedTables(stores: readonly SourceFile[]): Violation[] {
  const writers = new Map<string, string[]>();
  for (const { path, text } of stores) {
    const tables = new Set(
      WRITES.flatMap((pattern) => [...text.matchAll(pattern)].map((match) => match[1] ?? "")),
    );
    for (const table of tables)
      if (!(`${path} writes ${table}` in SHARED_TABLES))
        writers.set(table, [...(writers.get(table) ?? []), path]);
  }
  return [...writers]
    .filter(([, paths]) => paths.length > 1)
    .map(([table, paths]) => `${paths.join(" and ")} both write ${table}: one store a table`);
}
