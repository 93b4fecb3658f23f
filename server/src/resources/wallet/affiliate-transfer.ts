import { logSentence } from "@tollgate/contract/log-sentences";
import { LogType } from "@tollgate/contract/statuses";
import { affiliateAccount, userAccount } from "../../ledger/account.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import type { NewLog } from "../logs/log-store.ts";
import type { OptionStore } from "../options/option-store.ts";
import { movementLog } from "./movement-log.ts";
import { quotaDisplay, spokenQuota } from "./quota-words.ts";
import type { QuotaWords } from "./quota-words.ts";

export interface TransferParts {
  ledger: Pick<Ledger<NewLog>, "transfer">;
  options: Pick<OptionStore, "get">;
  clock: Clock;
  quotaWords: QuotaWords;
}

export interface AffiliateTransfer {
  readonly amount: number;
  readonly requestId: string;
  /** The client's name for this one transfer; a repeated call with the same name moves nothing. */
  readonly requestKey?: string | undefined;
}

/** Moves earned quota to the user's balance. Throws affiliate.amount-too-small or affiliate.insufficient. */
export async function transferEarned(
  { ledger, options, clock, quotaWords }: TransferParts,
  user: { readonly id: number; readonly username: string },
  { amount, requestId, requestKey }: AffiliateTransfer,
): Promise<void> {
  const minimum = Math.ceil(options.get("QuotaPerUnit"));
  if (amount < minimum)
    throw new AppError("affiliate.amount-too-small", {
      minimum: spokenQuota(minimum, quotaDisplay(options)),
    });
  const outcome = await ledger.transfer({
    key: `affiliate:${user.id}:${requestKey ?? crypto.randomUUID()}`,
    from: affiliateAccount(user.id),
    to: userAccount(user.id),
    amount,
    note: "affiliate quota",
    alongside: (moved) =>
      movementLog({
        createdAt: nowSeconds(clock),
        type: LogType.system,
        userId: user.id,
        username: user.username,
        content: logSentence("transferred", { amount: quotaWords(moved) }),
        requestId,
      }),
  });
  if (!outcome.ok) {
    if (outcome.reason === "insufficient") throw new AppError("affiliate.insufficient");
    throw new Error(`the affiliate quota of user ${user.id} was not moved: ${outcome.reason}`);
  }
}
