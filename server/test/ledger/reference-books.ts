import type { Balance, Outcome, Verb } from "../../src/ledger/verbs.ts";

/**
 * What the ledger must answer, written again from its rules and nothing else: the reference of the random tests. It
 * knows no batches, no transactions and no storage.
 */
export class ReferenceBooks {
  readonly accounts = new Map<number, Balance>();
  readonly holds = new Map<string, { amount: number; accounts: number[] }>();
  /** Keys that were posted, and by how much. */
  readonly posted = new Map<string, number>();

  static opened(openings: Iterable<readonly [account: number, opening: number]>): ReferenceBooks {
    const books = new ReferenceBooks();
    for (const [account, opening] of openings)
      books.accounts.set(account, { posted: opening, held: 0, used: 0, requests: 0 });
    return books;
  }

  copy(): ReferenceBooks {
    const books = new ReferenceBooks();
    for (const [account, balance] of this.accounts) books.accounts.set(account, { ...balance });
    for (const [id, hold] of this.holds) books.holds.set(id, hold);
    for (const [key, amount] of this.posted) books.posted.set(key, amount);
    return books;
  }

  apply(verb: Verb): Outcome {
    const key = verb.verb === "post" ? verb.key : verb.holdId;
    switch (verb.verb) {
      case "reserve": {
        if (this.holds.has(key)) return { ok: true, replayed: true };
        if (this.posted.has(key))
          return { ok: false, reason: "hold-resolved", account: verb.payer, available: 0 };
        const asked = verb.limit
          ? [{ account: verb.payer, guarded: true }, verb.limit]
          : [{ account: verb.payer, guarded: true }];
        const refusal =
          this.#missing(asked.map(({ account }) => account)) ?? this.#tooLittle(asked, verb.amount);
        if (refusal) return refusal;
        const accounts = asked.map(({ account }) => account);
        for (const account of accounts) this.#of(account).held += verb.amount;
        this.holds.set(key, { amount: verb.amount, accounts });
        return { ok: true };
      }
      case "settle": {
        const hold = this.#resolve(key);
        if (!hold)
          return this.posted.has(key)
            ? { ok: true, replayed: true }
            : { ok: false, reason: "hold-missing", account: verb.payer, available: 0 };
        for (const account of hold.accounts) {
          const balance = this.#of(account);
          balance.posted -= verb.amount;
          balance.used += verb.amount;
          balance.requests += 1;
        }
        this.posted.set(key, verb.amount);
        return { ok: true, amount: verb.amount };
      }
      case "release":
        return this.#resolve(key) ? { ok: true } : { ok: true, replayed: true };
      case "post": {
        if (this.posted.has(key)) return { ok: true, replayed: true };
        const named = verb.from === undefined ? [verb.account] : [verb.account, verb.from];
        const missing = this.#missing(named);
        if (missing) return missing;
        const target = this.#of(verb.account);
        const amount = "by" in verb.change ? verb.change.by : verb.change.to - target.posted;
        if (verb.from !== undefined) {
          const refusal = this.#tooLittle([{ account: verb.from, guarded: true }], amount);
          if (refusal) return refusal;
          this.#of(verb.from).posted -= amount;
        }
        target.posted += amount;
        this.posted.set(key, amount);
        return { ok: true, amount };
      }
    }
  }

  /** The process dies and the next one starts: what was set aside is free again. */
  crash(): void {
    for (const id of this.holds.keys()) this.#resolve(id);
  }

  #of(account: number): Balance {
    const balance = this.accounts.get(account);
    if (!balance) throw new Error(`the reference has no account ${account}`);
    return balance;
  }

  #missing(accounts: readonly number[]): Outcome | undefined {
    const account = accounts.find((named) => !this.accounts.has(named));
    return account === undefined
      ? undefined
      : { ok: false, reason: "account-missing", account, available: 0 };
  }

  #tooLittle(asked: readonly { account: number; guarded: boolean }[], amount: number): Outcome | undefined {
    for (const { account, guarded } of asked) {
      const { posted, held } = this.#of(account);
      if (guarded && amount > 0 && posted - held < amount)
        return { ok: false, reason: "insufficient", account, available: posted - held };
    }
    return undefined;
  }

  #resolve(key: string): { amount: number; accounts: number[] } | undefined {
    const hold = this.holds.get(key);
    if (!hold) return undefined;
    for (const account of hold.accounts) this.#of(account).held -= hold.amount;
    this.holds.delete(key);
    return hold;
  }
}
