import { sql } from "kysely";
import type { Database } from "../../src/db/database.ts";
import { openPostgres } from "../../src/db/postgres/postgres-database.ts";
import { openSqlite } from "../../src/db/sqlite/sqlite-database.ts";
import { testPostgresDsn } from "../support/test-database.ts";
import type { Engine, TestDatabase } from "../support/test-database.ts";

/** How another process finds a test's database. */
export interface Whereabouts {
  engine: Engine;
  /** A file or an address. */
  where: string;
}

export async function whereabouts({ database }: Pick<TestDatabase, "database">): Promise<Whereabouts> {
  if (database.engine === "sqlite") {
    const { rows } = await sql<{ file: string }>`select file from pragma_database_list`.execute(
      database.kysely,
    );
    return { engine: "sqlite", where: rows[0]?.file ?? "" };
  }
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.kysely);
  const address = new URL(testPostgresDsn());
  address.pathname = `/${rows[0]?.name}`;
  return { engine: "postgres", where: address.href };
}

export function openWhere({ engine, where }: Whereabouts): Database {
  return engine === "sqlite" ? openSqlite(where) : openPostgres(where, 2);
}
