import { logSentence } from "@tollgate/contract/log-sentences";
import { MAX_BALANCE } from "@tollgate/contract/quota";
import { LogType } from "@tollgate/contract/statuses";
import type { QuotaMode } from "@tollgate/contract/users";
import { userAccount } from "../../ledger/account.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../lib/app-error.ts";
import { nowSeconds } from "../../lib/clock.ts";
import type { Clock } from "../../lib/clock.ts";
import type { NewLog } from "../logs/log-store.ts";
import { movementLog } from "../wallet/movement-log.ts";
import type { QuotaWords } from "../wallet/quota-words.ts";

/** By a difference, or to a balance. */
export type QuotaChange = { by: number } | { to: number };

export interface QuotaChangeParts {
  ledger: Pick<Ledger<NewLog>, "adjust">;
  clock: Clock;
  quotaWords: QuotaWords;
}

/** Who changes whose balance, in which call. */
export interface QuotaChangeCall {
  readonly caller: { readonly id: number; readonly username: string };
  readonly user: { readonly id: number; readonly username: string };
  readonly requestId: string;
  /** The client's name for this one change; a repeated call with the same name moves nothing. */
  readonly requestKey?: string | undefined;
}

/** Moves a balance and tells of it in the user's log, with the administrator's name beside it: both or neither. Throws quota.out-of-range. */
export async function changeQuota(
  { ledger, clock, quotaWords }: QuotaChangeParts,
  { caller, user, requestId, requestKey }: QuotaChangeCall,
  change: QuotaChange,
): Promise<void> {
  if ("by" in change && change.by === 0) return;
  if (Math.abs("by" in change ? change.by : change.to) > MAX_BALANCE)
    throw new AppError("quota.out-of-range");
  const outcome = await ledger.adjust({
    key: `admin:${caller.id}:${user.id}:${requestKey ?? crypto.randomUUID()}`,
    account: userAccount(user.id),
    change,
    note: `${noteOf(change)}, by ${caller.username} (user ${caller.id})`,
    alongside: (moved) =>
      movementLog({
        createdAt: nowSeconds(clock),
        type: LogType.manage,
        userId: user.id,
        username: user.username,
        content: contentOf(change, moved, quotaWords),
        requestId,
        // Beside the text, because users see the text and need not know which administrator it was.
        other: JSON.stringify({ admin_info: { admin_id: caller.id, admin_username: caller.username } }),
      }),
  });
  if (!outcome.ok && outcome.reason === "out-of-range") throw new AppError("quota.out-of-range");
  if (!outcome.ok) throw new Error(`the balance of user ${user.id} was not changed: ${outcome.reason}`);
}

/** What `add_quota` asks for. Throws input.invalid without a value, quota.negative where none below zero is meant. */
export function askedChange(mode: QuotaMode, value: number | undefined): QuotaChange {
  if (value === undefined) throw new AppError("input.invalid", { details: "value" });
  if (mode === "add") return { by: value };
  if (value < 0) throw new AppError("quota.negative");
  return mode === "subtract" ? { by: -value } : { to: value };
}

function noteOf(change: QuotaChange): string {
  if ("to" in change) return `set to ${change.to}`;
  return change.by > 0 ? `+${change.by}` : String(change.by);
}

function contentOf(change: QuotaChange, moved: number, words: QuotaWords): string {
  if ("to" in change)
    return logSentence("set", { before: words(change.to - moved), amount: words(change.to) });
  const amount = words(Math.abs(change.by));
  return logSentence(change.by > 0 ? "added" : "taken", { amount });
}
