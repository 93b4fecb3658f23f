import type {
  BulkRow,
  BulkStatement,
  BulkWork,
  FindAllStatement,
  FindStatement,
  FoundRow,
} from "../db/bulk.ts";
import type { AccountId } from "./account.ts";
import type { Balance, Entry, Outcome, Verb } from "./verbs.ts";

/** The ledger's tables as statements; what both kinds of books share. */

const ACCOUNT = {
  id: "bigint",
  posted: "bigint",
  held: "bigint",
  used: "bigint",
  requests: "bigint",
} as const;
const ENTRY = {
  key: "text",
  kind: "text",
  account: "bigint",
  amount: "bigint",
  second_account: "bigint",
  second_amount: "bigint",
  note: "text",
  created_at_ms: "bigint",
} as const;
const ENTRY_KEY = { key: "text" } as const;
const JOURNAL = { number: "bigint", balances: "text" } as const;

/** Makes the statements that commit with charges and other movements. */
export type AlongsideStatements<Alongside> = (items: Alongside[]) => BulkStatement[];

export function findAccounts(ids: readonly AccountId[], lock: boolean): FindStatement {
  return {
    kind: "find",
    table: "ledger_accounts",
    key: "id",
    keyType: "bigint",
    columns: ACCOUNT,
    ids,
    lock,
  };
}

export function findEntryKeys(ids: readonly string[]): FindStatement {
  return { kind: "find", table: "ledger_entries", key: "key", keyType: "text", columns: ENTRY_KEY, ids };
}

/** Rows of `findAccounts`. */
export function balanceOf(row: FoundRow): Balance {
  return {
    posted: Number(row["posted"]),
    held: Number(row["held"]),
    used: Number(row["used"]),
    requests: Number(row["requests"]),
  };
}

export function updateAccounts(balances: Iterable<readonly [AccountId, Balance]>): BulkStatement {
  const rows: BulkRow[] = [];
  for (const [id, balance] of balances)
    rows.push([id, balance.posted, balance.held, balance.used, balance.requests]);
  return { kind: "update", table: "ledger_accounts", columns: ACCOUNT, rows };
}

/** Balances as one commit has left them. */
export interface JournalLine {
  readonly number: number;
  readonly balances: readonly JournalBalance[];
}
export type JournalBalance = readonly [account: AccountId, posted: number, used: number, requests: number];

export const findJournal: FindAllStatement = {
  kind: "find all",
  table: "ledger_journal",
  key: "number",
  columns: JOURNAL,
};

/** A row of `findJournal`. */
export function journalLineOf(row: FoundRow): JournalLine {
  // Written by `insertJournalLine` only.
  const balances = JSON.parse(String(row["balances"])) as readonly JournalBalance[];
  return { number: Number(row["number"]), balances };
}

export function insertJournalLine({ number, balances }: JournalLine): BulkStatement {
  return {
    kind: "insert",
    table: "ledger_journal",
    columns: JOURNAL,
    rows: [[number, JSON.stringify(balances)]],
  };
}

export function deleteJournalLines(numbers: readonly number[]): BulkStatement {
  return { kind: "delete", table: "ledger_journal", key: "number", keyType: "bigint", ids: numbers };
}

export function insertEntries(entries: readonly Entry[], nowMs: number): BulkStatement {
  const rows = entries.map((entry) => [
    entry.key,
    entry.kind,
    entry.account,
    entry.amount,
    entry.secondAccount,
    entry.secondAmount,
    entry.note,
    nowMs,
  ]);
  return { kind: "insert", table: "ledger_entries", columns: ENTRY, rows };
}

/** What commits with the movements of a batch: nothing for one that was refused or is a replay. */
export function* writeAlongside<Alongside>(
  verbs: readonly Verb[],
  outcomes: readonly Outcome[],
  alongside: AlongsideStatements<Alongside>,
): BulkWork<void> {
  const items: Alongside[] = [];
  for (let index = 0; index < verbs.length; index++) {
    const [verb, outcome] = [verbs[index], outcomes[index]];
    if (!verb || !outcome?.ok || outcome.replayed) continue;
    // A ledger's verbs carry the type that its `alongside` was created for.
    if (verb.verb === "settle" && verb.alongside !== undefined) items.push(verb.alongside as Alongside);
    if (verb.verb === "post" && verb.alongside !== undefined)
      items.push(verb.alongside(outcome.amount ?? 0) as Alongside);
  }
  if (items.length > 0) for (const statement of alongside(items)) yield statement;
}

/** The accounts that a verb names. */
export function accountsOf(verb: Verb): AccountId[] {
  switch (verb.verb) {
    case "reserve":
      return verb.limit ? [verb.payer, verb.limit.account] : [verb.payer];
    case "settle":
    case "release":
      return verb.limit === undefined ? [verb.payer] : [verb.payer, verb.limit];
    case "post":
      return verb.from === undefined ? [verb.account] : [verb.account, verb.from];
  }
}
