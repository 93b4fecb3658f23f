import type { FindStatement, FoundRow } from "../db/bulk.ts";
import { createRecentMap } from "../lib/recent-map.ts";
import type { AccountId } from "./account.ts";
import { balanceOf, findAccounts } from "./ledger-store.ts";
import type { Balance } from "./verbs.ts";

/** Balances of the accounts that were named lately, read from the database when they are not here. */
export interface ResidentAccounts {
  /** Undefined when the account does not exist. The object is the account: changing it changes the balance. */
  get(account: AccountId): Balance | undefined;
  /** Every account that is here, once. */
  all(): Iterable<[AccountId, Balance]>;
}

/** Accounts of a generation, a hundred bytes each: memory stays bounded whatever the number of users. */
const GENERATION_SIZE = 200_000;

export function createResidentAccounts(find: (statement: FindStatement) => FoundRow[]): ResidentAccounts {
  // What is held exists here only, so such an account must not be forgotten.
  const accounts = createRecentMap<AccountId, Balance>(GENERATION_SIZE, ({ held }) => held !== 0);
  return {
    get(account) {
      const known = accounts.get(account);
      if (known) return known;
      const [row] = find(findAccounts([account], false));
      if (!row) return undefined;
      const balance = balanceOf(row);
      accounts.set(account, balance);
      return balance;
    },
    all: () => accounts.entries(),
  };
}
