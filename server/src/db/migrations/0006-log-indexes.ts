import type { Kysely } from "kysely";
import type { MigrationContext } from "../migrator.ts";

const SUMMED = ["type", "quota", "prompt_tokens", "completion_tokens"];
/**
 * What lists and sums are narrowed by, so that they look only at the index, a quarter of the table's size. PostgreSQL
 * refuses a row whose index entry is longer than 2704 bytes: texts of clients stay out of it there.
 */
const FILTERED: Record<MigrationContext["engine"], { all: string[]; own: string[] }> = {
  sqlite: {
    all: ["user_id", "channel_id", "token_name", "model_name", "group", "username"],
    own: ["token_name", "model_name"],
  },
  postgres: { all: ["user_id", "channel_id"], own: [] },
};

/**
 * The log's indexes in the order of its lists (`created_at`, `id`), so that a page of a narrowed list is read from its
 * end instead of sorted. Measured with 1,000,000 rows on SQLite: such a page 1.2 s before, below a millisecond after;
 * a sum over all time 1.1 s before, 0.3 s after.
 */
export async function up(db: Kysely<unknown>, { engine }: MigrationContext): Promise<void> {
  const { all, own } = FILTERED[engine];
  await db.schema.dropIndex("logs_created").execute();
  await db.schema.dropIndex("logs_user").execute();
  await db.schema
    .createIndex("logs_created")
    .on("logs")
    .columns(["created_at", "id", ...SUMMED, ...all])
    .execute();
  await db.schema
    .createIndex("logs_user")
    .on("logs")
    .columns(["user_id", "created_at", "id", ...SUMMED, ...own])
    .execute();
}
