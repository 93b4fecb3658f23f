import { sql } from "kysely";
import { reportedMax } from "./audit-check.ts";
import type { AuditCheck, AuditReader } from "./audit-check.ts";

/** Invariant 1: entries are append-only. The database refuses everything else, as long as its triggers stand. */
const appendOnly: AuditCheck = {
  name: "entries-append-only",
  proves: "the database refuses to change an entry, and to remove one that is not being archived",
  async run(reader) {
    const present = await enabledTriggers(reader);
    return {
      differences: ["ledger_entries_unchanged", "ledger_entries_kept"]
        .filter((name) => !present.has(name))
        .map((name) => `the trigger ${name} is missing or off: entries may have been changed`),
    };
  },
};

async function enabledTriggers({ db, isPostgres }: AuditReader): Promise<Set<string>> {
  const { rows } = isPostgres
    ? await sql<{ name: string }>`
        select tgname as name from pg_trigger where tgrelid = 'ledger_entries'::regclass and tgenabled in ('O', 'A')`.execute(
        db,
      )
    : await sql<{ name: string }>`
        select name from sqlite_master where type = 'trigger' and tbl_name = 'ledger_entries'`.execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** Each entry must be one that a verb makes; a key is unique by being the table's primary key. */
const shapes: AuditCheck = {
  name: "entry-shapes",
  proves:
    "a charge takes the same from payer and token, a transfer gives what it takes, nothing else takes by itself",
  async run({ db }) {
    const { rows } = await sql<{ key: string; kind: string; amount: number; second_amount: number }>`
      select key, kind, amount, second_amount from ledger_entries where not case
        when kind = 'charge' then amount <= 0
          and (case when second_account is null then second_amount = 0 else second_amount = amount end)
        when second_account is not null then amount + second_amount = 0
        when kind = 'grant' then amount >= 0 and second_amount = 0
        else kind in ('open', 'adjust', 'transfer') and second_amount = 0
      end limit ${reportedMax}`.execute(db);
    return {
      differences: rows.map(
        (row) =>
          `entry ${row.key}: no ${row.kind} moves ${row.amount} and ${row.second_amount} on its second account`,
      ),
    };
  },
};

/** Invariant 2 across the archive: everything older has been archived, so what is there is a second charge. */
const olderThanCheckpoint: AuditCheck = {
  name: "nothing-older-than-the-checkpoint",
  proves: "no charge is older than the last finished checkpoint, so no archived request was charged again",
  async run({ db }) {
    const { rows } = await sql<{ key: string }>`
      select key from ledger_entries
      where key < (select max(before_key) from ledger_checkpoints where finished_at is not null) and kind = 'charge'
      order by key limit ${reportedMax}`.execute(db);
    return { differences: rows.map(({ key }) => `the charge ${key} is older than the checkpoint`) };
  },
};

/** Checkpoints name each other, so that none can be taken out or replaced. */
const checkpoints: AuditCheck = {
  name: "checkpoints",
  proves: "each checkpoint follows the one before it, and its sums count as many charges as its file has",
  async run({ db }) {
    const { rows } = await sql<CheckpointRow>`
      select c.id, c.before_key, c.entries, c.digest, c.previous_digest, c.finished_at,
        (select cast(coalesce(sum(s.charges), 0) as bigint) from ledger_checkpoint_sums s
          where s.checkpoint_id = c.id and s.account % 8 = 0) as charges
      from ledger_checkpoints c order by c.id`.execute(db);
    const differences: string[] = [];
    const notes: string[] = [];
    let previous = "";
    for (const row of rows) {
      if (row.previous_digest !== previous)
        differences.push(`checkpoint ${row.id} does not follow the one before it: its chain is broken`);
      if (row.charges !== row.entries)
        differences.push(
          `checkpoint ${row.id}: ${row.entries} charges archived, its sums count ${row.charges}`,
        );
      if (row.finished_at === null)
        notes.push(`checkpoint ${row.id} is not finished: run the same archive command again`);
      previous = row.digest;
    }
    return { differences, notes };
  },
};

interface CheckpointRow {
  id: number;
  before_key: string;
  entries: number;
  charges: number;
  digest: string;
  previous_digest: string;
  finished_at: number | null;
}

export const ENTRY_CHECKS: readonly AuditCheck[] = [appendOnly, shapes, olderThanCheckpoint, checkpoints];
