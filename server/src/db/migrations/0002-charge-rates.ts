import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { MigrationContext } from "../migrator.ts";

/**
 * The price of a charge once, instead of in each log row; the log's indexes with what its sums need. On SQLite holds
 * live in memory from here on: those that a version before has left behind are freed.
 */
export async function up(db: Kysely<unknown>, { engine, byKey }: MigrationContext): Promise<void> {
  await db.schema
    .createTable("charge_rates")
    .addColumn("version", "text", (c) => c.primaryKey())
    .addColumn("rate", "text", (c) => c.notNull())
    .$call(byKey)
    .execute();
  const summed = ["type", "quota", "prompt_tokens", "completion_tokens"];
  await db.schema.dropIndex("logs_created").execute();
  await db.schema.dropIndex("logs_user").execute();
  await db.schema
    .createIndex("logs_created")
    .on("logs")
    .columns(["created_at", ...summed])
    .execute();
  await db.schema
    .createIndex("logs_user")
    .on("logs")
    .columns(["user_id", "created_at", ...summed])
    .execute();
  if (engine !== "sqlite") return;
  await sql`delete from ledger_holds`.execute(db);
  await sql`update ledger_accounts set held = 0 where held <> 0`.execute(db);
}
