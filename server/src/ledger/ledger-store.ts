import type { BulkRow, BulkStatement, BulkWork, FoundRow } from "../db/bulk.ts";
import type { AccountId } from "./account.ts";
import { applyVerb } from "./apply.ts";
import type { LedgerState } from "./apply.ts";
import type { Balance, Hold, Outcome, Verb } from "./verbs.ts";

const ACCOUNT = {
  id: "bigint",
  posted: "bigint",
  held: "bigint",
  used: "bigint",
  requests: "bigint",
} as const;
const HOLD = { id: "text", payer: "bigint", limit: "bigint", amount: "bigint" } as const;
const NEW_HOLD = { ...HOLD, node_id: "text", created_at_ms: "bigint" } as const;
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

export interface BatchContext<Alongside> {
  nodeId: string;
  nowMs: number;
  /** Statements that commit with the settled charges. */
  alongside: (items: Alongside[]) => BulkStatement[];
}

/**
 * One group commit as bulk work: reads and locks what the verbs name, decides them in order, writes the result as
 * sets. The accounts are locked before anything else is read, so that a hold or key cannot change in between.
 */
export function* commitBatch<Alongside>(
  verbs: readonly Verb[],
  context: BatchContext<Alongside>,
): BulkWork<Outcome[]> {
  const state = yield* load(verbs);
  const storedHolds = new Set(state.holds.keys());
  const outcomes = verbs.map((verb) => applyVerb(state, verb));
  yield* write(state, storedHolds, context);
  const items: Alongside[] = [];
  for (const [index, verb] of verbs.entries()) {
    const outcome = outcomes[index];
    // A ledger's settles carry the type that its `alongside` was created for.
    if (verb.verb === "settle" && verb.alongside !== undefined && outcome?.ok && !outcome.replayed)
      items.push(verb.alongside as Alongside);
  }
  if (items.length > 0) for (const statement of context.alongside(items)) yield statement;
  return outcomes;
}

function* load(verbs: readonly Verb[]): BulkWork<LedgerState> {
  const accounts = new Set<AccountId>();
  const holdIds = new Set<string>();
  const keys = new Set<string>();
  for (const verb of verbs) {
    for (const account of accountsOf(verb)) accounts.add(account);
    if (verb.verb === "post") keys.add(verb.key);
    else holdIds.add(verb.holdId);
  }
  const balances = new Map<AccountId, Balance>();
  for (const row of yield {
    kind: "find",
    table: "ledger_accounts",
    key: "id",
    keyType: "bigint",
    columns: ACCOUNT,
    ids: [...accounts],
    lock: true,
  }) {
    balances.set(numberOf(row, "id"), {
      posted: numberOf(row, "posted"),
      held: numberOf(row, "held"),
      used: numberOf(row, "used"),
      requests: numberOf(row, "requests"),
    });
  }
  const holds = new Map<string, Hold>();
  if (holdIds.size > 0) {
    for (const row of yield {
      kind: "find",
      table: "ledger_holds",
      key: "id",
      keyType: "text",
      columns: HOLD,
      ids: [...holdIds],
    }) {
      holds.set(String(row["id"]), {
        payer: numberOf(row, "payer"),
        limit: row["limit"] === null ? null : numberOf(row, "limit"),
        amount: numberOf(row, "amount"),
      });
    }
  }
  for (const id of holdIds) if (!holds.has(id)) keys.add(id);
  const postedKeys = new Set<string>();
  if (keys.size > 0) {
    const found = yield {
      kind: "find",
      table: "ledger_entries",
      key: "key",
      keyType: "text",
      columns: ENTRY_KEY,
      ids: [...keys],
    };
    for (const row of found) postedKeys.add(String(row["key"]));
  }
  return { balances, holds, postedKeys, entries: [], touched: new Set() };
}

function* write<Alongside>(
  state: LedgerState,
  storedHolds: Set<string>,
  context: BatchContext<Alongside>,
): BulkWork<void> {
  const accounts: BulkRow[] = [];
  for (const id of state.touched) {
    const balance = state.balances.get(id);
    if (balance) accounts.push([id, balance.posted, balance.held, balance.used, balance.requests]);
  }
  if (accounts.length > 0)
    yield { kind: "update", table: "ledger_accounts", columns: ACCOUNT, rows: accounts };
  const opened: BulkRow[] = [];
  for (const [id, hold] of state.holds) {
    if (!storedHolds.has(id))
      opened.push([id, hold.payer, hold.limit, hold.amount, context.nodeId, context.nowMs]);
  }
  if (opened.length > 0) yield { kind: "insert", table: "ledger_holds", columns: NEW_HOLD, rows: opened };
  const closed = [...storedHolds].filter((id) => !state.holds.has(id));
  if (closed.length > 0)
    yield { kind: "delete", table: "ledger_holds", key: "id", keyType: "text", ids: closed };
  if (state.entries.length > 0) {
    const rows = state.entries.map((e) => [
      e.key,
      e.kind,
      e.account,
      e.amount,
      e.secondAccount,
      e.secondAmount,
      e.note,
      context.nowMs,
    ]);
    yield { kind: "insert", table: "ledger_entries", columns: ENTRY, rows };
  }
}

function accountsOf(verb: Verb): AccountId[] {
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

function numberOf(row: FoundRow, column: string): number {
  return Number(row[column]);
}
