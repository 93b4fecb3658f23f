import { sql } from "kysely";
import { accountName, tokenAccount } from "./account.ts";
import { reportedMax } from "./audit-check.ts";
import type { AuditCheck, AuditReader } from "./audit-check.ts";

interface BalanceRow {
  account: number;
  posted: number;
  entries: number;
  used: number;
  charged: number;
  requests: number;
  charges: number;
}

/**
 * Invariant 1. Entries are first summed by the accounts that they name together, so that a table of millions is sorted
 * once; what was archived is added from the checkpoints' sums.
 */
const posted: AuditCheck = {
  name: "posted-balances",
  proves: "posted balance = sum of the account's entries; use and requests = those of its charges",
  async run({ db }) {
    const { rows } = await sql<BalanceRow>`
      with pairs as (
        select account, second_account, kind, sum(amount) as amount, sum(second_amount) as second_amount, count(*) as entries
        from ledger_entries group by account, second_account, kind
      ), parts as (
        select account, amount, case when kind = 'charge' then -amount else 0 end as charged,
          case when kind = 'charge' then entries else 0 end as charges
        from pairs
        union all
        select second_account, second_amount, case when kind = 'charge' then -second_amount else 0 end,
          case when kind = 'charge' then entries else 0 end
        from pairs where second_account is not null
        union all
        select account, amount, -amount, charges from ledger_checkpoint_sums
      ), sums as (
        select account, cast(sum(amount) as bigint) as entries, cast(sum(charged) as bigint) as charged,
          cast(sum(charges) as bigint) as charges
        from parts group by account
      ), compared as (
        select a.id as account, a.posted, a.used, a.requests,
          coalesce(s.entries, 0) as entries, coalesce(s.charged, 0) as charged, coalesce(s.charges, 0) as charges
        from ledger_balances a left join sums s on s.account = a.id
        union all
        select s.account, 0, 0, 0, s.entries, s.charged, s.charges
        from sums s where not exists (select 1 from ledger_accounts a where a.id = s.account)
      )
      select * from compared where posted <> entries or used <> charged or requests <> charges
      order by account limit ${reportedMax}`.execute(db);
    return { differences: rows.flatMap(balanceDifferences) };
  },
};

function balanceDifferences(row: BalanceRow): string[] {
  const name = accountName(row.account);
  const differences: string[] = [];
  if (row.posted !== row.entries)
    differences.push(`${name}: posted ${row.posted}, entries sum to ${row.entries}`);
  if (row.used !== row.charged) differences.push(`${name}: used ${row.used}, charges sum to ${row.charged}`);
  if (row.requests !== row.charges)
    differences.push(`${name}: ${row.requests} requests counted, ${row.charges} charges posted`);
  return differences;
}

/** Invariant 6 as far as rows can show it: what a balance is below zero by is told, because it is somebody's debt. */
const belowZero: AuditCheck = {
  name: "balances-below-zero",
  proves:
    "no balance of a user is below zero but by charges above what was reserved, or by an operator's correction",
  async run({ db }) {
    // A token without a limit counts down for ever: that is no debt.
    const { rows } = await sql<{ account: number; posted: number; requests: number }>`
      select id as account, posted, requests from ledger_balances
      where posted < 0 and id % 8 <> ${sql.lit(tokenAccount(0))} order by posted, id limit ${reportedMax}`.execute(
      db,
    );
    const uncharged = rows.filter(({ requests }) => requests === 0).map(({ account }) => account);
    const corrected = uncharged.length === 0 ? new Set<number>() : await lowered(db, uncharged);
    const differences: string[] = [];
    const notes: string[] = [];
    for (const { account, posted: balance, requests } of rows) {
      const sentence = `${accountName(account)} is ${-balance} below zero`;
      if (requests > 0 || corrected.has(account))
        notes.push(`${sentence}: charged above what was reserved, or corrected`);
      else differences.push(`${sentence}, which no charge and no correction has done`);
    }
    return { differences, notes };
  },
};

async function lowered(db: AuditReader["db"], accounts: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom("ledger_entries")
    .select("account")
    .distinct()
    .where("kind", "=", "adjust")
    .where("amount", "<", 0)
    .where("account", "in", accounts)
    .execute();
  return new Set(rows.map(({ account }) => account));
}

export const BALANCE_CHECKS: readonly AuditCheck[] = [posted, belowZero];
