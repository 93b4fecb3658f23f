import { createCallTicket } from "./call-ticket.ts";
import type { CallTicket } from "./call-ticket.ts";
import type { LimitCounter } from "./limit-counter.ts";
import { limitRefusal, uncountedRefusal } from "./limit-refusal.ts";
import type { LimitedCall, LimitRules } from "./limit-rules.ts";

/** How much may be asked for: by whom, of what, through which channel. */
export interface CallLimits {
  /** Whether any limit is set; without one nothing else here needs to be asked. */
  isOn(): boolean;
  /** Takes a call's share of its limits. Throws the `limit.` codes; then nothing is taken. */
  admit(call: LimitedCall, requestId: string): Promise<CallTicket>;
}

export interface CallLimitsDeps {
  readonly counter: LimitCounter;
  rules(): LimitRules;
  /** Whether any channel has limits of its own. */
  channelsHaveLimits(): boolean;
  nowMs(): number;
}

export function createCallLimits(deps: CallLimitsDeps): CallLimits {
  const { counter, nowMs } = deps;
  return {
    isOn: () => deps.rules().isAny || deps.channelsHaveLimits(),
    async admit(call, requestId) {
      const rules = deps.rules();
      const claims = rules.claimsOf(call);
      const takenAtMs = nowMs();
      const taking =
        claims.length === 0
          ? { isTaken: true, states: [] }
          : await counter.take(claims, requestId, takenAtMs);
      if (!taking) throw uncountedRefusal();
      if (!taking.isTaken) throw limitRefusal(claims, taking, takenAtMs);
      return createCallTicket(
        call,
        { claims, holder: requestId, taking, takenAtMs },
        { counter, rules, nowMs },
      );
    },
  };
}
