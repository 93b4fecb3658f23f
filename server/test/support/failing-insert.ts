import { sql } from "kysely";
import type { Database } from "../../src/db/database.ts";

/**
 * From now on the database stops whoever inserts into the table, with `stopped`, as a crash would: what the transaction
 * had done before is gone. With `key`, rows of that key only.
 */
export async function stopAtInsertInto(
  { engine, kysely }: Pick<Database, "engine" | "kysely">,
  table: string,
  key?: string,
): Promise<{ goOn(): Promise<void> }> {
  const condition = key === undefined ? sql`1 = 1` : sql`new.key = ${sql.lit(key)}`;
  if (engine === "sqlite") {
    await sql`create trigger stopped before insert on ${sql.table(table)} when ${condition} begin
      select raise(abort, 'stopped'); end`.execute(kysely);
    return { goOn: async () => void (await sql`drop trigger stopped`.execute(kysely)) };
  }
  await sql`create function stop() returns trigger language plpgsql as $$ begin
    if ${condition} then raise exception 'stopped'; end if; return new; end $$`.execute(kysely);
  await sql`create trigger stopped before insert on ${sql.table(table)} for each row execute function stop()`.execute(
    kysely,
  );
  return { goOn: async () => void (await sql`drop function stop cascade`.execute(kysely)) };
}
