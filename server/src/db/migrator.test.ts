import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { ENGINES, openTestDatabase } from "../../test/support/test-database.ts";
import type { TestDatabase } from "../../test/support/test-database.ts";
import { migrate, MIGRATIONS } from "./migrator.ts";

const NAMES = Object.keys(MIGRATIONS);

describe.each(ENGINES)("migrations on %s", (engine) => {
  const columnsOf = async ({ database }: TestDatabase) => {
    const tables = await database.kysely.introspection.getTables();
    return tables.flatMap((table) => table.columns.map((column) => `${table.name}.${column.name}`)).sort();
  };

  test("names are numbered without gaps", () => {
    expect(NAMES.map((name) => Number(name.slice(0, 4)))).toEqual(NAMES.map((_, index) => index + 1));
  });

  test("one at a time, each from the schema before it, ends where all at once ends", async () => {
    await using stepwise = await openTestDatabase(engine, { migrated: false });
    for (const name of NAMES) await migrate(stepwise.database, name);
    await using whole = await openTestDatabase(engine, { migrated: false });
    await migrate(whole.database);
    expect(await columnsOf(stepwise)).toEqual(await columnsOf(whole));
  });

  test("migrating again changes nothing", async () => {
    await using opened = await openTestDatabase(engine);
    const before = await columnsOf(opened);
    await migrate(opened.database);
    expect(await columnsOf(opened)).toEqual(before);
  });

  test("two nodes may start at once", async () => {
    await using opened = await openTestDatabase(engine, { migrated: false });
    // SQLite has one process, whose two starters share one connection.
    const second = engine === "sqlite" ? opened.database : opened.reopen();
    await Promise.all([migrate(opened.database), migrate(second)]);
    if (second !== opened.database) await second.close();
  });

  test("amounts are 64-bit: a balance of nine quadrillion units is exact", async () => {
    await using opened = await openTestDatabase(engine);
    const posted = Number.MAX_SAFE_INTEGER;
    await opened.database.kysely
      .insertInto("ledger_accounts")
      .values({ id: 8, posted, held: 0, used: 0, requests: 0 })
      .execute();
    expect(await opened.database.kysely.selectFrom("ledger_accounts").select("posted").execute()).toEqual([
      { posted },
    ]);
  });

  test("a held amount below zero is refused by the database itself", async () => {
    await using opened = await openTestDatabase(engine);
    expect(
      sql`insert into ledger_accounts (id, posted, held, used, requests) values (8, 0, -1, 0, 0)`.execute(
        opened.database.kysely,
      ),
    ).rejects.toThrow();
  });
});
