import type { Kysely } from "kysely";

/** How the models that a channel's vendor lists differ from those that it serves, for an administrator to decide. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channel_upstream_models")
    .addColumn("channel_id", "bigint", (c) => c.primaryKey().references("channels.id").onDelete("cascade"))
    .addColumn("checked_at", "bigint", (c) => c.notNull())
    .addColumn("added", "text", (c) => c.notNull())
    .addColumn("gone", "text", (c) => c.notNull())
    .addColumn("ignored", "text", (c) => c.notNull())
    .execute();
}
