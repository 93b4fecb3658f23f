import { sql } from "kysely";
import { reportedMax } from "./audit-check.ts";
import type { AuditCheck } from "./audit-check.ts";
import { keyTime } from "./charge-time.ts";

/** Type of a log row that tells of a charge. */
const CONSUME = sql.lit(2);

/**
 * Invariant 4 as the log shows it: what a user is shown was charged, once and to the unit. Tests of channels are in the
 * log with 0 units and no charge. Rows of archived charges are left to `audit --archive`.
 */
const logsCharged: AuditCheck = {
  name: "logs-have-charges",
  proves: "every usage row of the log has a charge of the same amount, request and user",
  async run({ db }) {
    const { rows } = await sql<{ id: number; request_id: string; quota: number; amount: number | null }>`
      select l.id, l.request_id, l.quota, e.amount from logs l
      left join ledger_entries e on e.key = l.request_id and e.kind = 'charge' and e.account = l.user_id * 8
      where l.type = ${CONSUME} and (l.quota <> 0 or e.amount is not null) and (e.amount is null or e.amount <> -l.quota)
        and not l.request_id < (select coalesce(max(before_key), '') from ledger_checkpoints)
      order by l.id limit ${reportedMax}`.execute(db);
    return {
      differences: rows.map(({ id, request_id, quota, amount }) =>
        amount === null
          ? `log row ${id} (request ${request_id}) tells of ${quota} units, and there is no such charge`
          : `log row ${id} (request ${request_id}) tells of ${quota} units, and ${-amount} were charged`,
      ),
    };
  },
};

const loggedOnce: AuditCheck = {
  name: "charges-are-logged-once",
  proves: "no request has two usage rows",
  async run({ db }) {
    const { rows } = await sql<{ request_id: string; times: number }>`
      select request_id, count(*) as times from logs where type = ${CONSUME} and request_id <> ''
      group by request_id having count(*) > 1 limit ${reportedMax}`.execute(db);
    return {
      differences: rows.map(({ request_id, times }) => `request ${request_id} is in the log ${times} times`),
    };
  },
};

/**
 * The other direction, for charges that are newer than the oldest row of the log: what is older may have been purged.
 * While usage is not logged (option LogConsumeEnabled) missing rows are no difference.
 */
const chargesLogged: AuditCheck = {
  name: "charges-have-logs",
  proves: "every charge since the oldest row of the log has a row there",
  async run({ db }) {
    const [oldest] = (
      await sql<{ seconds: number | null; off: number }>`
        select (select min(created_at) from logs) as seconds,
          (select count(*) from options where key = 'LogConsumeEnabled') as off`.execute(db)
    ).rows;
    if (!oldest || oldest.seconds === null) return { differences: [] };
    if (oldest.off > 0)
      return {
        differences: [],
        notes: ["usage is not logged at present: charges were not compared with the log"],
      };
    const { rows } = await sql<{ key: string; amount: number }>`
      select e.key, e.amount from ledger_entries e
      where e.kind = 'charge' and e.note <> ${sql.lit(UNLOGGED)}
        and e.key >= ${keyTime((oldest.seconds + 1) * 1000)} and e.key < 'A'
        and not exists (select 1 from logs l where l.request_id = e.key and l.type = ${CONSUME})
      order by e.key limit ${reportedMax}`.execute(db);
    return {
      differences: rows.map(
        ({ key, amount }) => `the charge ${key} of ${-amount} units is not in the log, and should be`,
      ),
    };
  },
};

/** The note of a charge that was made while usage was not logged. */
export const UNLOGGED = "unlogged";

/** A channel's counter commits with the rows that it sums; purged rows only make the sum smaller. */
const channels: AuditCheck = {
  name: "channel-use",
  proves: "a channel's used quota is at least what the kept usage rows of it add up to",
  async run({ db }) {
    const { rows } = await sql<{ id: number; used_quota: number; logged: number }>`
      with sums as (
        select channel_id, cast(sum(quota) as bigint) as logged from logs where type = ${CONSUME} group by channel_id
      )
      select c.id, c.used_quota, s.logged from channels c join sums s on s.channel_id = c.id
      where c.used_quota < s.logged order by c.id limit ${reportedMax}`.execute(db);
    return {
      differences: rows.map(
        (row) => `channel ${row.id}: used ${row.used_quota}, its rows in the log sum to ${row.logged}`,
      ),
    };
  },
};

export const LOG_CHECKS: readonly AuditCheck[] = [logsCharged, loggedOnce, chargesLogged, channels];
