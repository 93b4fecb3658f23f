import { UNLOGGED } from "../ledger/audit-logs.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Clock } from "../lib/clock.ts";
import { charge } from "../pricing/charge.ts";
import { inputTokens, outputTokens } from "../pricing/usage.ts";
import type { Rate } from "../pricing/rate.ts";
import type { NewLog } from "../resources/logs/log-store.ts";
import type { RateStore } from "../resources/logs/rate-store.ts";
import { holdOf } from "./admit.ts";
import { consumeLog } from "./call-log.ts";
import type { CallResult } from "./call-log.ts";
import type { RelayCall } from "./relay-call.ts";

export interface SettlementDeps {
  ledger: Ledger<NewLog>;
  rates: RateStore;
  clock: Clock;
  /** Option LogConsumeEnabled. */
  logsConsumption(): boolean;
}

const RETRY_DELAYS_MS = [50, 200, 1000, 3000];

/**
 * Charges a call and writes its log row in one transaction. A database that is briefly away is tried again, so that no
 * hold is left; throws when it stays away.
 */
export async function settleCall(call: RelayCall, result: CallResult, deps: SettlementDeps): Promise<void> {
  const { rate } = call;
  // Once for each price, before the first charge at it: a row must not name a price that nobody has.
  if (!deps.rates.isStored(rate)) await storeRate(rate, deps);
  const { quota } = charge(rate, result.usage);
  const isKept = deps.logsConsumption();
  const alongside = consumeLog(call, result, { quota, nowMs: deps.clock.nowMs(), isKept });
  const { holdId, payer, limit } = holdOf(call.requestId, call.identity);
  const note = isKept ? undefined : UNLOGGED;
  const settlement = { holdId, payer, limit, amount: quota, alongside, note };
  try {
    await deps.ledger.settle(settlement);
  } catch {
    await settleLater(settlement, deps);
  }
  call.limits?.settle({ tokens: inputTokens(result.usage) + outputTokens(result.usage), quota });
}

// Functions of their own, so that the usual call makes nothing for them.
function storeRate(rate: Rate, { rates }: SettlementDeps): Promise<unknown> {
  return repeatedly(() => rates.store(rate));
}

function settleLater(
  settlement: Parameters<SettlementDeps["ledger"]["settle"]>[0],
  { ledger }: SettlementDeps,
): Promise<unknown> {
  return repeatLater(() => ledger.settle(settlement));
}

/** Frees what was held for a call that is not charged. */
export async function releaseCall(
  call: Pick<RelayCall, "requestId" | "identity">,
  deps: SettlementDeps,
): Promise<void> {
  await repeatedly(async () => deps.ledger.release(holdOf(call.requestId, call.identity)));
}

function repeatedly(act: () => Promise<unknown>): Promise<unknown> {
  return act().catch(() => repeatLater(act));
}

async function repeatLater(act: () => Promise<unknown>): Promise<unknown> {
  for (const delayMs of RETRY_DELAYS_MS) {
    await Bun.sleep(delayMs);
    try {
      return await act();
    } catch {
      // The last try, below, tells why.
    }
  }
  return act();
}
