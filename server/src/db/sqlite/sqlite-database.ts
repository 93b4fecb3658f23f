import { Database as SqliteConnection } from "bun:sqlite";
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from "kysely";
import type { Driver } from "kysely";
import type { Database } from "../database.ts";
import { createLock } from "../lock.ts";
import type { Schema } from "../schema.ts";
import { createSqliteBulk } from "./sqlite-bulk.ts";
import { createSqliteDriver } from "./sqlite-driver.ts";
import { createSqliteReader } from "./sqlite-reader.ts";

/**
 * How often the log is copied into the file, and the size at which it is begun anew (16 MB of 4 KB frames). Frames do not
 * end where pages of the file do, so a page of the log that the system has dropped from memory is read before it is
 * written again: a small log stays in memory, a large one made every call slower after a pause.
 */
const CHECKPOINT_INTERVAL_MS = 500;
const LOG_FRAMES_MAX = 4096;

/**
 * Opens the file (created when absent) in WAL mode. Durability: a committed transaction survives the death of the
 * process at any instant; after a power failure the last moments may be missing, never half a transaction.
 *
 * Checkpoints run on the reader thread, because SQLite's automatic one runs inside a commit and costs milliseconds
 * there. Passive checkpoints never end the log under constant load, so past a bound commits are held for the moment in
 * which the thread copies the rest; the next commit then begins the log anew, in the same file.
 */
export function openSqlite(path: string): Database {
  const connection = new SqliteConnection(path, { create: true, readwrite: true });
  for (const pragma of [
    // First: opening a file that another program holds for a moment waits instead of failing.
    "busy_timeout = 5000",
    "journal_mode = wal",
    "synchronous = normal",
    "wal_autocheckpoint = 0",
    "foreign_keys = on",
    // What is read often is little: a larger cache is slower, because it stays in no cache of the processor.
    "cache_size = -16384",
    "temp_store = memory",
  ]) {
    connection.run(`pragma ${pragma}`);
  }
  const lock = createLock();
  const bulk = createSqliteBulk(connection);
  const reader = createSqliteReader({ path, isForReports: true });
  // A thread of its own: a checkpoint must not stand in line behind a report.
  const copier = createSqliteReader({ path, isForReports: false });
  const checkpointing = startCheckpoints(connection, lock, copier);
  const kysely = kyselyOver(createSqliteDriver(connection, lock));
  const readerKysely = kyselyOver(reader.driver);

  return {
    engine: "sqlite",
    kysely,
    reader: readerKysely,
    findNow: bulk.execute,
    async bulk(work) {
      if (!lock.tryAcquire()) await lock.acquire();
      try {
        return bulk.run(work);
      } finally {
        lock.release();
      }
    },
    async close() {
      await checkpointing.stop();
      await lock.close(new Error("the database is closed"));
      reader.close();
      copier.close();
      bulk.close();
      // It holds every writer up while it copies: not for who has only read, beside a gateway that runs.
      if (Number(changesOf(connection)) > 0) connection.run("pragma wal_checkpoint(truncate)");
      connection.close();
    },
  };
}

function kyselyOver(driver: Driver): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
}

function startCheckpoints(
  connection: SqliteConnection,
  lock: ReturnType<typeof createLock>,
  copier: ReturnType<typeof createSqliteReader>,
) {
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let lastChanges = changesOf(connection);
  const once = async () => {
    const changes = changesOf(connection);
    if (changes === lastChanges) return;
    lastChanges = changes;
    const { logFrames } = await copier.checkpoint("passive");
    if (stopped || logFrames < LOG_FRAMES_MAX) return;
    await lock.acquire();
    try {
      // Commits wait for what little is left to copy; the event loop, and with it every open stream, does not. A report
      // that still reads the log makes this a no-op: the next round tries again.
      await copier.checkpoint("restart");
    } finally {
      lock.release();
    }
  };
  const timer = setInterval(() => {
    // A failed round (a reader holds the log) is made up for by the next.
    running = running.then(() => (stopped ? undefined : once())).catch(() => {});
  }, CHECKPOINT_INTERVAL_MS);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await running;
    },
  };
}

function changesOf(connection: SqliteConnection): unknown {
  return connection.query("select total_changes() as changes").values()[0]?.[0];
}
