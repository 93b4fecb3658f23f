import type { EndReason } from "@tollgate/contract/logs";
import { charge } from "../pricing/charge.ts";
import type { Usage } from "../pricing/usage.ts";
import { errorLog } from "./call-log.ts";
import { bookOperatorCosts } from "./operator-costs.ts";
import type { OperatorCostDeps } from "./operator-costs.ts";
import type { RelayCall } from "./relay-call.ts";
import type { RelayDeps } from "./relay.ts";
import { RelayError } from "./relay-error.ts";
import { releaseCall } from "./settlement.ts";
import type { SettlementDeps } from "./settlement.ts";

export type GiveUpDeps = SettlementDeps & OperatorCostDeps & Pick<RelayDeps, "logsErrors" | "insertLog">;

/** How an answer ended of which its client has had nothing. */
export interface EmptyEnd {
  readonly reason: EndReason;
  readonly error?: string | undefined;
  /** What the upstream says it has used all the same. */
  readonly billed?: Usage | undefined;
}

/** Whether an answer ended by its upstream's fault. */
export function isBrokenOff(reason: EndReason): boolean {
  return reason === "upstream_truncated" || reason === "upstream_error" || reason === "timeout";
}

/** An answer that began and came to nothing: its user pays nothing, and what the upstream bills is the operator's cost. */
export async function giveUpAnswer(
  call: RelayCall,
  { reason, error = "", billed }: EmptyEnd,
  deps: GiveUpDeps,
): Promise<void> {
  await releaseCall(call, deps);
  const cost = billed ? charge(call.rate, billed).quota : 0;
  const failure = failureOf(reason, error);
  const attempt = call.attempts.at(-1);
  if (attempt) {
    attempt.error = failure.message;
    if (cost > 0) attempt.operator_quota = cost;
  }
  if (cost > 0) await bookOperatorCosts(call, deps);
  if (deps.logsErrors || cost > 0)
    await deps.insertLog(errorLog(call, failure, failure.status, deps.clock.nowMs()));
}

function failureOf(reason: EndReason, error: string): RelayError {
  if (reason === "upstream_error") return new RelayError("upstream.error", { reason: error });
  return new RelayError(reason === "timeout" ? "upstream.timeout" : "upstream.truncated");
}
