import { isForgettable } from "./breaker.ts";
import type { Breaker, BreakerTimes } from "./breaker.ts";
import type { PeakLatency } from "./peak-latency.ts";
import { createRateWindow } from "./rate-window.ts";
import type { RateWindow } from "./rate-window.ts";

/** One model of a channel, under whichever key. */
export interface ModelState {
  readonly window: RateWindow;
  /** Of the first token, or of a whole answer. */
  readonly latency: PeakLatency;
  inFlight: number;
  usedAtMs: number;
  succeededAtMs: number;
  /** Answers in a row that had begun well and broke off. */
  brokenInARow: number;
  breaker: Breaker | undefined;
}

export interface KeyState {
  breaker: Breaker | undefined;
  readonly models: Map<string, Breaker>;
}

export interface ChannelState {
  readonly id: number;
  readonly models: Map<string, ModelState>;
  /** By the text of the key; only those that have failed. */
  readonly keys: Map<string, KeyState>;
  breaker: Breaker | undefined;
  /** How many of all its breakers are open: with none, nothing else needs to be looked at. */
  openBreakers: number;
  succeededAtMs: number;
  /** Failures in a row that were the channel's own fault, and the model of the first of them. */
  faultsInARow: number;
  firstFaultModel: string;
  /** Whose turn it is among the keys. */
  nextKey: number;
}

/** States of what was used lately. */
export interface HealthStates {
  readonly channels: Map<number, ChannelState>;
  /** Of all channels: what the limit is about. */
  modelCount: number;
}

export interface StateLimits {
  /** Beyond this many (channel, model), those that are well are forgotten at once, and others are not remembered. */
  readonly maxModels: number;
  /** What nobody has used for this long and is well is forgotten. */
  readonly idleMs: number;
}

export const STATE_LIMITS: StateLimits = { maxModels: 20_000, idleMs: 900_000 };

export function createHealthStates(): HealthStates {
  return { channels: new Map(), modelCount: 0 };
}

export function channelState(states: HealthStates, id: number): ChannelState {
  let state = states.channels.get(id);
  if (!state) {
    state = {
      id,
      models: new Map(),
      keys: new Map(),
      breaker: undefined,
      openBreakers: 0,
      succeededAtMs: 0,
      faultsInARow: 0,
      firstFaultModel: "",
      nextKey: 0,
    };
    states.channels.set(id, state);
  }
  return state;
}

/** Undefined when there is no room for another: then nothing is known of it, which counts as well. */
export function modelState(
  states: HealthStates,
  channel: ChannelState,
  model: string,
  { maxModels }: StateLimits,
): ModelState | undefined {
  let state = channel.models.get(model);
  if (!state && states.modelCount < maxModels) {
    state = {
      window: createRateWindow(),
      latency: { averageMs: 0, seenAtMs: 0 },
      inFlight: 0,
      usedAtMs: 0,
      succeededAtMs: 0,
      brokenInARow: 0,
      breaker: undefined,
    };
    channel.models.set(model, state);
    states.modelCount++;
  }
  return state;
}

export function keyState(channel: ChannelState, key: string): KeyState {
  let state = channel.keys.get(key);
  if (!state) channel.keys.set(key, (state = { breaker: undefined, models: new Map() }));
  return state;
}

/** Forgets all of a channel: an operator has changed or tested it. */
export function forgetChannel(states: HealthStates, id: number): void {
  const channel = states.channels.get(id);
  if (!channel) return;
  states.channels.delete(id);
  states.modelCount -= channel.models.size;
}

/**
 * Closes what is held against one key of a channel as if it had never failed; answers what kept requests away from it.
 */
export function closeKey(states: HealthStates, id: number, key: string, nowMs: number): Breaker[] {
  const channel = states.channels.get(id);
  const known = channel?.keys.get(key);
  if (!channel || !known) return [];
  const all = [...known.models.values(), ...(known.breaker ? [known.breaker] : [])];
  const closed = all.filter(({ isOpen }) => isOpen);
  for (const breaker of closed) {
    breaker.isOpen = false;
    breaker.closedAtMs = nowMs;
    breaker.level = 0;
    breaker.failuresInARow = 0;
    breaker.probingSinceMs = 0;
    channel.openBreakers--;
  }
  return closed;
}

/**
 * Looks at one model of one channel after the other, one at a call, and forgets what is well and idle. Called with every
 * answer, it keeps the memory to what is in use without ever taking long.
 */
export function createSweep(
  states: HealthStates,
  limits: StateLimits,
  times: BreakerTimes,
): (nowMs: number) => void {
  let channels = states.channels.values();
  let channel: ChannelState | undefined;
  let models: Iterator<string> | undefined;
  return (nowMs) => {
    if (!channel || !models) {
      channel = channels.next().value;
      models = channel?.models.keys();
      if (!channel) channels = states.channels.values();
      return;
    }
    const { value: model, done } = models.next();
    if (!done) {
      sweepModel(states, channel, model, { nowMs, limits, times });
      return;
    }
    sweepChannel(states, channel, { nowMs, limits, times });
    channel = undefined;
  };
}

interface SweepFacts {
  nowMs: number;
  limits: StateLimits;
  times: BreakerTimes;
}

function sweepModel(states: HealthStates, channel: ChannelState, model: string, facts: SweepFacts): void {
  const { nowMs, limits } = facts;
  const state = channel.models.get(model);
  if (!state || state.inFlight > 0 || !isGone(state.breaker, facts)) return;
  // A channel that was forgotten as a whole is no longer counted.
  if (states.channels.get(channel.id) !== channel) return;
  const isFull = states.modelCount >= limits.maxModels;
  if (!isFull && nowMs - state.usedAtMs < limits.idleMs) return;
  channel.models.delete(model);
  states.modelCount--;
}

function sweepChannel(states: HealthStates, channel: ChannelState, facts: SweepFacts): void {
  for (const [key, state] of channel.keys) {
    for (const [model, breaker] of state.models) if (isGone(breaker, facts)) state.models.delete(model);
    if (isGone(state.breaker, facts)) state.breaker = undefined;
    if (!state.breaker && state.models.size === 0) channel.keys.delete(key);
  }
  if (isGone(channel.breaker, facts)) channel.breaker = undefined;
  const isIdle = channel.models.size === 0 && channel.keys.size === 0 && !channel.breaker;
  if (isIdle && states.channels.get(channel.id) === channel) states.channels.delete(channel.id);
}

function isGone(breaker: Breaker | undefined, { nowMs, times }: SweepFacts): boolean {
  return breaker === undefined || isForgettable(breaker, nowMs, times);
}
