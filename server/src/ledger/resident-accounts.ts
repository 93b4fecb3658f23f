import type { FindStatement, FoundRow } from "../db/bulk.ts";
import { createRecentMap } from "../lib/recent-map.ts";
import type { AccountId } from "./account.ts";
import { balanceOf, findAccounts } from "./ledger-store.ts";
import type { JournalBalance } from "./ledger-store.ts";
import type { Balance } from "./verbs.ts";

/** Balances of the accounts that were named lately, read from the database when they are not here. */
export interface ResidentAccounts {
  /** Undefined when the account does not exist. The object is the account: changing it changes the balance. */
  get(account: AccountId): Balance | undefined;
  /** Every account that is here, once. */
  all(): Iterable<[AccountId, Balance]>;
  /** Puts an account here as the journal has it. */
  restore(account: AccountId, balance: Balance): void;
  /** Not to be forgotten: their rows are behind. */
  keep(accounts: Iterable<AccountId>): void;
  /** Their rows are as they are here. */
  release(accounts: Iterable<AccountId>): void;
  /** As their rows are written: what is held exists here only. */
  stored(accounts: Iterable<AccountId>): Iterable<readonly [AccountId, Balance]>;
  lines(accounts: Iterable<AccountId>): JournalBalance[];
}

interface Resident extends Balance {
  /** Its row is behind. */
  isAhead: boolean;
}

/** Accounts of a generation, a hundred bytes each: memory stays bounded whatever the number of users. */
const GENERATION_SIZE = 200_000;

export function createResidentAccounts(find: (statement: FindStatement) => FoundRow[]): ResidentAccounts {
  const accounts = createRecentMap<AccountId, Resident>(
    GENERATION_SIZE,
    ({ held, isAhead }) => held !== 0 || isAhead,
  );
  const get = (account: AccountId): Resident | undefined => {
    const known = accounts.get(account);
    if (known) return known;
    const [row] = find(findAccounts([account], false));
    if (!row) return undefined;
    const balance = { ...balanceOf(row), isAhead: false };
    accounts.set(account, balance);
    return balance;
  };
  const mark = (marked: Iterable<AccountId>, isAhead: boolean) => {
    for (const account of marked) {
      const balance = get(account);
      if (balance) balance.isAhead = isAhead;
    }
  };
  return {
    get,
    all: () => accounts.entries(),
    restore: (account, balance) => accounts.set(account, { ...balance, isAhead: true }),
    keep: (kept) => mark(kept, true),
    release: (released) => mark(released, false),
    *stored(stored) {
      for (const account of stored) {
        const balance = get(account);
        if (balance) yield [account, { ...balance, held: 0 }];
      }
    },
    lines(changed) {
      const lines: JournalBalance[] = [];
      for (const account of changed) {
        const balance = get(account);
        if (balance) lines.push([account, balance.posted, balance.used, balance.requests]);
      }
      return lines;
    },
  };
}
