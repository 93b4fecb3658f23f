import { ChannelStatus } from "@tollgate/contract/statuses";
import type { RunTarget } from "./channel-list-store.ts";

/** How a test went, as far as it decides about a channel. */
export interface TestOutcome {
  readonly success: boolean;
  /** Empty when it worked. */
  readonly message: string;
  readonly timeSeconds: number;
  /** Why the failure is a reason to switch the channel off, by the rule that relayed calls are judged by; absent when it is none. */
  readonly disablingReason?: string | undefined;
}

/** The operator's rules for tests of all channels. */
export interface VerdictRules {
  readonly switchesOff: boolean;
  readonly switchesOn: boolean;
  /** Slower answers switch off; 0 = none is too slow. */
  readonly slowSeconds: number;
}

export type Verdict =
  | { readonly kind: "off"; readonly reason: string }
  | { readonly kind: "on" }
  | { readonly kind: "stay" };

const STAY: Verdict = { kind: "stay" };

/**
 * What a test means for a channel: an enabled one that allows it is switched off when its vendor refuses it for good
 * or answers too slowly; one that the system switched off comes back when it passes. What a person has disabled stays.
 */
export function verdictOfTest(
  { status, auto_ban: mayBeSwitchedOff }: Pick<RunTarget, "status" | "auto_ban">,
  outcome: TestOutcome,
  rules: VerdictRules,
): Verdict {
  const isSlow = rules.slowSeconds > 0 && outcome.timeSeconds > rules.slowSeconds;
  if (status === ChannelStatus.autoDisabled)
    return rules.switchesOn && outcome.success && !isSlow ? { kind: "on" } : STAY;
  if (status !== ChannelStatus.enabled || !rules.switchesOff || mayBeSwitchedOff === 0) return STAY;
  if (outcome.success)
    return isSlow
      ? {
          kind: "off",
          reason: `响应时间 ${outcome.timeSeconds.toFixed(2)}s 超过阈值 ${rules.slowSeconds.toFixed(2)}s`,
        }
      : STAY;
  const { disablingReason: reason } = outcome;
  return reason === undefined ? STAY : { kind: "off", reason };
}
