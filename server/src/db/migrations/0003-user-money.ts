import { sql } from "kysely";
import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import type { MigrationContext } from "../migrator.ts";

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");

/** Redemption codes, grants that are promised but not yet booked, what invitations earned, what administrators saw. */
export async function up(db: Kysely<unknown>, { identity }: MigrationContext): Promise<void> {
  await db.schema.alterTable("users").addColumn("aff_history", "bigint", zero).execute();
  await db.schema
    .createTable("redemptions")
    .addColumn("id", ...identity)
    .addColumn("user_id", "bigint", required)
    .addColumn("name", "text", required)
    .addColumn("key_hash", "text", (c) => c.notNull().unique())
    .addColumn("key_sealed", "text", required)
    .addColumn("status", "integer", required)
    .addColumn("quota", "bigint", (c) => c.notNull().check(sql`quota > 0`))
    .addColumn("created_time", "bigint", required)
    .addColumn("redeemed_time", "bigint", zero)
    .addColumn("used_user_id", "bigint", zero)
    .addColumn("expired_time", "bigint", zero)
    .addColumn("deleted_at", "bigint")
    .execute();
  await db.schema
    .createTable("pending_grants")
    .addColumn("key", "text", (c) => c.primaryKey())
    .addColumn("account", "bigint", required)
    .addColumn("amount", "bigint", (c) => c.notNull().check(sql`amount > 0`))
    .addColumn("note", "text", empty)
    .addColumn("user_id", "bigint", required)
    .addColumn("username", "text", required)
    .addColumn("log_type", "integer", required)
    .addColumn("log_content", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute();
  await db.schema
    .createTable("quota_readings")
    .addColumn("reader_id", "bigint", required)
    .addColumn("user_id", "bigint", required)
    .addColumn("quota", "bigint", required)
    .addColumn("read_at", "bigint", required)
    .addPrimaryKeyConstraint("quota_readings_pk", ["reader_id", "user_id"])
    .execute();
}
