import { DatabaseAwayError } from "../db/database-away.ts";
import { UNLOGGED } from "../ledger/audit-logs.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Outcome } from "../ledger/verbs.ts";
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
/** How often a database that is away is asked again when nobody waits for it any more. */
const LATER_EVERY_MS = 1000;
/** By then the node's lease has ended: it is stopped, and others free what it held. */
const LATER_FOR_MS = 120_000;

/**
 * Charges a call and writes its log row in one transaction. A database that is briefly away is tried again, so that no
 * hold is left; throws when it stays away, and when the ledger refuses: what cannot be charged is not given away.
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
  let outcome: Outcome;
  try {
    outcome = await deps.ledger.settle(settlement);
  } catch {
    outcome = await settleLater(settlement, deps);
  }
  if (!outcome.ok) throw new Error(`a charge was refused: ${outcome.reason}`);
  call.limits?.settle({ tokens: inputTokens(result.usage) + outputTokens(result.usage), quota });
}

// Functions of their own, so that the usual call makes nothing for them.
function storeRate(rate: Rate, { rates }: SettlementDeps): Promise<unknown> {
  return repeatedly(() => rates.store(rate));
}

function settleLater(
  settlement: Parameters<SettlementDeps["ledger"]["settle"]>[0],
  { ledger }: SettlementDeps,
): Promise<Outcome> {
  return repeatLater(() => ledger.settle(settlement));
}

/**
 * The same for an answer whose beginning the client has had already. A database that is away is asked until it is back,
 * after this has thrown: what went out is charged.
 */
export async function settleSentCall(
  call: RelayCall,
  result: CallResult,
  deps: SettlementDeps,
): Promise<void> {
  try {
    await settleCall(call, result, deps);
  } catch (error) {
    if (error instanceof DatabaseAwayError) void later(() => settleCall(call, result, deps));
    // What cannot be charged does not stay set aside.
    else await releaseCall(call, deps).catch(() => {});
    throw error;
  }
}

/**
 * Frees what was held for a call that is not charged. Where the database is away nobody waits for it: it is asked until
 * it is back.
 */
export async function releaseCall(
  call: Pick<RelayCall, "requestId" | "identity">,
  deps: Pick<SettlementDeps, "ledger">,
): Promise<void> {
  const release = async () => deps.ledger.release(holdOf(call.requestId, call.identity));
  try {
    await release();
  } catch (error) {
    if (error instanceof DatabaseAwayError) void later(release);
    else await repeatLater(release);
  }
}

/** Never rejects: what the database refuses when it is back, or does not come back for, is undone by the node's end. */
async function later(act: () => Promise<unknown>): Promise<void> {
  const endMs = performance.now() + LATER_FOR_MS;
  while (performance.now() < endMs) {
    await new Promise((resolve) => setTimeout(resolve, LATER_EVERY_MS).unref());
    try {
      await act();
      return;
    } catch (error) {
      if (!(error instanceof DatabaseAwayError)) return;
    }
  }
}

function repeatedly(act: () => Promise<unknown>): Promise<unknown> {
  return act().catch(() => repeatLater(act));
}

async function repeatLater<Answer>(act: () => Promise<Answer>): Promise<Answer> {
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
