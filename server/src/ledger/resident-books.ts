import type { BulkWork } from "../db/bulk.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../lib/clock.ts";
import { accountName } from "./account.ts";
import type { AccountId } from "./account.ts";
import { applyVerb } from "./apply.ts";
import type { LedgerState } from "./apply.ts";
import type { Books } from "./books.ts";
import { createGroupCommit } from "./group-commit.ts";
import { createBalanceJournal, JOURNAL_LIMITS } from "./balance-journal.ts";
import type { JournalLimits, JournalTurn } from "./balance-journal.ts";
import {
  accountsOf,
  findEntryKeys,
  findJournal,
  insertEntries,
  journalLineOf,
  writeAlongside,
} from "./ledger-store.ts";
import type { AlongsideStatements } from "./ledger-store.ts";
import { createResidentAccounts, plain } from "./resident-accounts.ts";
import type { Balance, Entry, Hold, Outcome, Verb } from "./verbs.ts";

export interface ResidentBooksOptions<Alongside> {
  database: Database & { readonly findNow: NonNullable<Database["findNow"]> };
  clock: Clock;
  nodeId: string;
  alongside: AlongsideStatements<Alongside>;
  /** For tests: how far rows may be behind. */
  journal?: JournalLimits | undefined;
}

/**
 * Books of a process that is the only writer of its database: balances are read once and kept, and holds are kept in
 * memory only, because a hold means nothing once its process has died. So a reservation is decided at once and writes
 * nothing; what moves money is committed, in groups, before its promise resolves. When a commit fails, what it had
 * changed here is taken back.
 */
export function createResidentBooks<Alongside>(options: ResidentBooksOptions<Alongside>): Books {
  const { database, clock, alongside } = options;
  const { findNow } = database;
  const accounts = createResidentAccounts(findNow);
  const kept = findNow(findJournal).map(journalLineOf);
  const journal = createBalanceJournal(accounts, kept, options.journal ?? JOURNAL_LIMITS);
  const holds = new Map<string, Hold>();
  const isPosted = (key: string) => findNow(findEntryKeys([key])).length > 0;

  /** Holds are not written: nothing to note. */
  const holding: LedgerState = {
    balances: accounts,
    holds,
    postedKeys: { has: isPosted, add: () => {} },
    entries: [],
    touched: { add: () => {} },
  };

  function* commitBatch(verbs: readonly Verb[], undo: Undo, turn: JournalTurn): BulkWork<Outcome[]> {
    const entries: Entry[] = [];
    const postedHere = new Set<string>();
    const touched = new Set<AccountId>();
    const state: LedgerState = {
      balances: accounts,
      holds,
      postedKeys: { has: (key) => postedHere.has(key) || isPosted(key), add: (key) => postedHere.add(key) },
      entries,
      touched,
    };
    for (const verb of verbs) undo.remember(verb);
    const outcomes = verbs.map((verb) => applyVerb(state, verb));
    undo.applied();
    if (entries.length > 0) {
      // First: what fails after it finds its accounts noted as ahead, and so still in memory to be taken back.
      yield* turn.write(touched);
      yield insertEntries(entries, clock.nowMs());
    }
    yield* writeAlongside(verbs, outcomes, alongside);
    return outcomes;
  }

  const group = createGroupCommit<Verb, Outcome>(async (verbs) => {
    const undo = createUndo(accounts.get, holds);
    const turn = journal.turn();
    try {
      const outcomes = await database.bulk(commitBatch(verbs, undo, turn));
      turn.committed();
      return outcomes;
    } catch (error) {
      undo.run();
      throw error;
    }
  });

  return {
    decide(verb) {
      accounts.trim();
      return verb.verb === "reserve" || verb.verb === "release"
        ? applyVerb(holding, verb)
        : group.submit(verb);
    },
    balances(asked) {
      const found = new Map<AccountId, Balance>();
      for (const account of asked) {
        const balance = accounts.get(account);
        if (balance) found.set(account, plain(balance));
      }
      return Promise.resolve(found);
    },
    holdCount: () => Promise.resolve(holds.size),
    freeHoldsOf(nodeId) {
      // Holds of a process that ended went with it.
      if (nodeId !== options.nodeId) return Promise.resolve(0);
      const count = holds.size;
      for (const [holdId, { payer }] of holds) applyVerb(holding, { verb: "release", holdId, payer });
      return Promise.resolve(count);
    },
    differences() {
      const sums = new Map<AccountId, number>();
      const add = (account: AccountId, amount: number) =>
        sums.set(account, (sums.get(account) ?? 0) + amount);
      for (const { payer, limit, amount } of holds.values()) {
        add(payer, amount);
        if (limit !== null) add(limit, amount);
      }
      return [...accounts.all()]
        .filter(([id, { held }]) => held !== (sums.get(id) ?? 0))
        .map(([id, { held }]) => `${accountName(id)}: held ${held}, open holds sum to ${sums.get(id) ?? 0}`);
    },
    async idle() {
      await group.idle();
      while (journal.isBehind()) {
        const turn = journal.turn();
        await database.bulk(turn.write(NOTHING));
        turn.committed();
      }
    },
  };
}

const NOTHING: ReadonlySet<AccountId> = new Set();

interface Undo {
  /** Notes what the verb may change, before it does. */
  remember(verb: Verb): void;
  /** All verbs have been applied. */
  applied(): void;
  run(): void;
}

/**
 * Takes back by differences, because other reservations may have been decided since. The accounts are still in memory
 * then: the journal has noted that their rows are behind.
 */
function createUndo(balanceOf: (account: AccountId) => Balance | undefined, holds: Map<string, Hold>): Undo {
  const before = new Map<AccountId, Balance>();
  const resolved = new Map<string, Hold>();
  const remember = (account: AccountId) => {
    if (before.has(account)) return;
    const balance = balanceOf(account);
    if (balance) before.set(account, plain(balance));
  };
  return {
    remember(verb) {
      const hold = verb.verb === "post" ? undefined : holds.get(verb.holdId);
      if (verb.verb === "post" || !hold) {
        for (const account of accountsOf(verb)) remember(account);
        return;
      }
      resolved.set(verb.holdId, hold);
      remember(hold.payer);
      if (hold.limit !== null) remember(hold.limit);
    },
    applied() {
      for (const [account, old] of before) {
        const balance = balanceOf(account);
        for (const field of BALANCE_FIELDS) old[field] = (balance?.[field] ?? 0) - old[field];
      }
    },
    run() {
      for (const [account, change] of before) {
        const balance = balanceOf(account);
        if (balance) for (const field of BALANCE_FIELDS) balance[field] -= change[field];
      }
      before.clear();
      for (const [holdId, hold] of resolved) holds.set(holdId, hold);
    },
  };
}

const BALANCE_FIELDS = ["posted", "held", "used", "requests"] as const satisfies (keyof Balance)[];
