import { sql } from "kysely";
import type { ColumnBuilderCallback, CreateTableBuilder, Kysely } from "kysely";
import { Migrator } from "kysely/migration";
import type { Migration } from "kysely/migration";
import * as firstTables from "./migrations/0001-first-tables.ts";
import * as chargeRates from "./migrations/0002-charge-rates.ts";
import * as userMoney from "./migrations/0003-user-money.ts";
import * as ledgerArchive from "./migrations/0004-ledger-archive.ts";
import * as roomForBalances from "./migrations/0005-room-for-balances.ts";
import * as logIndexes from "./migrations/0006-log-indexes.ts";
import * as tokenAutoGroups from "./migrations/0007-token-auto-groups.ts";
import * as channelHealth from "./migrations/0008-channel-health.ts";
import * as upstreamModels from "./migrations/0009-upstream-models.ts";
import * as channelRuns from "./migrations/0010-channel-runs.ts";
import * as logSegments from "./migrations/0011-log-segments.ts";
import * as balanceJournal from "./migrations/0012-balance-journal.ts";
import type { Database } from "./database.ts";

/** What differs between the engines in a migration: how a table numbers or keeps its rows. */
export interface MigrationContext {
  readonly engine: Database["engine"];
  /** Data type and constraints of a generated primary key, as arguments of `addColumn`. */
  readonly identity: [Parameters<CreateTableBuilder<string>["addColumn"]>[1], ColumnBuilderCallback];
  /** The same without a counter of its own: cheaper by a page for each commit; only for rows that are removed oldest first. */
  readonly rowNumber: MigrationContext["identity"];
  /** Keeps the rows of a table in the order of its text key, in one tree instead of two. */
  readonly byKey: (table: CreateTableBuilder<string>) => CreateTableBuilder<string>;
}

type MigrationModule = { up: (db: Kysely<unknown>, context: MigrationContext) => Promise<void> };

/** Forward only, in this order. A migration that has landed is never edited. */
export const MIGRATIONS: Readonly<Record<string, MigrationModule>> = {
  "0001-first-tables": firstTables,
  "0002-charge-rates": chargeRates,
  "0003-user-money": userMoney,
  "0004-ledger-archive": ledgerArchive,
  "0005-room-for-balances": roomForBalances,
  "0006-log-indexes": logIndexes,
  "0007-token-auto-groups": tokenAutoGroups,
  "0008-channel-health": channelHealth,
  "0009-upstream-models": upstreamModels,
  "0010-channel-runs": channelRuns,
  "0011-log-segments": logSegments,
  "0012-balance-journal": balanceJournal,
};

/**
 * Brings the schema up to date, or up to the named migration. Safe when several nodes start at once. Throws the first
 * migration's error; what came before it stays.
 */
export async function migrate(database: Pick<Database, "engine" | "kysely">, upTo?: string): Promise<void> {
  const context = contextOf(database.engine);
  const migrations: Record<string, Migration> = {};
  for (const [name, module] of Object.entries(MIGRATIONS))
    migrations[name] = { up: (db: Kysely<unknown>) => module.up(db, context) };
  const migrator = new Migrator({
    db: database.kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = upTo ? await migrator.migrateTo(upTo) : await migrator.migrateToLatest();
  if (error) throw error;
}

function contextOf(engine: Database["engine"]): MigrationContext {
  return engine === "sqlite"
    ? {
        engine,
        identity: ["integer", (c) => c.primaryKey().autoIncrement()],
        rowNumber: ["integer", (c) => c.primaryKey()],
        byKey: (table) => table.modifyEnd(sql`without rowid`),
      }
    : {
        engine,
        identity: [sql`bigint`, (c) => c.primaryKey().generatedByDefaultAsIdentity()],
        rowNumber: [sql`bigint`, (c) => c.primaryKey().generatedByDefaultAsIdentity()],
        byKey: (table) => table,
      };
}
