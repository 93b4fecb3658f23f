import type { Quota } from "@tollgate/contract/quota";
import type { AccountId } from "./account.ts";

/** What a balance is made of. Available = posted − held. `used` and `requests` count charges. */
export interface Balance {
  posted: Quota;
  held: Quota;
  used: Quota;
  requests: number;
}

/**
 * Sets `amount` aside for a request. `payer` must be able to cover it; `limit` (a token) too, unless `guarded` is
 * false (an unlimited token, which still counts its use).
 */
export interface Reserve {
  verb: "reserve";
  /** The request's id; a hold is resolved once, by settle or release with the same id. */
  holdId: string;
  payer: AccountId;
  limit?: { account: AccountId; guarded: boolean } | undefined;
  amount: Quota;
  /** A call that sets nothing aside still needs something left: option EnableFreeModelPreConsume. */
  needsBalance?: boolean | undefined;
  /** The id has just been made and was never used: whether it is charged already need not be looked up. */
  isNew?: boolean | undefined;
}

/** Replaces a hold by the true charge, which may be above it: the excess is posted in full, even below zero. */
export interface Settle<Alongside = unknown> {
  verb: "settle";
  holdId: string;
  payer: AccountId;
  limit?: AccountId | undefined;
  amount: Quota;
  /** Handed to the ledger's `alongside` and committed in the same transaction (the log row). */
  alongside?: Alongside | undefined;
  /** Kept with the charge; `unlogged` says that no log row goes with it. */
  note?: string | undefined;
}

/** Frees a hold; nothing is charged. */
export interface Release {
  verb: "release";
  holdId: string;
  payer: AccountId;
  limit?: AccountId | undefined;
}

/** Every movement that is not a charge. */
export interface Post<Alongside = unknown> {
  verb: "post";
  key: string;
  kind: EntryKind;
  account: AccountId;
  /** What to add (may be negative), or the balance to reach. */
  change: { by: Quota } | { to: Quota };
  /** Where the amount comes from: it loses what `account` gains, and must be able to. */
  from?: AccountId | undefined;
  note?: string | undefined;
  /** Makes, from what was posted, the row that tells of it; it commits in the same transaction. */
  alongside?: ((posted: Quota) => Alongside) | undefined;
}

export type EntryKind = "open" | "charge" | "grant" | "transfer" | "adjust";
export type Verb = Reserve | Settle | Release | Post;

export type Outcome =
  | { ok: true; replayed?: true; /** What was posted. */ amount?: Quota }
  | { ok: false; reason: Refusal; account: AccountId; available: Quota };
export type Refusal = "insufficient" | "hold-missing" | "hold-resolved" | "account-missing" | "out-of-range";

export interface Entry {
  key: string;
  kind: EntryKind;
  account: AccountId;
  amount: Quota;
  secondAccount: AccountId | null;
  secondAmount: Quota;
  note: string;
}

export interface Hold {
  payer: AccountId;
  limit: AccountId | null;
  amount: Quota;
}
