import { MAX_BALANCE } from "@tollgate/contract/quota";
import type { AccountId } from "./account.ts";
import type { Balance, Entry, Hold, Outcome, Post, Release, Reserve, Settle, Verb } from "./verbs.ts";

/**
 * The rules of money, pure: state in, outcome out, state and entries changed in place. The books have every row
 * that the verbs name (locked where others could write), so what is decided here is true until it commits.
 */
export interface LedgerState {
  readonly balances: { get(account: AccountId): Balance | undefined };
  /** Open holds, at least those that are named. */
  readonly holds: Pick<Map<string, Hold>, "has" | "get" | "set" | "delete">;
  /** Keys of entries that exist already, at least those that are named. */
  readonly postedKeys: { has(key: string): boolean; add(key: string): void };
  /** Entries to append, in order. */
  readonly entries: Entry[];
  /** Accounts whose balance changed. */
  readonly touched: { add(account: AccountId): void };
}

/** Applies one verb. A refusal changes nothing; a replay changes nothing and is told as such. */
export function applyVerb(state: LedgerState, verb: Verb): Outcome {
  switch (verb.verb) {
    case "reserve":
      return reserve(state, verb);
    case "settle":
      return settle(state, verb);
    case "release":
      return release(state, verb);
    case "post":
      return post(state, verb);
  }
}

function reserve(state: LedgerState, verb: Reserve): Outcome {
  if (state.holds.has(verb.holdId)) return { ok: true, replayed: true };
  if (!verb.isNew && state.postedKeys.has(verb.holdId)) return refusal("hold-resolved", verb.payer);
  const payer = state.balances.get(verb.payer);
  if (!payer) return refusal("account-missing", verb.payer);
  const limit = verb.limit && state.balances.get(verb.limit.account);
  if (verb.limit && !limit) return refusal("account-missing", verb.limit.account);
  const least = verb.needsBalance ? Math.max(verb.amount, 1) : verb.amount;
  if (cannotCover(payer, least)) return refusal("insufficient", verb.payer, payer);
  if (verb.limit?.guarded && limit && cannotCover(limit, least))
    return refusal("insufficient", verb.limit.account, limit);
  hold(state, verb.payer, verb.amount);
  if (verb.limit) hold(state, verb.limit.account, verb.amount);
  state.holds.set(verb.holdId, {
    payer: verb.payer,
    limit: verb.limit?.account ?? null,
    amount: verb.amount,
  });
  return { ok: true };
}

function settle(state: LedgerState, verb: Settle): Outcome {
  const held = state.holds.get(verb.holdId);
  if (!held) {
    return state.postedKeys.has(verb.holdId)
      ? { ok: true, replayed: true }
      : refusal("hold-missing", verb.payer);
  }
  free(state, verb.holdId, held);
  charge(state, held.payer, verb.amount);
  if (held.limit !== null) charge(state, held.limit, verb.amount);
  append(state, {
    key: verb.holdId,
    kind: "charge",
    account: held.payer,
    amount: -verb.amount,
    secondAccount: held.limit,
    secondAmount: held.limit === null ? 0 : -verb.amount,
    note: verb.note ?? "",
  });
  return { ok: true, amount: verb.amount };
}

function release(state: LedgerState, verb: Release): Outcome {
  const held = state.holds.get(verb.holdId);
  if (!held) return { ok: true, replayed: true };
  free(state, verb.holdId, held);
  return { ok: true };
}

function post(state: LedgerState, verb: Post): Outcome {
  if (state.postedKeys.has(verb.key)) return { ok: true, replayed: true };
  const balance = state.balances.get(verb.account);
  if (!balance) return refusal("account-missing", verb.account);
  const amount = "by" in verb.change ? verb.change.by : verb.change.to - balance.posted;
  if (verb.kind === "adjust" && leavesBounds(balance.posted, amount))
    return refusal("out-of-range", verb.account, balance);
  const source = verb.from === undefined ? undefined : state.balances.get(verb.from);
  if (verb.from !== undefined) {
    if (!source) return refusal("account-missing", verb.from);
    if (cannotCover(source, amount)) return refusal("insufficient", verb.from, source);
    source.posted -= amount;
    state.touched.add(verb.from);
  }
  balance.posted += amount;
  state.touched.add(verb.account);
  append(state, {
    key: verb.key,
    kind: verb.kind,
    account: verb.account,
    amount,
    secondAccount: verb.from ?? null,
    secondAmount: verb.from === undefined ? 0 : -amount,
    note: verb.note ?? "",
  });
  return { ok: true, amount };
}

/** Nothing can be set aside from a balance that is used up; nothing at all (amount 0) always can. */
function cannotCover(balance: Balance, amount: number): boolean {
  return amount > 0 && balance.posted - balance.held < amount;
}

/** Whether a correction would make a balance that cannot be counted exactly. One that brings it back never does. */
function leavesBounds(posted: number, amount: number): boolean {
  const reached = Math.abs(posted + amount);
  return reached > MAX_BALANCE && reached > Math.abs(posted);
}

function hold(state: LedgerState, account: AccountId, amount: number): void {
  const balance = state.balances.get(account);
  if (!balance) return;
  balance.held += amount;
  state.touched.add(account);
}

function free(state: LedgerState, holdId: string, held: Hold): void {
  hold(state, held.payer, -held.amount);
  if (held.limit !== null) hold(state, held.limit, -held.amount);
  state.holds.delete(holdId);
}

function charge(state: LedgerState, account: AccountId, amount: number): void {
  const balance = state.balances.get(account);
  if (!balance) return;
  balance.posted -= amount;
  balance.used += amount;
  balance.requests += 1;
  state.touched.add(account);
}

function append(state: LedgerState, entry: Entry): void {
  state.entries.push(entry);
  state.postedKeys.add(entry.key);
}

function refusal(
  reason: Extract<Outcome, { ok: false }>["reason"],
  account: AccountId,
  balance?: Balance,
): Outcome {
  return { ok: false, reason, account, available: balance ? balance.posted - balance.held : 0 };
}
