import { sql } from "kysely";
import type { ColumnDefinitionBuilder, Kysely } from "kysely";
import type { MigrationContext } from "../migrator.ts";

const required = (column: ColumnDefinitionBuilder) => column.notNull();
const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
const empty = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo("");

/**
 * Checkpoints: what charges that were archived add up to, account by account. From here on the database itself refuses
 * to change an entry, and to remove one that is not being archived.
 */
export async function up(db: Kysely<unknown>, { engine, identity }: MigrationContext): Promise<void> {
  await db.schema
    .createTable("ledger_checkpoints")
    .addColumn("id", ...identity)
    .addColumn("before_key", "text", required)
    .addColumn("file", "text", required)
    .addColumn("file_bytes", "bigint", zero)
    .addColumn("entries", "bigint", zero)
    .addColumn("digest", "text", empty)
    .addColumn("previous_digest", "text", empty)
    .addColumn("started_at", "bigint", required)
    .addColumn("finished_at", "bigint")
    .execute();
  await db.schema
    .createTable("ledger_checkpoint_sums")
    .addColumn("checkpoint_id", "bigint", (c) => c.notNull().references("ledger_checkpoints.id"))
    .addColumn("account", "bigint", required)
    .addColumn("amount", "bigint", required)
    .addColumn("charges", "bigint", required)
    .addPrimaryKeyConstraint("ledger_checkpoint_sums_pk", ["checkpoint_id", "account"])
    .execute();
  for (const statement of GUARDS[engine]) await sql.raw(statement).execute(db);
}

const IS_BEING_ARCHIVED = `exists (
  select 1 from ledger_checkpoints c where c.finished_at is null and old.kind = 'charge' and old.key < c.before_key)`;

/** The audit looks for these triggers by name. */
const GUARDS: Record<MigrationContext["engine"], readonly string[]> = {
  sqlite: [
    `create trigger ledger_entries_unchanged before update on ledger_entries begin
       select raise(abort, 'an entry of the ledger is never changed');
     end`,
    `create trigger ledger_entries_kept before delete on ledger_entries when not ${IS_BEING_ARCHIVED} begin
       select raise(abort, 'an entry of the ledger is removed by the archive only');
     end`,
  ],
  postgres: [
    `create function ledger_entries_guard() returns trigger language plpgsql as $$
     begin
       if tg_op = 'UPDATE' then raise exception 'an entry of the ledger is never changed'; end if;
       if not ${IS_BEING_ARCHIVED} then
         raise exception 'an entry of the ledger is removed by the archive only';
       end if;
       return old;
     end $$`,
    `create trigger ledger_entries_unchanged before update on ledger_entries
       for each row execute function ledger_entries_guard()`,
    `create trigger ledger_entries_kept before delete on ledger_entries
       for each row execute function ledger_entries_guard()`,
  ],
};
