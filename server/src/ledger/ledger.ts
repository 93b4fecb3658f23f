import type { Kysely } from "kysely";
import type { BulkStatement } from "../db/bulk.ts";
import type { Database } from "../db/database.ts";
import type { Schema } from "../db/schema.ts";
import type { Clock } from "../lib/clock.ts";
import type { AccountId } from "./account.ts";
import { auditLedger } from "./audit.ts";
import type { AuditReport } from "./audit.ts";
import type { JournalLimits } from "./balance-journal.ts";
import type { Books, Decision } from "./books.ts";
import { isTooOldToReserve } from "./charge-time.ts";
import { createLockedBooks } from "./locked-books.ts";
import { createResidentBooks } from "./resident-books.ts";
import type { Balance, Outcome, Post, Release, Reserve, Settle, Verb } from "./verbs.ts";

/**
 * The only code that changes a balance. Every verb can be repeated safely: a hold resolves once, a key posts once. What
 * moves money is committed before its promise resolves.
 */
export interface Ledger<Alongside> {
  /** Sets an amount aside. Refused with `insufficient` and what is available, never partly. */
  reserve(request: Omit<Reserve, "verb">): Decision;
  /** Posts the true charge of a hold, with whatever must commit alongside. Throws when there is no such hold. */
  settle(charge: Omit<Settle<Alongside>, "verb">): Promise<Outcome>;
  release(hold: Omit<Release, "verb">): Decision;
  /** Adds units: a gift, a redemption, a top-up, a refund. */
  grant(grant: { key: string; account: AccountId; amount: number } & Telling<Alongside>): Promise<Outcome>;
  /** Moves units from one account to another; the source must have them. */
  transfer(
    transfer: { key: string; from: AccountId; to: AccountId; amount: number } & Telling<Alongside>,
  ): Promise<Outcome>;
  /** An operator's or owner's correction, by a difference or to a balance. May go below zero, not beyond `MAX_BALANCE`. */
  adjust(
    change: { key: string; account: AccountId; change: Post["change"] } & Telling<Alongside>,
  ): Promise<Outcome>;
  /** Balances of the accounts; one that does not exist has zeros. */
  balances(accounts: readonly AccountId[]): Promise<Map<AccountId, Balance>>;
  /** Opens an account inside the transaction that creates its owner, with an opening balance. */
  openAccount(transaction: Kysely<Schema>, account: AccountId, opening: number): Promise<void>;
  /** The number of this node's open holds. */
  holdCount(): Promise<number>;
  /** Frees the holds that a node left; answers how many. */
  freeHoldsOf(nodeId: string): Promise<number>;
  audit(): Promise<AuditReport>;
  /** Resolves when everything submitted so far is decided. */
  idle(): Promise<void>;
}

/** What a movement that is not a charge leaves behind beside its entry. */
type Telling<Alongside> = Pick<Post<Alongside>, "note" | "alongside">;

export interface LedgerOptions<Alongside> {
  database: Database;
  clock: Clock;
  /** Holds are stamped with it, so that they can be freed after a crash. */
  nodeId: string;
  /** What commits in the same transaction as charges and other movements: log rows, counters. */
  alongside: (items: Alongside[]) => BulkStatement[];
  /** For tests: how far the rows of accounts may be behind their journal, on SQLite. */
  journal?: JournalLimits | undefined;
}

export function createLedger<Alongside>(options: LedgerOptions<Alongside>): Ledger<Alongside> {
  const { database, clock } = options;
  const books = openBooks(options);
  const decide = (verb: Verb): Decision => {
    checkAmount(verb);
    return books.decide(verb);
  };
  const post = async (post: Omit<Post, "verb">) => decide({ verb: "post", ...post });

  return {
    // A replay of what may have been archived would not be seen.
    reserve: (request) =>
      isTooOldToReserve(request.holdId, clock.nowMs())
        ? { ok: false, reason: "hold-resolved", account: request.payer, available: 0 }
        : decide(reserveVerb(request)),
    async settle(charge) {
      const outcome = await decide(settleVerb(charge));
      if (!outcome.ok) throw new Error(`the charge of ${charge.holdId} was refused: ${outcome.reason}`);
      return outcome;
    },
    release: (hold) => decide({ verb: "release", ...hold }),
    grant: ({ amount, ...rest }) => post({ kind: "grant", change: { by: amount }, ...rest }),
    transfer: ({ to, amount, ...rest }) =>
      post({ kind: "transfer", account: to, change: { by: amount }, ...rest }),
    adjust: (change) => post({ kind: "adjust", ...change }),
    async balances(accounts) {
      const found = await books.balances(accounts);
      return new Map(
        accounts.map((account) => [
          account,
          found.get(account) ?? { posted: 0, held: 0, used: 0, requests: 0 },
        ]),
      );
    },
    async openAccount(transaction, account, opening) {
      await transaction
        .insertInto("ledger_accounts")
        .values({ id: account, posted: opening, held: 0, used: 0, requests: 0 })
        .execute();
      await transaction
        .insertInto("ledger_entries")
        .values({
          key: `open:${account}`,
          kind: "open",
          account,
          amount: opening,
          second_account: null,
          second_amount: 0,
          note: "",
          created_at_ms: clock.nowMs(),
        })
        .execute();
    },
    holdCount: books.holdCount,
    freeHoldsOf: books.freeHoldsOf,
    async audit() {
      const report = await auditLedger(database.reader);
      return { ...report, differences: [...report.differences, ...books.differences()] };
    },
    idle: books.idle,
  };
}

function openBooks<Alongside>(options: LedgerOptions<Alongside>): Books {
  const { database } = options;
  const { findNow } = database;
  return findNow
    ? createResidentBooks({ ...options, database: { ...database, findNow } })
    : createLockedBooks(options);
}

// Written out: spreading copies an object field by field, for every call.
function reserveVerb(request: Omit<Reserve, "verb">): Reserve {
  const { holdId, payer, limit, amount, needsBalance, isNew } = request;
  return { verb: "reserve", holdId, payer, limit, amount, needsBalance, isNew };
}

function settleVerb<Alongside>(charge: Omit<Settle<Alongside>, "verb">): Settle<Alongside> {
  const { holdId, payer, limit, amount, alongside, note } = charge;
  return { verb: "settle", holdId, payer, limit, amount, alongside, note };
}

/** A wrong amount is a fault of the caller's code: it must never reach the books. */
function checkAmount(verb: Verb): void {
  const amount =
    verb.verb === "release"
      ? 0
      : verb.verb === "post"
        ? "by" in verb.change
          ? verb.change.by
          : verb.change.to
        : verb.amount;
  const mayBeNegative = verb.verb === "post" && verb.kind === "adjust";
  if (!Number.isSafeInteger(amount) || (amount < 0 && !mayBeNegative)) {
    throw new RangeError(`${verb.verb} of ${amount}: amounts are whole units, 0 or more`);
  }
}
