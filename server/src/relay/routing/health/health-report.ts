import type { ChannelKeyState, ChannelTrouble } from "@tollgate/contract/channel-health";
import { FAILURE_MEANINGS } from "../failures/failure-class.ts";
import type { RoutedChannel } from "../routed-channel.ts";
import type { Breaker } from "./breaker.ts";
import type { ChannelState, HealthStates } from "./health-state.ts";

/** Models of one channel that are told. */
const MODELS_MAX = 20;
/** A key is told from others by so many of its last characters, and only if there are far more. */
const ENDING_LENGTH = 4;
const SHORT_KEY_LENGTH = 20;

/** Channels of which at least a part is away. `channelOf` answers undefined for those that are not routed to. */
export function reportTroubles(
  states: HealthStates,
  channelOf: (id: number) => RoutedChannel | undefined,
): ChannelTrouble[] {
  return [...states.channels.values()]
    .filter(({ openBreakers }) => openBreakers > 0)
    .flatMap((state) => {
      const channel = channelOf(state.id);
      return channel ? [troubleOf(state, channel)] : [];
    })
    .toSorted((first, second) => first.id - second.id);
}

/** Each key of a channel, in its order. */
export function reportKeys(states: HealthStates, { id, keys }: RoutedChannel): ChannelKeyState[] {
  const known = states.channels.get(id)?.keys;
  return keys.map((key, index) => {
    const breaker = openOnly(known?.get(key)?.breaker);
    return {
      number: index + 1,
      ending: key.length >= SHORT_KEY_LENGTH && !key.startsWith("{") ? key.slice(-ENDING_LENGTH) : "",
      state: breaker === undefined ? "working" : isParked(breaker) ? "parked" : "cooling",
      away: breaker === undefined ? null : awayOf(breaker),
    };
  });
}

function troubleOf(state: ChannelState, channel: RoutedChannel): ChannelTrouble {
  const keyBreakers = channel.keys.map((key) => openOnly(state.keys.get(key)?.breaker));
  const stopped = modelsWithTrouble(state).flatMap((model) => {
    const breaker = openOnly(state.models.get(model)?.breaker) ?? soonestOfAll(keysOf(state, channel, model));
    return breaker ? [{ model, breaker }] : [];
  });
  const served = new Set(channel.models);
  const isAllStopped = stopped.filter(({ model }) => served.has(model)).length === served.size;
  const whole =
    openOnly(state.breaker) ??
    soonestOfAll(keyBreakers) ??
    (isAllStopped ? soonestOfAll(stopped.map(({ breaker }) => breaker)) : undefined);
  const parked = keyBreakers.filter((breaker) => breaker && isParked(breaker)).length;
  return {
    id: state.id,
    away: whole ? awayOf(whole) : null,
    keys: channel.keys.length,
    parked_keys: parked,
    cooling_keys: keyBreakers.filter((breaker) => breaker !== undefined).length - parked,
    models: stopped.slice(0, MODELS_MAX).map(({ model, breaker }) => {
      const { cause, until } = awayOf(breaker);
      return { model, cause, until };
    }),
  };
}

function modelsWithTrouble(state: ChannelState): string[] {
  const ofKeys = [...state.keys.values()].flatMap(({ models }) =>
    [...models].filter(([, { isOpen }]) => isOpen).map(([model]) => model),
  );
  const own = [...state.models].filter(([, { breaker }]) => breaker?.isOpen).map(([model]) => model);
  return [...new Set([...own, ...ofKeys])].sort();
}

/** What keeps each key from serving a model; undefined for a key that does. */
function keysOf(state: ChannelState, channel: RoutedChannel, model: string): (Breaker | undefined)[] {
  return channel.keys.map((key) => {
    const known = state.keys.get(key);
    return openOnly(known?.models.get(model)) ?? openOnly(known?.breaker);
  });
}

/** The first to be tried again, where all are away. */
function soonestOfAll(breakers: readonly (Breaker | undefined)[]): Breaker | undefined {
  let soonest: Breaker | undefined;
  for (const breaker of breakers) {
    if (!breaker) return undefined;
    if (!soonest || breaker.openUntilMs < soonest.openUntilMs) soonest = breaker;
  }
  return soonest;
}

function openOnly(breaker: Breaker | undefined): Breaker | undefined {
  return breaker?.isOpen ? breaker : undefined;
}

function isParked({ cause }: Breaker): boolean {
  return FAILURE_MEANINGS[cause].isParked;
}

function awayOf({ cause, openUntilMs }: Breaker) {
  return { cause, until: Math.ceil(openUntilMs / 1000) };
}
