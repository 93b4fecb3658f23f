import type { Kysely } from "kysely";

/** Gives tokens their own order of groups for the group `auto`, and says whether a failed call goes on to the next. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("tokens")
    .addColumn("auto_groups", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema
    .alterTable("tokens")
    .addColumn("cross_group_retry", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
