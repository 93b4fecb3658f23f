import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import type { Config } from "../../src/config.ts";
import { migrate } from "../../src/db/migrator.ts";
import { openPostgres } from "../../src/db/postgres/postgres-database.ts";
import { openSqlite } from "../../src/db/sqlite/sqlite-database.ts";
import { createPostgresDatabase, testPostgresDsn } from "./test-database.ts";
import type { Engine } from "./test-database.ts";

const POSTGRES_POOL = 8;
const MIGRATIONS_FOLDER = join(import.meta.dir, "../../src/db/migrations");
/** Any number that nothing else on the test server locks. */
const TEMPLATE_LOCK = 7_203_114;

/** A data directory of its own with a migrated, empty database: where a test app starts. */
export interface TestStorage {
  readonly dataDir: string;
  readonly database: Config["database"];
  remove(): Promise<void>;
}

/** Copies a migrated database, which is made once: faster than migrating for each test. */
export async function createTestStorage(engine: Engine): Promise<TestStorage> {
  const dataDir = mkdtempSync(join(tmpdir(), "tollgate-test-"));
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === "sqlite") {
    const path = join(dataDir, "tollgate.db");
    copyFileSync(await sqliteTemplate(), path);
    return {
      dataDir,
      database: { engine, path, label: `SQLite in ${path}` },
      remove: () => Promise.resolve(removeFolder()),
    };
  }
  const { dsn, drop, name } = await createPostgresDatabase(await postgresTemplate());
  return {
    dataDir,
    database: { engine, url: dsn, maxConnections: POSTGRES_POOL, label: `PostgreSQL ${name}` },
    async remove() {
      removeFolder();
      await drop();
    },
  };
}

/** Sets work up at the first call and shares its result. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => (result ??= work());
}

const sqliteTemplate = once(async () => {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-template-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "template.db");
  const database = openSqlite(path);
  await migrate(database);
  await database.close();
  return path;
});

/**
 * The template stays on the test server, named by the migrations it was made with, and is shared by the suites that
 * run there.
 */
const postgresTemplate = once(async () => {
  const name = `tollgate_template_${migrationsHash()}`;
  const server = openPostgres(testPostgresDsn(), 1);
  try {
    await sql`select pg_advisory_lock(${sql.lit(TEMPLATE_LOCK)})`.execute(server.kysely);
    const { rows } = await sql`select 1 from pg_database where datname = ${sql.lit(name)}`.execute(
      server.kysely,
    );
    if (rows.length === 0) await makeTemplate(name, server.kysely);
    return name;
  } finally {
    // Ends the session and with it the lock.
    await server.close();
  }
});

async function makeTemplate(name: string, server: Parameters<ReturnType<typeof sql>["execute"]>[0]) {
  const draft = `${name}_draft`;
  await sql`drop database if exists ${sql.id(draft)} with (force)`.execute(server);
  await sql`create database ${sql.id(draft)}`.execute(server);
  const address = new URL(testPostgresDsn());
  address.pathname = `/${draft}`;
  const database = openPostgres(address.href, 1);
  await migrate(database);
  await database.close();
  await sql`alter database ${sql.id(draft)} rename to ${sql.id(name)}`.execute(server);
}

function migrationsHash(): string {
  const hasher = new Bun.CryptoHasher("sha256");
  for (const file of readdirSync(MIGRATIONS_FOLDER).sort())
    if (!file.endsWith(".test.ts")) hasher.update(readFileSync(join(MIGRATIONS_FOLDER, file)));
  hasher.update(readFileSync(join(MIGRATIONS_FOLDER, "../migrator.ts")));
  return hasher.digest("hex").slice(0, 16);
}
