import { logSentence } from "@tollgate/contract/log-sentences";
import { MAX_BALANCE, MAX_QUOTA } from "@tollgate/contract/quota";
import { LogType } from "@tollgate/contract/statuses";
import { userAccount } from "../../ledger/account.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import { redemptionRefusal } from "../redemptions/redemption-policy.ts";
import type { RedemptionStore } from "../redemptions/redemption-store.ts";
import type { NewLog } from "../logs/log-store.ts";
import type { PendingGrants } from "./pending-grants.ts";
import type { QuotaWords } from "./quota-words.ts";

export interface RedeemParts {
  redemptions: Pick<RedemptionStore, "claim" | "findByCode">;
  grants: Pick<PendingGrants, "promise" | "book">;
  ledger: Pick<Ledger<NewLog>, "balances">;
  clock: Clock;
  quotaWords: QuotaWords;
}

/** The ledger's key of the one grant that a code is good for. */
const redemptionKey = (redemptionId: number): string => `redemption:${redemptionId}`;

/**
 * Pays a code out to a user, once. The code's status and the promise of the money commit together, so that a crash
 * leaves neither a used code without its money nor money with an unused code. Answers the units; throws `redemption.*`, and
 * quota.out-of-range where another code might make a balance that cannot be counted.
 */
export async function redeemCodeFor(
  { redemptions, grants, ledger, clock, quotaWords }: RedeemParts,
  user: { readonly id: number; readonly username: string },
  code: string,
): Promise<number> {
  const account = userAccount(user.id);
  const balance = (await ledger.balances([account])).get(account);
  if (balance !== undefined && balance.posted > MAX_BALANCE - MAX_QUOTA)
    throw new AppError("quota.out-of-range");
  const now = nowSeconds(clock);
  const row = await redemptions.claim(code, { by: user.id, atSeconds: now }, (transaction, claimed) =>
    grants.promise(transaction, [
      {
        key: redemptionKey(claimed.id),
        account,
        amount: claimed.quota,
        note: `redemption code ${claimed.id}`,
        userId: user.id,
        username: user.username,
        logType: LogType.topUp,
        logContent: logSentence("redeemed", { amount: quotaWords(claimed.quota), id: claimed.id }),
      },
    ]),
  );
  if (row === undefined) {
    const refusal = redemptionRefusal(await redemptions.findByCode(code), now);
    // Enabled again in this very moment: to the one who asks it was disabled.
    throw new AppError(refusal ?? "redemption.disabled");
  }
  await grants.book([redemptionKey(row.id)]);
  return row.quota;
}
