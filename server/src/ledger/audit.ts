import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { BALANCE_CHECKS } from "./audit-balances.ts";
import { operatorCosts } from "./audit-costs.ts";
import { runCheck } from "./audit-check.ts";
import type { AuditCheck } from "./audit-check.ts";
import { ENTRY_CHECKS } from "./audit-entries.ts";
import { HOLD_CHECKS } from "./audit-holds.ts";
import { LOG_CHECKS } from "./audit-logs.ts";

export interface CheckReport {
  readonly name: string;
  readonly proves: string;
  readonly differences: readonly string[];
  readonly notes: readonly string[];
}

/** What the audit has found: `differences` is empty when the books are right. */
export interface AuditReport {
  /** The first differences of each check, each a sentence, in the order of the checks. */
  readonly differences: readonly string[];
  /** Worth knowing, and no fault of the books. */
  readonly notes: readonly string[];
  readonly checks: readonly CheckReport[];
  readonly accounts: number;
  readonly entries: number;
  /** Charges that have been archived; their sums are kept. */
  readonly archivedEntries: number;
}

const LEDGER_CHECKS = [...BALANCE_CHECKS, ...HOLD_CHECKS, ...ENTRY_CHECKS, operatorCosts];
const BOOK_CHECKS = [...LEDGER_CHECKS, ...LOG_CHECKS];

/** Proves the ledger's own tables on a live database: balances, holds, entries, checkpoints. */
export function auditLedger(db: Kysely<Schema>): Promise<AuditReport> {
  return audit(db, LEDGER_CHECKS);
}

/** Proves the ledger and what must agree with it: usage log and channels. */
export function auditBooks(db: Kysely<Schema>): Promise<AuditReport> {
  return audit(db, BOOK_CHECKS);
}

async function audit(db: Kysely<Schema>, checks: readonly AuditCheck[]): Promise<AuditReport> {
  const reports: CheckReport[] = [];
  for (const check of checks) {
    const { differences, notes = [] } = await runCheck(db, check);
    reports.push({ name: check.name, proves: check.proves, differences, notes });
  }
  return {
    differences: reports.flatMap((report) => report.differences),
    notes: reports.flatMap((report) => report.notes),
    checks: reports,
    ...(await countRows(db)),
  };
}

async function countRows(db: Kysely<Schema>) {
  let counts = { accounts: 0, entries: 0, archivedEntries: 0 };
  await runCheck(db, {
    name: "size",
    proves: "",
    async run(reader) {
      const { rows } = await sql<typeof counts>`
        select (select count(*) from ledger_balances) as accounts, (select count(*) from ledger_entries) as entries,
          (select cast(coalesce(sum(entries), 0) as bigint) from ledger_checkpoints) as "archivedEntries"`.execute(
        reader.db,
      );
      counts = rows[0] ?? counts;
      return { differences: [] };
    },
  });
  return counts;
}
