import type { FailureClass, HealthScope } from "../failures/failure-class.ts";
import type { RoutedChannel } from "../routed-channel.ts";
import type { Breaker, BreakerSubject } from "./breaker.ts";
import { breakerIn } from "./breaker-lookup.ts";
import { channelState, modelState } from "./health-state.ts";
import type { ChannelState, HealthStates, StateLimits } from "./health-state.ts";

/** A breaker as nodes tell each other of it, and as it outlives a restart. */
export interface SharedBreaker {
  readonly channelId: number;
  readonly scope: HealthScope;
  /** Hash of the channel's key, or empty. */
  readonly keyHash: string;
  readonly model: string;
  readonly cause: FailureClass;
  readonly isOpen: boolean;
  readonly openedAtMs: number;
  readonly renewedAtMs: number;
  readonly openUntilMs: number;
  readonly closedAtMs: number;
  readonly coolDownMs: number;
  readonly level: number;
  readonly probingSinceMs: number;
  readonly changedAtMs: number;
}

/** What is told of a breaker. */
export function sharedBreaker(breaker: Breaker, keyHash: string, changedAtMs: number): SharedBreaker {
  const { channelId, scope, model = "" } = breaker.subject;
  const { cause, isOpen, openedAtMs, renewedAtMs, openUntilMs, closedAtMs, coolDownMs, level } = breaker;
  const { probingSinceMs } = breaker;
  const facts = { cause, isOpen, openedAtMs, renewedAtMs, openUntilMs, closedAtMs, coolDownMs, level };
  return { channelId, scope, model, keyHash, ...facts, probingSinceMs, changedAtMs };
}

export interface AdoptFacts {
  readonly states: HealthStates;
  readonly limits: StateLimits;
  /** The key's place in the channel; undefined when the breaker is about no key, or about one that is gone. */
  keyIndexOf(keyHash: string): number | undefined;
  /** How much later than the node that opened it this one may try: so that not all of them do at once. */
  waitMs(): number;
}

/** Takes over what has been learnt elsewhere, unless something newer is known here. */
export function adoptBreaker(channel: RoutedChannel, told: SharedBreaker, facts: AdoptFacts): void {
  const keyIndex = facts.keyIndexOf(told.keyHash);
  if (told.keyHash !== "" && keyIndex === undefined) return;
  const state = channelState(facts.states, channel.id);
  const breaker = breakerIn(state, subjectOf(told, keyIndex), {
    key: channel.keys[keyIndex ?? 0] ?? "",
    model: told.scope === "model" ? modelState(facts.states, state, told.model, facts.limits) : undefined,
  });
  if (!breaker) return;
  if (told.isOpen) keepOpen(breaker, state, told, facts.waitMs());
  else if (breaker.isOpen && told.closedAtMs >= breaker.renewedAtMs) close(breaker, state, told);
}

function keepOpen(breaker: Breaker, state: ChannelState, told: SharedBreaker, waitMs: number): void {
  const isNews = told.renewedAtMs > Math.max(breaker.renewedAtMs, breaker.closedAtMs);
  if (isNews) {
    if (!breaker.isOpen) state.openBreakers++;
    breaker.isOpen = true;
    breaker.cause = told.cause;
    breaker.openedAtMs = told.openedAtMs;
    breaker.renewedAtMs = told.renewedAtMs;
    breaker.coolDownMs = told.coolDownMs;
    breaker.level = told.level;
    breaker.passedProbes = 0;
    breaker.openUntilMs = told.openUntilMs + waitMs;
  }
  if (!breaker.isOpen || told.renewedAtMs !== breaker.renewedAtMs) return;
  breaker.openUntilMs = Math.max(breaker.openUntilMs, told.openUntilMs);
  breaker.probingSinceMs = told.probingSinceMs;
}

function close(breaker: Breaker, state: ChannelState, told: SharedBreaker): void {
  breaker.isOpen = false;
  breaker.closedAtMs = told.closedAtMs;
  breaker.level = told.level;
  breaker.failuresInARow = 0;
  breaker.probingSinceMs = 0;
  state.openBreakers--;
}

function subjectOf({ scope, channelId, model }: SharedBreaker, keyIndex: number | undefined): BreakerSubject {
  return { scope, channelId, keyIndex, model: model === "" ? undefined : model };
}
