import type { FindStatement, FoundRow } from "../db/bulk.ts";
import type { AccountId } from "./account.ts";
import { BalanceTable } from "./balance-table.ts";
import { balanceOf, findAccounts } from "./ledger-store.ts";
import type { JournalBalance } from "./ledger-store.ts";
import type { Balance } from "./verbs.ts";

/** Balances of the accounts that were named lately, read from the database when they are not here. */
export interface ResidentAccounts {
  /** Undefined when the account does not exist. Changing the object changes the balance; it is not to be kept. */
  get(account: AccountId): Balance | undefined;
  /** Every account that is here, once. */
  all(): Iterable<[AccountId, Balance]>;
  /** Makes room when there are too many. Objects that `get` has answered are no good afterwards. */
  trim(): void;
  /** Puts an account here as the journal has it: its row is behind. */
  restore(account: AccountId, balance: Balance): void;
  /** Notes that the accounts' rows are behind what is here, or no longer are. */
  markAhead(accounts: Iterable<AccountId>, isAhead: boolean): void;
  /** As their rows are written: what is held exists here only. */
  stored(accounts: Iterable<AccountId>): Iterable<readonly [AccountId, Balance]>;
  /** As the journal has them. */
  lines(accounts: Iterable<AccountId>): JournalBalance[];
}

/** About 50 MB: memory stays bounded whatever the number of users. */
const ACCOUNTS_MAX = 1_000_000;

export function createResidentAccounts(
  find: (statement: FindStatement) => FoundRow[],
  accountsMax = ACCOUNTS_MAX,
): ResidentAccounts {
  const table = new BalanceTable();
  /** Above what must stay by as much again, or each new account would make all be looked through. */
  let trimmedAt = accountsMax;
  const get = (account: AccountId): Balance | undefined => {
    const known = table.get(account);
    if (known) return known;
    const [row] = find(findAccounts([account], false));
    return row && table.set(account, balanceOf(row));
  };
  return {
    get,
    all: () => table.entries(),
    trim() {
      if (table.size < trimmedAt) return;
      table.removeIdle();
      trimmedAt = Math.max(accountsMax, table.size * 2);
    },
    restore(account, balance) {
      table.set(account, balance);
      table.mark(account, true);
    },
    markAhead(accounts, isAhead) {
      for (const account of accounts) table.mark(account, isAhead);
    },
    *stored(accounts) {
      for (const account of accounts) {
        const balance = get(account);
        if (balance) yield [account, { ...plain(balance), held: 0 }];
      }
    },
    lines(accounts) {
      const lines: JournalBalance[] = [];
      for (const account of accounts) {
        const balance = get(account);
        if (balance) lines.push([account, balance.posted, balance.used, balance.requests]);
      }
      return lines;
    },
  };
}

/** A copy. */
export function plain({ posted, held, used, requests }: Balance): Balance {
  return { posted, held, used, requests };
}
