import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BulkWork } from "../../src/db/bulk.ts";
import type { Database } from "../../src/db/database.ts";
import { openSqlite } from "../../src/db/sqlite/sqlite-database.ts";
import { createLedger } from "../../src/ledger/ledger.ts";
import type { Ledger, LedgerOptions } from "../../src/ledger/ledger.ts";
import { logStatements } from "../../src/resources/logs/log-store.ts";
import type { NewLog } from "../../src/resources/logs/log-store.ts";

const clock = { nowMs: () => Date.UTC(2025, 11, 1) };

/** So short that rows follow it, and lines of it go, all the time. */
const SHORT_JOURNAL = { balances: 300, lines: 7 };

/** A running process on a database, as far as the ledger is concerned. */
export interface World extends AsyncDisposable {
  readonly database: Database;
  readonly ledger: Ledger<NewLog>;
  /** Dies now, whatever is under way, and starts again as the program does: with the holds of before freed. */
  crash(): Promise<void>;
}

/**
 * A world on a copy of a SQLite file. A crash goes on with what the files hold at that instant. `commitFails` is asked
 * before each group commit.
 */
export async function openSqliteWorld(template: string, commitFails: () => boolean): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "tollgate-world-"));
  let file = join(folder, "0.db");
  copyFileSync(template, file);
  const start = () => startLedger(failingSometimes(database, commitFails), "node", SHORT_JOURNAL);
  let database = openSqlite(file);
  let ledger = start();
  let lives = 0;
  const ended: Database[] = [];
  return {
    get database() {
      return database;
    },
    get ledger() {
      return ledger;
    },
    async crash() {
      const next = join(folder, `${++lives}.db`);
      // The log after the file: a checkpoint in between has put nothing into the file that the log does not have.
      copyFileSync(file, next);
      if (existsSync(`${file}-wal`)) copyFileSync(`${file}-wal`, `${next}-wal`);
      ended.push(database);
      file = next;
      database = openSqlite(file);
      ledger = start();
      await ledger.freeHoldsOf("node");
    },
    async [Symbol.asyncDispose]() {
      for (const each of [...ended, database]) await each.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** What a commit fails with when a test wants it to. */
export const COMMIT_FAILED = "Error: this commit was made to fail";

/** All of the work is done, and then it is not committed. */
function failingSometimes(database: Database, commitFails: () => boolean): Database {
  return {
    ...database,
    bulk: <Result>(work: BulkWork<Result>) =>
      database.bulk(
        (function* () {
          const result = yield* work;
          if (commitFails()) throw new Error(COMMIT_FAILED.replace("Error: ", ""));
          return result;
        })(),
      ),
  };
}

/** A world that shares a PostgreSQL database with others. A crash waits for the batch under way, and forgets the rest. */
export function openSharedWorld(database: Database, name: string): World {
  let lives = 0;
  let ledger = startLedger(database, `${name}-0`);
  return {
    database,
    get ledger() {
      return ledger;
    },
    async crash() {
      await ledger.idle();
      ledger = startLedger(database, `${name}-${lives + 1}`);
      await ledger.freeHoldsOf(`${name}-${lives}`);
      lives += 1;
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

export function startLedger(
  database: Database,
  nodeId: string,
  journal?: LedgerOptions<NewLog>["journal"],
): Ledger<NewLog> {
  return createLedger<NewLog>({ database, clock, nodeId, alongside: logStatements, journal });
}

/** Opens the accounts of many sequences at once, with the rows that `openAccount` writes. */
export async function openAccounts(
  { kysely }: Database,
  openings: readonly (readonly [account: number, opening: number])[],
): Promise<void> {
  const ROWS_MAX = 1000;
  for (let start = 0; start < openings.length; start += ROWS_MAX) {
    const part = openings.slice(start, start + ROWS_MAX);
    await kysely
      .insertInto("ledger_accounts")
      .values(part.map(([id, posted]) => ({ id, posted, held: 0, used: 0, requests: 0 })))
      .execute();
    await kysely
      .insertInto("ledger_entries")
      .values(
        part.map(([account, amount]) => ({
          key: `open:${account}`,
          kind: "open",
          account,
          amount,
          second_account: null,
          second_amount: 0,
          note: "",
          created_at_ms: 0,
        })),
      )
      .execute();
  }
}
