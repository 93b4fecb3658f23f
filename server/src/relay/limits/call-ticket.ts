import type { RelayError } from "../relay-error.ts";
import type { Correction, LimitCounter, Taking } from "./limit-counter.ts";
import { limitHeaders } from "./limit-headers.ts";
import { channelsRefusal, longestWaitMs, uncountedRefusal } from "./limit-refusal.ts";
import type { LimitedCall, LimitedChannel, LimitRules } from "./limit-rules.ts";
import type { Claim } from "./limit-window.ts";

/** What a call has used, when that is known. */
export interface CallUse {
  readonly tokens: number;
  readonly quota: number;
}

/** What a running call has taken of its limits. */
export interface CallTicket {
  /** Counts an attempt against its channel's limits; false when it is at one of them: the call goes elsewhere. */
  enterChannel(channel: LimitedChannel): Promise<boolean>;
  /** The attempt has failed: what it has taken of its channel's limits is given back, but that it was made. */
  leaveChannel(): void;
  /** Why no channel was entered, when limits are the reason. */
  channelRefusal(): RelayError | undefined;
  /** The call has been charged: its true use takes the place of the estimate. */
  settle(use: CallUse): void;
  /** The call is over. Places are given back, and the estimates of a call that was not charged. May be called again. */
  end(): void;
  readonly headers: Readonly<Record<string, string>>;
}

export interface TicketDeps {
  readonly counter: LimitCounter;
  readonly rules: LimitRules;
  nowMs(): number;
}

interface Held {
  readonly claims: readonly Claim[];
  readonly takenAtMs: number;
}

const CHANNEL_NOTHING: Held = { claims: [], takenAtMs: 0 };

/** The ticket of a call whose own claims have been taken. `holder` names the call among those of all nodes. */
export function createCallTicket(
  call: LimitedCall,
  { holder, claims, taking, takenAtMs }: Held & { holder: string; taking: Taking },
  { counter, rules, nowMs }: TicketDeps,
): CallTicket {
  const own: Held = { claims, takenAtMs };
  const full = new Set<number>();
  let channel = CHANNEL_NOTHING;
  let waitMs = Number.POSITIVE_INFINITY;
  let isUncounted = false;
  let use: CallUse | undefined;
  let isOver = false;
  const close = (held: Held) => {
    if (held.claims.length === 0) return;
    const corrections = correctionsOf(held, use);
    if (corrections.length > 0) counter.correct(corrections, nowMs());
    if (held.claims.some((claim) => claim.windowMs === 0)) counter.release(held.claims, holder);
  };

  return {
    headers: limitHeaders(claims, taking, takenAtMs),
    async enterChannel(entered) {
      if (full.has(entered.id)) return false;
      const wanted = rules.channelClaims(entered, call);
      if (wanted.length === 0) return true;
      const atMs = nowMs();
      const taken = await counter.take(wanted, holder, atMs);
      if (taken?.isTaken) {
        channel = { claims: wanted, takenAtMs: atMs };
        return true;
      }
      full.add(entered.id);
      if (taken) waitMs = Math.min(waitMs, longestWaitMs(wanted, taken, atMs));
      else isUncounted = true;
      return false;
    },
    leaveChannel() {
      close(channel);
      channel = CHANNEL_NOTHING;
    },
    channelRefusal() {
      if (Number.isFinite(waitMs)) return channelsRefusal(call.model, waitMs);
      return isUncounted ? uncountedRefusal() : undefined;
    },
    settle(used) {
      use = used;
    },
    end() {
      if (isOver) return;
      isOver = true;
      close(channel);
      close(own);
    },
  };
}

/** Requests that were made stay counted; the rest is what the call has used in the end, nothing if it has failed. */
function correctionsOf({ claims, takenAtMs }: Held, use: CallUse | undefined): Correction[] {
  return claims.flatMap((claim) => {
    const delta = Math.round(trueCost(claim, use)) - claim.cost;
    return delta === 0 ? [] : [{ claim, takenAtMs, delta }];
  });
}

function trueCost({ metric, cost }: Claim, use: CallUse | undefined): number {
  switch (metric) {
    case "tokens":
      return use?.tokens ?? 0;
    case "day-quota":
      return use?.quota ?? 0;
    case "successes":
      return use ? 1 : 0;
    case "requests":
    case "day-requests":
    case "concurrency":
      return cost;
  }
}
