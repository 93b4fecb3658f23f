import { ChannelStatus } from "@tollgate/contract/statuses";
import type { RunTarget } from "./channel-list-store.ts";

/** How a test went, as far as it decides about a channel. */
export interface TestOutcome {
  readonly success: boolean;
  /** Empty when it worked. */
  readonly message: string;
  readonly timeSeconds: number;
  /** The upstream's status after the channel's mapping, where it is known. */
  readonly statusCode?: number | undefined;
}

/** The operator's rules for tests of all channels. */
export interface VerdictRules {
  readonly switchesOff: boolean;
  readonly switchesOn: boolean;
  /** Slower answers switch off; 0 = none is too slow. */
  readonly slowSeconds: number;
  /** Parts of messages that mean: this channel is done for. Any case. */
  readonly keywords: readonly string[];
}

export type Verdict =
  | { readonly kind: "off"; readonly reason: string }
  | { readonly kind: "on" }
  | { readonly kind: "stay" };

const STAY: Verdict = { kind: "stay" };
/** A vendor refuses the key. */
const UNAUTHORIZED = 401;

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
  const message = outcome.message.toLowerCase();
  const isFinal =
    outcome.statusCode === UNAUTHORIZED ||
    rules.keywords.some((keyword) => message.includes(keyword.toLowerCase()));
  return isFinal ? { kind: "off", reason: outcome.message } : STAY;
}

/** The words of the option, one a line. */
export function readKeywords(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
