import { sql } from "kysely";
import { accountName, costAccount } from "./account.ts";
import type { AuditCheck } from "./audit-check.ts";
import { reportedMax } from "./audit-check.ts";

/** What the operator has paid upstreams for attempts that failed: no user's money, told as a note. */
export const operatorCosts: AuditCheck = {
  name: "operator-costs",
  proves:
    "what upstreams billed for failed attempts is the operator's cost: it was booked upwards only, and charged to nobody",
  async run({ db }) {
    const { rows } = await sql<{ account: number; posted: number; charges: number }>`
      select a.id as account, a.posted, a.requests as charges from ledger_balances a
      where a.id % 8 = ${sql.lit(costAccount(0))} and (a.requests > 0 or a.held <> 0 or exists (
        select 1 from ledger_entries e where e.account = a.id and e.amount < 0)) order by a.id limit ${reportedMax}`.execute(
      db,
    );
    const { rows: sums } = await sql<{ channels: number; units: number }>`
      select count(*) as channels, cast(coalesce(sum(posted), 0) as bigint) as units from ledger_balances
      where id % 8 = ${sql.lit(costAccount(0))} and posted <> 0`.execute(db);
    const { channels, units } = sums[0] ?? { channels: 0, units: 0 };
    return {
      differences: rows.map(({ account }) => `${accountName(account)} has charges, holds or deductions`),
      notes: channels === 0 ? [] : [noteOf(channels, units)],
    };
  },
};

function noteOf(channels: number, units: number): string {
  const where = channels === 1 ? "1 channel" : `${channels} channels`;
  return `upstreams billed ${units} units for failed attempts at ${where}: the operator's cost`;
}
