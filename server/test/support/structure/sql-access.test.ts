import { expect, test } from "bun:test";
import { strayDatabaseAccess } from "./sql-access.ts";

const ROUTES = "server/src/resources/tokens/token-routes.ts";
const STORE = "server/src/resources/tokens/token-store.ts";

test.each([
  [ROUTES, 'await database.kysely.selectFrom("tokens").execute();'],
  [ROUTES, 'await transaction.updateTable("tokens").execute();'],
  [ROUTES, "await sql`select 1`.execute(database.kysely);"],
  [ROUTES, "await sql<Row>`select 1`.execute(database.kysely);"],
  [ROUTES, 'yield { kind: "add", table: "tokens" };'],
  [STORE, 'await database.kysely.updateTable("ledger_accounts").execute();'],
])("%s may not: %s", (path, text) => {
  expect(strayDatabaseAccess([{ path, text }])).toHaveLength(1);
});

test.each([
  [STORE, 'await database.kysely.selectFrom("tokens").execute();'],
  [ROUTES, "await database.kysely.transaction().execute(work);"],
  [ROUTES, '// .selectFrom("tokens") is the store\'s.'],
  ["server/src/ledger/ledger-store.ts", 'kysely.selectFrom("ledger_accounts")'],
  ["server/src/resources/tokens/token-routes.test.ts", 'kysely.deleteFrom("tokens")'],
])("%s may: %s", (path, text) => {
  expect(strayDatabaseAccess([{ path, text }])).toEqual([]);
});

test("a table that two stores write is found, one that both read is not", () => {
  const other = "server/src/resources/users/user-store.ts";
  const write = { path: other, text: 'await db.deleteFrom("tokens").execute();' };
  const read = { path: other, text: 'await db.selectFrom("tokens").execute();' };
  const own = { path: STORE, text: 'await db.insertInto("tokens").execute();' };
  expect(strayDatabaseAccess([own, write])).toEqual([
    `${STORE} and ${other} both write tokens: one store a table`,
  ]);
  expect(strayDatabaseAccess([own, read])).toEqual([]);
});
