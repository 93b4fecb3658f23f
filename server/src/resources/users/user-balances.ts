import type { AccountId } from "../../ledger/account.ts";
import { affiliateAccount, userAccount } from "../../ledger/account.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Balance } from "../../ledger/verbs.ts";

export interface UserBalances {
  readonly own: Balance;
  readonly affiliate: Balance;
}

const NOTHING: Balance = { posted: 0, held: 0, used: 0, requests: 0 };

/** Both balances of each user, read at one moment; an account that does not exist has zeros. */
export async function userBalances(
  ledger: Pick<Ledger<never>, "balances">,
  userIds: readonly number[],
): Promise<(userId: number) => UserBalances> {
  const accounts: AccountId[] = userIds.flatMap((id) => [userAccount(id), affiliateAccount(id)]);
  const balances = await ledger.balances(accounts);
  return (id) => ({
    own: balances.get(userAccount(id)) ?? NOTHING,
    affiliate: balances.get(affiliateAccount(id)) ?? NOTHING,
  });
}
