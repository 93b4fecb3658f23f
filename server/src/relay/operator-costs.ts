import { costAccount } from "../ledger/account.ts";
import type { AccountId } from "../ledger/account.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { RelayCall } from "./relay-call.ts";

export interface OperatorCostDeps {
  ledger: Pick<Ledger<unknown>, "adjust">;
  /** Rejects when it is open. */
  openAccount(account: AccountId): Promise<void>;
  reportFault(message: string, error: unknown): void;
}

/**
 * Books what upstreams have billed for this call's failed attempts, once for each: on the account of its channel, never
 * on the user's. A call whose cost cannot be booked goes on, and the fault is reported.
 */
export async function bookOperatorCosts(
  { attempts, requestId }: Pick<RelayCall, "attempts" | "requestId">,
  deps: OperatorCostDeps,
): Promise<void> {
  for (const [number, { operator_quota: cost = 0, channel_id: channelId }] of attempts.entries()) {
    if (cost === 0) continue;
    const key = `${requestId}:cost:${number}`;
    try {
      await book({ key, account: costAccount(channelId), change: { by: cost }, note: requestId }, deps);
    } catch (error) {
      deps.reportFault(`the operator's cost of ${requestId} could not be booked`, error);
    }
  }
}

/** The first cost of a channel opens its account. */
async function book(
  cost: Parameters<OperatorCostDeps["ledger"]["adjust"]>[0],
  { ledger, openAccount }: OperatorCostDeps,
): Promise<void> {
  const first = await ledger.adjust(cost);
  if (first.ok) return;
  // Another call may open it at the same moment: then it is open all the same.
  const problem = await openAccount(cost.account).catch((error: unknown) => error);
  const second = await ledger.adjust(cost);
  if (!second.ok) throw problem ?? new Error(`refused: ${second.reason}`);
}
