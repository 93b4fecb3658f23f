import { sql } from "kysely";
import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import { accountName } from "./account.ts";

/** The first differences found, each a sentence; empty when the books are right. */
export interface AuditReport {
  readonly differences: readonly string[];
  readonly accounts: number;
  readonly entries: number;
}

const REPORTED_MAX = 20;

/**
 * Proves on a live database that every posted balance is the sum of its entries, every held amount the sum of its open
 * holds, use and request counts those of its charges, and that no charged request still holds anything. Each check is
 * one statement, so it sees one moment.
 */
export async function auditLedger(db: Kysely<Schema>): Promise<AuditReport> {
  const differences: string[] = [];
  for (const row of await wrongBalances(db)) {
    const name = accountName(row.account);
    if (row.posted !== row.entries)
      differences.push(`${name}: posted ${row.posted}, entries sum to ${row.entries}`);
    if (row.used !== row.charged)
      differences.push(`${name}: used ${row.used}, charges sum to ${row.charged}`);
    if (row.requests !== row.charges)
      differences.push(`${name}: ${row.requests} requests counted, ${row.charges} charges posted`);
  }
  for (const row of await wrongHolds(db))
    differences.push(`${accountName(row.account)}: held ${row.held}, open holds sum to ${row.holds}`);
  for (const row of await resolvedHolds(db))
    differences.push(`hold ${row.id} is open although it was charged`);
  const [counts] = (
    await sql<{ accounts: number; entries: number }>`
      select (select count(*) from ledger_accounts) as accounts, (select count(*) from ledger_entries) as entries`.execute(
      db,
    )
  ).rows;
  return {
    differences: differences.slice(0, REPORTED_MAX),
    accounts: counts?.accounts ?? 0,
    entries: counts?.entries ?? 0,
  };
}

async function wrongBalances(db: Kysely<Schema>) {
  const { rows } = await sql<{
    account: number;
    posted: number;
    entries: number;
    used: number;
    charged: number;
    requests: number;
    charges: number;
  }>`
    with movements as (
      select account, amount, case when kind = 'charge' then 1 else 0 end as charge from ledger_entries
      union all
      select second_account, second_amount, case when kind = 'charge' then 1 else 0 end from ledger_entries where second_account is not null
    ), sums as (
      select account, cast(sum(amount) as bigint) as entries,
        cast(sum(case when charge = 1 then -amount else 0 end) as bigint) as charged,
        cast(sum(charge) as bigint) as charges
      from movements group by account
    ), compared as (
      select a.id as account, a.posted, a.used, a.requests,
        coalesce(s.entries, 0) as entries, coalesce(s.charged, 0) as charged, coalesce(s.charges, 0) as charges
      from ledger_accounts a left join sums s on s.account = a.id
      union all
      select s.account, 0, 0, 0, s.entries, s.charged, s.charges
      from sums s left join ledger_accounts a on a.id = s.account where a.id is null
    )
    select * from compared where posted <> entries or used <> charged or requests <> charges order by account limit ${sql.lit(REPORTED_MAX)}`.execute(
    db,
  );
  return rows;
}

async function wrongHolds(db: Kysely<Schema>) {
  const { rows } = await sql<{ account: number; held: number; holds: number }>`
    with parts as (
      select payer as account, amount from ledger_holds
      union all
      select "limit", amount from ledger_holds where "limit" is not null
    ), sums as (select account, cast(sum(amount) as bigint) as holds from parts group by account)
    select a.id as account, a.held, coalesce(s.holds, 0) as holds
    from ledger_accounts a left join sums s on s.account = a.id
    where a.held <> coalesce(s.holds, 0) order by a.id limit ${sql.lit(REPORTED_MAX)}`.execute(db);
  return rows;
}

async function resolvedHolds(db: Kysely<Schema>) {
  const { rows } = await sql<{ id: string }>`
    select h.id from ledger_holds h join ledger_entries e on e.key = h.id limit ${sql.lit(REPORTED_MAX)}`.execute(
    db,
  );
  return rows;
}
