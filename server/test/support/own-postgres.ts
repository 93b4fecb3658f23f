import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgresServer } from "../../../scripts/lib/postgres-server.mjs";
import { sql } from "kysely";
import { DatabaseAwayError } from "../../src/db/database-away.ts";
import { openPostgres } from "../../src/db/postgres/postgres-database.ts";
import type { TestStorage } from "./test-storage.ts";

const POOL = 4;

/** A PostgreSQL server for one test alone, which may stop it and start it again. */
export interface OwnPostgres extends AsyncDisposable {
  /** An empty database there, and a data directory for an app. */
  readonly storage: TestStorage;
  /** As an operator stops it: connections are broken off, and none is taken. */
  stop(): Promise<void>;
  /** On the same data and port. */
  start(): Promise<void>;
}

/** Starts a server of its own, which takes a second or two: for what cannot be done to the one that all tests share. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const { dsn: url, stop, start, end } = await startPostgresServer();
  await ready(url);
  const dataDir = mkdtempSync(join(tmpdir(), "tollgate-test-"));
  return {
    storage: {
      dataDir,
      database: { engine: "postgres", url, maxConnections: POOL, label: "PostgreSQL of this test" },
      async remove() {
        rmSync(dataDir, { recursive: true, force: true });
      },
    },
    stop,
    async start() {
      await start();
      await ready(url);
    },
    [Symbol.asyncDispose]: end,
  };
}

/** A server that begins takes connections before it takes queries. */
async function ready(url: string): Promise<void> {
  const database = openPostgres(url, 1);
  const isAway = () =>
    sql`select 1`.execute(database.kysely).then(
      () => false,
      (error: unknown) => {
        if (error instanceof DatabaseAwayError) return true;
        throw error;
      },
    );
  while (await isAway());
  await database.close();
}
