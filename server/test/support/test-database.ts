import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Database } from "../../src/db/database.ts";
import { migrate } from "../../src/db/migrator.ts";
import { openPostgres } from "../../src/db/postgres/postgres-database.ts";
import { openSqlite } from "../../src/db/sqlite/sqlite-database.ts";

export type Engine = Database["engine"];
/** Every suite that touches a database runs on each of these. */
export const ENGINES = ["sqlite", "postgres"] as const satisfies readonly Engine[];

const POSTGRES_POOL = 8;

export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  /** Opens a second door to the same data, as another process would. */
  reopen(): Database;
}

/** The PostgreSQL server that tests may create databases on. */
export function testPostgresDsn(): string {
  const dsn = process.env["TEST_POSTGRES_DSN"];
  if (!dsn)
    throw new Error("TEST_POSTGRES_DSN is not set: run the suites with `npm test`, which starts PostgreSQL");
  return dsn;
}

/** An empty database of its own on either engine, migrated unless told otherwise; gone when disposed of. */
export async function openTestDatabase(
  engine: Engine,
  options: { migrated?: boolean } = {},
): Promise<TestDatabase> {
  const opened = engine === "sqlite" ? openOnDisk() : await openOnServer();
  if (options.migrated ?? true) await migrate(opened.database);
  return opened;
}

function openOnDisk(): TestDatabase {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-test-"));
  const file = join(folder, "test.db");
  const database = openSqlite(file);
  return {
    database,
    reopen: () => openSqlite(file),
    async [Symbol.asyncDispose]() {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openOnServer(): Promise<TestDatabase> {
  const { dsn, drop } = await createPostgresDatabase();
  const database = openPostgres(dsn, POSTGRES_POOL);
  return {
    database,
    reopen: () => openPostgres(dsn, POSTGRES_POOL),
    async [Symbol.asyncDispose]() {
      await database.close();
      await drop();
    },
  };
}

/** A new PostgreSQL database (optionally a copy of `template`) and how to drop it. */
export async function createPostgresDatabase(
  template?: string,
): Promise<{ dsn: string; name: string; drop(): Promise<void> }> {
  const name = `tollgate_${crypto.randomUUID().replaceAll("-", "")}`;
  const onServer = async (statement: string) => {
    const server = openPostgres(testPostgresDsn(), 1);
    await sql.raw(statement).execute(server.kysely);
    await server.close();
  };
  await onServer(`create database ${name}${template ? ` template ${template}` : ""}`);
  const dsn = new URL(testPostgresDsn());
  dsn.pathname = `/${name}`;
  return { dsn: dsn.href, name, drop: () => onServer(`drop database if exists ${name} with (force)`) };
}
