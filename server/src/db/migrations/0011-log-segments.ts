import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import type { MigrationContext } from "../migrator.ts";

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/**
 * The log by user, built later and in order instead of with each row: an index by user has another page for each user
 * who calls, and with many users those pages were what a charge cost most. A segment is made of rows with consecutive
 * ids once there are enough of them; rows above the last segment are found by looking at them all.
 */
export async function up(db: Kysely<unknown>, { byKey }: MigrationContext): Promise<void> {
  await db.schema
    .createTable("log_segments")
    .addColumn("segment", "bigint", (c) => c.primaryKey())
    .addColumn("first_id", "bigint", required)
    .addColumn("last_id", "bigint", required)
    .addColumn("first_at", "bigint", required)
    .addColumn("last_at", "bigint", required)
    .$call(byKey)
    .execute();
  await db.schema
    .createTable("logs_by_user")
    .addColumn("segment", "bigint", required)
    .addColumn("user_id", "bigint", required)
    .addColumn("id", "bigint", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("type", "integer", required)
    .addColumn("quota", "bigint", required)
    .addColumn("prompt_tokens", "bigint", required)
    .addColumn("completion_tokens", "bigint", required)
    .addColumn("token_name", "text", required)
    .addColumn("model_name", "text", required)
    .addColumn("group", "text", required)
    .addPrimaryKeyConstraint("logs_by_user_pk", ["segment", "user_id", "id"])
    .$call(byKey)
    .execute();
  await db.schema.dropIndex("logs_user").execute();
}
