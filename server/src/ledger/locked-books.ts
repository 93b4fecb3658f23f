import type { BulkRow, BulkWork } from "../db/bulk.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import type { AccountId } from "./account.ts";
import { applyVerb } from "./apply.ts";
import type { LedgerState } from "./apply.ts";
import type { Books } from "./books.ts";
import { createGroupCommit } from "./group-commit.ts";
import {
  accountsOf,
  balanceOf,
  findAccounts,
  findEntryKeys,
  insertEntries,
  updateAccounts,
  writeAlongside,
} from "./ledger-store.ts";
import type { AlongsideStatements } from "./ledger-store.ts";
import type { Balance, Hold, Outcome, Verb } from "./verbs.ts";

const HOLD = { id: "text", payer: "bigint", limit: "bigint", amount: "bigint" } as const;
const NEW_HOLD = { ...HOLD, node_id: "text", created_at_ms: "bigint" } as const;

export interface LockedBooksOptions<Alongside> {
  database: Database;
  clock: Clock;
  /** Holds are stamped with it, so that others can free them when this node dies. */
  nodeId: string;
  alongside: AlongsideStatements<Alongside>;
}

/**
 * Books that several nodes share: every verb is decided over rows that its transaction has locked, and holds are rows.
 * Verbs that arrive in the same turn of the event loop share one transaction.
 */
export function createLockedBooks<Alongside>(options: LockedBooksOptions<Alongside>): Books {
  const { database, nodeId } = options;
  const group = createGroupCommit<Verb, Outcome>((verbs) =>
    database.bulk(
      commitBatch(verbs, options),
      // A reservation that a crash undoes is a hold that the next start would have freed.
      verbs.every((verb) => verb.verb === "reserve") ? "soon" : "now",
    ),
  );
  const holdsOf = (node: string) =>
    database.kysely.selectFrom("ledger_holds").selectAll().where("node_id", "=", node).execute();
  return {
    decide: (verb) => group.submit(verb),
    async balances(accounts) {
      if (accounts.length === 0) return new Map();
      const rows = await database.kysely
        .selectFrom("ledger_accounts")
        .selectAll()
        .where("id", "in", accounts)
        .execute();
      return new Map(rows.map(({ id, ...balance }) => [id, balance]));
    },
    holdCount: async () => (await holdsOf(nodeId)).length,
    async freeHoldsOf(node) {
      const holds = await holdsOf(node);
      await Promise.all(
        holds.map(({ id, payer, limit }) =>
          group.submit({ verb: "release", holdId: id, payer, limit: limit ?? undefined }),
        ),
      );
      return holds.length;
    },
    differences: () => [],
    idle: () => group.idle(),
  };
}

/**
 * One group commit as bulk work: reads and locks what the verbs name, decides them in order, writes the result as
 * sets. The accounts are locked before anything else is read, so that a hold or key cannot change in between.
 */
function* commitBatch<Alongside>(
  verbs: readonly Verb[],
  { clock, nodeId, alongside }: LockedBooksOptions<Alongside>,
): BulkWork<Outcome[]> {
  const nowMs = clock.nowMs();
  const state = yield* load(verbs);
  const storedHolds = new Set(state.holds.keys());
  const outcomes = verbs.map((verb) => applyVerb(state, verb));
  yield* write(state, storedHolds, { nodeId, nowMs });
  yield* writeAlongside(verbs, outcomes, alongside);
  return outcomes;
}

type LoadedState = LedgerState & {
  readonly balances: Map<AccountId, Balance>;
  readonly holds: Map<string, Hold>;
  readonly touched: Set<AccountId>;
};

function* load(verbs: readonly Verb[]): BulkWork<LoadedState> {
  const accounts = new Set<AccountId>();
  const holdIds = new Set<string>();
  const keys = new Set<string>();
  for (const verb of verbs) {
    for (const account of accountsOf(verb)) accounts.add(account);
    if (verb.verb === "post") keys.add(verb.key);
    else if (verb.verb !== "reserve" || !verb.isNew) holdIds.add(verb.holdId);
  }
  const balances = new Map<AccountId, Balance>();
  for (const row of yield findAccounts([...accounts], true)) balances.set(Number(row["id"]), balanceOf(row));
  const holds = new Map<string, Hold>();
  if (holdIds.size > 0) {
    const found = yield {
      kind: "find",
      table: "ledger_holds",
      key: "id",
      keyType: "text",
      columns: HOLD,
      ids: [...holdIds],
    };
    for (const row of found) {
      holds.set(String(row["id"]), {
        payer: Number(row["payer"]),
        limit: row["limit"] === null ? null : Number(row["limit"]),
        amount: Number(row["amount"]),
      });
    }
  }
  for (const id of holdIds) if (!holds.has(id)) keys.add(id);
  const postedKeys = new Set<string>();
  if (keys.size > 0) for (const row of yield findEntryKeys([...keys])) postedKeys.add(String(row["key"]));
  return { balances, holds, postedKeys, entries: [], touched: new Set() };
}

function* write(
  state: LoadedState,
  storedHolds: Set<string>,
  stamp: { nodeId: string; nowMs: number },
): BulkWork<void> {
  const changed: [AccountId, Balance][] = [];
  for (const id of state.touched) {
    const balance = state.balances.get(id);
    if (balance) changed.push([id, balance]);
  }
  if (changed.length > 0) yield updateAccounts(changed);
  const opened: BulkRow[] = [];
  for (const [id, hold] of state.holds) {
    if (!storedHolds.has(id))
      opened.push([id, hold.payer, hold.limit, hold.amount, stamp.nodeId, stamp.nowMs]);
  }
  if (opened.length > 0) yield { kind: "insert", table: "ledger_holds", columns: NEW_HOLD, rows: opened };
  const closed = [...storedHolds].filter((id) => !state.holds.has(id));
  if (closed.length > 0)
    yield { kind: "delete", table: "ledger_holds", key: "id", keyType: "text", ids: closed };
  if (state.entries.length > 0) yield insertEntries(state.entries, stamp.nowMs);
}
