import { FREE, PROBE, PROBE_OVERDUE, createBreaker, standingOf } from "./breaker.ts";
import type { Breaker, BreakerSubject, BreakerTimes, Standing } from "./breaker.ts";
import { keyState } from "./health-state.ts";
import type { ChannelState, ModelState } from "./health-state.ts";

/** Visits the breakers that stand in the way of a request: of its channel, its model, its key, and both. */
export function forEachBreaker(
  state: ChannelState,
  key: string | undefined,
  model: string,
  visit: (breaker: Breaker) => void,
): void {
  if (state.breaker) visit(state.breaker);
  const ofModel = state.models.get(model)?.breaker;
  if (ofModel) visit(ofModel);
  const keyStateOf = state.keys.size > 0 ? state.keys.get(key ?? "") : undefined;
  if (keyStateOf?.breaker) visit(keyStateOf.breaker);
  const ofBoth = keyStateOf?.models.get(model);
  if (ofBoth) visit(ofBoth);
}

/** The breaker of a subject, made when there is none; undefined when there is no room for its model. */
export function breakerIn(
  state: ChannelState,
  subject: BreakerSubject,
  { key, model }: { key: string; model: ModelState | undefined },
): Breaker | undefined {
  switch (subject.scope) {
    case "channel":
      return (state.breaker ??= createBreaker(subject));
    case "model":
      return model && (model.breaker ??= createBreaker(subject));
    case "key":
      return (keyState(state, key).breaker ??= createBreaker(subject));
    case "key-model": {
      const { models } = keyState(state, key);
      const name = subject.model ?? "";
      const known = models.get(name) ?? createBreaker(subject);
      models.set(name, known);
      return known;
    }
  }
}

/** What all breakers in a request's way say together. */
export function worstStanding(
  state: ChannelState,
  key: string,
  model: string,
  nowMs: number,
  times: BreakerTimes,
): Standing {
  let worst: Standing = FREE;
  const add = (breaker: Breaker | undefined) => {
    if (breaker) worst = worse(worst, standingOf(breaker, nowMs, times));
  };
  add(state.breaker);
  // Its time has not come: the others cannot make that better, and hardly worse.
  if (worst > 0) return worst;
  add(state.models.get(model)?.breaker);
  if (state.keys.size === 0) return worst;
  const keyStateOf = state.keys.get(key);
  add(keyStateOf?.breaker);
  add(keyStateOf?.models.get(model));
  return worst;
}

/** Not yet > only by a probe > by any request > free. */
function worse(first: Standing, second: Standing): Standing {
  if (first > 0 || second > 0) return Math.max(first, second);
  if (first === PROBE || second === PROBE) return PROBE;
  return first === PROBE_OVERDUE || second === PROBE_OVERDUE ? PROBE_OVERDUE : FREE;
}
