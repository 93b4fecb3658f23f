import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import type { MigrationContext } from "../migrator.ts";

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");

/**
 * What nodes learn of channels, for each other and for after a restart; what a node has counted against limits; and which
 * of them has begun the work that only one does.
 */
export async function up(db: Kysely<unknown>, { rowNumber }: MigrationContext): Promise<void> {
  await createIncidents(db, rowNumber);
  await createBreakers(db);
  await createNodesOwn(db);
}

async function createIncidents(db: Kysely<unknown>, rowNumber: MigrationContext["rowNumber"]): Promise<void> {
  await db.schema
    .createTable("channel_incidents")
    .addColumn("id", ...rowNumber)
    .addColumn("key", "text", (c) => c.notNull().unique())
    .addColumn("kind", "text", required)
    .addColumn("at_ms", "bigint", required)
    .addColumn("first_at_ms", "bigint", required)
    .addColumn("times", "integer", required)
    .addColumn("channel_id", "bigint", required)
    .addColumn("key_index", "integer")
    .addColumn("model", "text")
    .addColumn("cause", "text")
    .addColumn("status", "integer")
    .addColumn("text", "text", empty)
    .addColumn("answers", "integer", zero)
    .addColumn("failures", "integer", zero)
    .addColumn("until_ms", "bigint")
    .addColumn("away_ms", "bigint")
    .execute();
  await db.schema
    .createIndex("channel_incidents_channel")
    .on("channel_incidents")
    .columns(["channel_id", "at_ms"])
    .execute();
}

async function createBreakers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channel_breakers")
    .addColumn("channel_id", "bigint", required)
    .addColumn("scope", "text", required)
    .addColumn("key_hash", "text", required)
    .addColumn("model", "text", required)
    .addColumn("cause", "text", required)
    .addColumn("is_open", "integer", required)
    .addColumn("opened_at_ms", "bigint", required)
    .addColumn("renewed_at_ms", "bigint", required)
    .addColumn("open_until_ms", "bigint", required)
    .addColumn("closed_at_ms", "bigint", required)
    .addColumn("cool_down_ms", "bigint", required)
    .addColumn("level", "integer", required)
    .addColumn("probing_since_ms", "bigint", required)
    .addColumn("changed_at_ms", "bigint", required)
    .addColumn("node_id", "text", required)
    .addPrimaryKeyConstraint("channel_breakers_pk", ["channel_id", "scope", "key_hash", "model"])
    .execute();
}

async function createNodesOwn(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("limit_counts")
    .addColumn("node_id", "text", required)
    .addColumn("key", "text", required)
    .addColumn("window_ms", "bigint", required)
    .addColumn("window_number", "bigint", required)
    .addColumn("current", "bigint", required)
    .addColumn("previous", "bigint", required)
    .addPrimaryKeyConstraint("limit_counts_pk", ["node_id", "key"])
    .execute();
  await db.schema
    .createTable("scheduled_work")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("begun_at_ms", "bigint", required)
    .addColumn("node_id", "text", required)
    .execute();
}
