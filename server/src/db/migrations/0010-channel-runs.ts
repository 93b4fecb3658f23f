import type { ColumnDefinitionBuilder, Kysely } from "kysely";

const required = (column: ColumnDefinitionBuilder) => column.notNull();

/** The newest run of each kind of work over all channels: one for all nodes, which any of them shows and ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("channel_runs")
    .addColumn("kind", "text", (c) => c.primaryKey())
    .addColumn("run_id", "text", required)
    .addColumn("node_id", "text", required)
    .addColumn("started_at", "bigint", required)
    .addColumn("seen_at_ms", "bigint", required)
    .addColumn("finished_at", "bigint", required)
    .addColumn("cancelled", "integer", required)
    .addColumn("total", "integer", required)
    .addColumn("done", "integer", required)
    .addColumn("failed", "integer", required)
    .addColumn("switched_off", "integer", required)
    .addColumn("switched_on", "integer", required)
    .addColumn("failures", "text", required)
    .execute();
}
