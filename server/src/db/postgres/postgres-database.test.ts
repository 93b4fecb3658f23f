import { expect, test } from "bun:test";
import { sql } from "kysely";
import { openTestDatabase } from "../../../test/support/test-database.ts";
import { DatabaseAwayError } from "../database-away.ts";
import type { BulkWork } from "../bulk.ts";
import { openPostgres } from "./postgres-database.ts";

function* findUser(): BulkWork<number> {
  const columns = { id: "bigint" } as const;
  const found = yield { kind: "find", table: "users", key: "id", keyType: "bigint", columns, ids: [1] };
  return found.length;
}

test("a connection that dies in the hands of a transaction ends it, and nothing else", async () => {
  await using opened = await openTestDatabase("postgres");
  const { database } = opened;
  const end = opened.reopen();
  const cut = database.kysely.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(end.kysely);
    await sql`select 1`.execute(transaction);
  });
  const fault: unknown = await cut.catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(DatabaseAwayError);
  expect(fault).toMatchObject({ mayHaveHappened: true });
  expect((await sql<{ one: number }>`select 1 as one`.execute(database.kysely)).rows).toEqual([{ one: 1 }]);
  await end.close();
});

test("a server that nobody listens at is away, for queries, transactions and group commits", async () => {
  const database = openPostgres("postgres://nobody@127.0.0.1:9/nothing", 2);
  const asked = [
    sql`select 1`.execute(database.kysely),
    database.kysely.transaction().execute(async () => 1),
    database.bulk(findUser()),
  ];
  for (const answer of await Promise.allSettled(asked))
    expect(answer).toMatchObject({
      status: "rejected",
      reason: { name: "DatabaseAwayError", mayHaveHappened: false },
    });
  await database.close();
});
