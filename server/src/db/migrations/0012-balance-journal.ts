import { sql } from "kysely";
import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import type { MigrationContext } from "../migrator.ts";

const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);

/**
 * On SQLite, balances that have changed are first written one behind the other, in a journal, and later into their rows,
 * in the order of the accounts: a charge costs the same however many accounts there are. The accounts' number becomes
 * the number of their row, which is one tree instead of two. `ledger_balances` is what the books say, on both engines.
 */
export async function up(db: Kysely<unknown>, { engine, rowNumber }: MigrationContext): Promise<void> {
  if (engine === "postgres") {
    await sql`create view ledger_balances as select id, posted, held, used, requests from ledger_accounts`.execute(
      db,
    );
    return;
  }
  await db.schema.alterTable("ledger_accounts").renameTo("ledger_accounts_before").execute();
  await db.schema
    .createTable("ledger_accounts")
    .addColumn("id", ...rowNumber)
    .addColumn("posted", "bigint", zero)
    .addColumn("held", "bigint", (c) =>
      c
        .notNull()
        .defaultTo(0)
        .check(sql`held >= 0`),
    )
    .addColumn("used", "bigint", zero)
    .addColumn("requests", "bigint", zero)
    .execute();
  await sql`insert into ledger_accounts select id, posted, held, used, requests from ledger_accounts_before order by id`.execute(
    db,
  );
  await db.schema.dropTable("ledger_accounts_before").execute();
  await db.schema
    .createTable("ledger_journal")
    .addColumn("number", ...rowNumber)
    .addColumn("balances", "text", (c) => c.notNull())
    .execute();
  // Of each account the last line counts: a query with max() takes its other columns from that very row. The cast lets
  // the join build an index.
  await sql`create view ledger_balances as
    select a.id, coalesce(j.posted, a.posted) as posted, a.held, coalesce(j.used, a.used) as used,
      coalesce(j.requests, a.requests) as requests
    from ledger_accounts a left join (
      select cast(value ->> 0 as integer) as id, cast(value ->> 1 as integer) as posted, cast(value ->> 2 as integer) as used,
        cast(value ->> 3 as integer) as requests, max(number) as number
      from ledger_journal, json_each(balances) group by 1
    ) j on j.id = a.id`.execute(db);
}
