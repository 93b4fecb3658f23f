import { sql } from "kysely";
import { accountName } from "./account.ts";
import { reportedMax } from "./audit-check.ts";
import type { AuditCheck } from "./audit-check.ts";

/** Invariant 1, for what is set aside. */
const held: AuditCheck = {
  name: "held-amounts",
  proves: "held amount = sum of the account's open holds",
  async run({ db }) {
    const { rows } = await sql<{ account: number; held: number; holds: number }>`
      with parts as (
        select payer as account, amount from ledger_holds
        union all
        select "limit", amount from ledger_holds where "limit" is not null
      ), sums as (select account, cast(sum(amount) as bigint) as holds from parts group by account)
      select a.id as account, a.held, coalesce(s.holds, 0) as holds
      from ledger_balances a left join sums s on s.account = a.id
      where a.held <> coalesce(s.holds, 0)
      union all
      select s.account, 0, s.holds from sums s where not exists (select 1 from ledger_accounts a where a.id = s.account)
      order by account limit ${reportedMax}`.execute(db);
    return {
      differences: rows.map(
        (row) => `${accountName(row.account)}: held ${row.held}, open holds sum to ${row.holds}`,
      ),
    };
  },
};

/** Invariant 2: a hold resolves once. */
const resolvedOnce: AuditCheck = {
  name: "holds-resolve-once",
  proves: "no request that was charged still holds anything",
  async run({ db }) {
    const { rows } = await sql<{ id: string }>`
      select h.id from ledger_holds h where exists (select 1 from ledger_entries e where e.key = h.id)
      order by h.id limit ${reportedMax}`.execute(db);
    return { differences: rows.map(({ id }) => `hold ${id} is open although it was charged`) };
  },
};

/** Invariant 4: a hold is freed by its node, or by the others when that node is dead; one of nobody never would be. */
const ofNodes: AuditCheck = {
  name: "holds-of-nodes",
  proves: "every open hold belongs to a node, which frees it or whose death frees it",
  async run({ db }) {
    // Where no node has ever started, what holds is a tool.
    const { rows } = await sql<{ id: string; node_id: string }>`
      select h.id, h.node_id from ledger_holds h
      where not exists (select 1 from nodes n where n.id = h.node_id) and exists (select 1 from nodes)
      order by h.id limit ${reportedMax}`.execute(db);
    return {
      differences: rows.map((row) => `hold ${row.id} belongs to node ${row.node_id}, which does not exist`),
    };
  },
};

export const HOLD_CHECKS: readonly AuditCheck[] = [held, resolvedOnce, ofNodes];
