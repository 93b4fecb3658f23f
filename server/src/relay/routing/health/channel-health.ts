import type { Failure } from "../failures/classify-failure.ts";
import { FAILURE_MEANINGS } from "../failures/failure-class.ts";
import type { HealthScope } from "../failures/failure-class.ts";
import type { RoutedChannel } from "../routed-channel.ts";
import { BREAKER_TIMES, FREE, open, pass, waitLonger } from "./breaker.ts";
import type { Breaker, BreakerSubject, BreakerTimes, Standing } from "./breaker.ts";
import { openingIncident, recoveryIncident } from "./breaker-incidents.ts";
import { breakerIn, forEachBreaker, worstStanding } from "./breaker-lookup.ts";
import {
  STATE_LIMITS,
  channelState,
  createHealthStates,
  createSweep,
  forgetChannel,
  modelState,
} from "./health-state.ts";
import type { ChannelState, HealthStates, ModelState, StateLimits } from "./health-state.ts";
import type { IncidentLog } from "./incident-log.ts";
import { latencyAt, seeLatency } from "./peak-latency.ts";
import { countAnswer, ratesOf } from "./rate-window.ts";

/** A request that has been sent to a channel. */
export interface Sent {
  readonly channel: RoutedChannel;
  readonly keyIndex: number;
  /** The name that the client asked for. */
  readonly model: string;
  /** Sent to see whether the channel works again. */
  readonly isProbe: boolean;
  readonly sentAtMs: number;
  /** Filled in by `sent`, so that it is looked up once a request. */
  state?: ChannelState | undefined;
  modelState?: ModelState | undefined;
}

/** What is known of channels from the requests that went to them. */
export interface ChannelHealth {
  /** Whether a request may be sent: the worst of what is known of the channel, its model, its key and both. */
  standing(channel: RoutedChannel, keyIndex: number, model: string, nowMs: number): Standing;
  /** A request is being sent; it ends with `finished`, after any number of `succeeded` and `failed`. */
  sent(request: Sent): void;
  /** The first token, or the whole answer, has come. */
  succeeded(request: Sent, latencyMs: number, nowMs: number): void;
  /** `isKeyFault`: the operator's rules say that the key is to blame, whatever the failure's class. */
  failed(request: Sent, failure: Failure, nowMs: number, isKeyFault?: boolean): void;
  /** An answer that had begun has broken off by the upstream's fault; `finished` still follows. */
  broke(request: Sent, failure: Failure, nowMs: number): void;
  /** `isWhole`: its answer came to its proper end. */
  finished(request: Sent, nowMs: number, isWhole?: boolean): void;
  /** Expected milliseconds to a first token with the requests that are under way; 0 = unknown. */
  cost(channel: RoutedChannel, model: string, nowMs: number): number;
  /** Takes the next turn of a channel whose keys take turns. */
  turn(channel: RoutedChannel): number;
  /** Whether every key of the channel waits for an operator or a day's end. */
  areAllKeysParked(channel: RoutedChannel): boolean;
  forget(channelId: number): void;
  readonly states: HealthStates;
}

export interface HealthDeps {
  random: () => number;
  incidents: Pick<IncidentLog, "add">;
  /** Hears when a breaker opens, waits longer, begins or ends a probe, or closes. `key`: the one that was used. */
  onBreaker?: (breaker: Breaker, key: string, nowMs: number) => void;
  times?: BreakerTimes;
  limits?: StateLimits;
}

/** Good answers within this time make a single failure look like an accident. */
const LATELY_MS = 600_000;
/** From this many answers of a minute on, their share of failures opens a breaker by itself. */
const MIN_ANSWERS = 10;
const FAILURE_SHARE_MAX = 0.5;
/** Faults in a row of at least two models from which on the whole channel is left alone. */
const CHANNEL_FAULTS = 2;
/** So many answers in a row that break off are no accident, though each began well. */
const BROKEN_IN_A_ROW = 2;
/** When this many models of a key are at their limit, the key is. */
const LIMITED_MODELS_OF_KEY = 3;

export function createChannelHealth(deps: HealthDeps): ChannelHealth {
  const { times = BREAKER_TIMES, limits = STATE_LIMITS } = deps;
  const states = createHealthStates();
  const sweep = createSweep(states, limits, times);
  const facts: HealthFacts = { ...deps, times, limits, states };

  return {
    states,
    standing(channel, keyIndex, model, nowMs) {
      const state = states.channels.get(channel.id);
      return !state || state.openBreakers === 0
        ? FREE
        : worstStanding(state, channel.keys[keyIndex] ?? "", model, nowMs, times);
    },
    sent(request) {
      const state = channelState(states, request.channel.id);
      const model = modelState(states, state, request.model, limits);
      request.state = state;
      request.modelState = model;
      if (model) {
        model.inFlight++;
        model.usedAtMs = request.sentAtMs;
      }
      if (request.isProbe) beginProbes(facts, state, request);
    },
    succeeded(request, latencyMs, nowMs) {
      const state = stateOf(states, request);
      const { modelState: model } = request;
      if (!state) return;
      state.succeededAtMs = nowMs;
      state.faultsInARow = 0;
      if (model) {
        countAnswer(model.window, false, nowMs);
        seeLatency(model.latency, latencyMs, nowMs);
        model.succeededAtMs = nowMs;
      }
      passAll(facts, state, request, nowMs);
    },
    failed(request, failure, nowMs, isKeyFault = false) {
      const state = stateOf(states, request);
      const { modelState: model } = request;
      if (!state) return;
      const meaning = FAILURE_MEANINGS[failure.class];
      const scope = isKeyFault ? "key" : meaning.scope;
      if (model) countAnswer(model.window, scope !== undefined, nowMs);
      if (scope === undefined) {
        // The upstream has read the request and found fault with it: it works.
        passAll(facts, state, request, nowMs);
        return;
      }
      const counted = isKeyFault ? faultOfKey(failure) : failure;
      const event: Hit = { state, model, request, failure: counted, nowMs };
      hit(facts, event, scope);
      if (scope === "model" && isChannelDown(event)) hit(facts, event, "channel");
      settleOthers(facts, state, request, counted, scope, nowMs);
    },
    broke(request, failure, nowMs) {
      const state = stateOf(states, request);
      const { modelState: model } = request;
      if (!state || !model) return;
      countAnswer(model.window, true, nowMs);
      model.brokenInARow++;
      hit(facts, { state, model, request, failure, nowMs, isBroken: true }, "model");
    },
    finished(request, nowMs, isWhole = false) {
      const { modelState: model } = request;
      if (model) model.inFlight--;
      if (model && isWhole) model.brokenInARow = 0;
      if (request.isProbe) releaseProbes(facts, request, nowMs);
      sweep(nowMs);
    },
    cost(channel, model, nowMs) {
      const state = states.channels.get(channel.id)?.models.get(model);
      return state ? latencyAt(state.latency, nowMs) * (state.inFlight + 1) : 0;
    },
    turn(channel) {
      const state = channelState(states, channel.id);
      state.nextKey = (state.nextKey + 1) % channel.keys.length;
      return state.nextKey;
    },
    areAllKeysParked(channel) {
      const keys = states.channels.get(channel.id)?.keys;
      return channel.keys.every((key) => {
        const breaker = keys?.get(key)?.breaker;
        return breaker?.isOpen === true && FAILURE_MEANINGS[breaker.cause].isParked;
      });
    },
    forget: (channelId) => forgetChannel(states, channelId),
  };
}

/** Undefined when the channel was forgotten since the request was sent: what came of it speaks of what the channel was. */
function stateOf(states: HealthStates, { channel, state }: Sent): ChannelState | undefined {
  return !state || states.channels.get(channel.id) === state ? channelState(states, channel.id) : undefined;
}

/** The operator's rules count as the vendor's own words. */
function faultOfKey(failure: Failure): Failure {
  const { scope } = FAILURE_MEANINGS[failure.class];
  return { ...failure, isSaid: true, class: scope === "key" ? failure.class : "auth" };
}

interface HealthFacts extends HealthDeps {
  readonly times: BreakerTimes;
  readonly limits: StateLimits;
  readonly states: HealthStates;
}

interface Hit {
  readonly state: ChannelState;
  readonly model: ModelState | undefined;
  readonly request: Sent;
  readonly failure: Failure;
  readonly nowMs: number;
  /** Its answer had begun well. */
  readonly isBroken?: boolean;
}

/** Counts a failure against the breaker of its scope, and opens it when it is one too many. */
function hit(facts: HealthFacts, event: Hit, scope: HealthScope): void {
  const { state, model, request, failure, nowMs } = event;
  const key = request.channel.keys[request.keyIndex] ?? "";
  const breaker = breakerIn(state, subjectOf(request, scope), { key, model });
  if (!breaker) return;
  if (breaker.isOpen) {
    const isNews = request.isProbe && request.sentAtMs >= breaker.renewedAtMs;
    if (isNews) open(breaker, failure, { ...facts, nowMs });
    if (isNews || waitLonger(breaker, failure, nowMs, facts.times)) tell(facts, breaker, request, nowMs);
    return;
  }
  // Sent before the breaker closed: it tells of a time that is over.
  if (request.sentAtMs < breaker.closedAtMs) return;
  breaker.failuresInARow++;
  breaker.failedAtMs = nowMs;
  if (!isOneTooMany(facts, event, breaker)) return;
  open(breaker, failure, { ...facts, nowMs });
  event.state.openBreakers++;
  tell(facts, breaker, request, nowMs);
  facts.incidents.add(openingIncident(breaker, failure, event.model?.window, nowMs));
  if (scope === "key-model" && isKeyLimited(event)) hit(facts, event, "key");
}

function subjectOf({ channel, keyIndex, model }: Sent, scope: HealthScope): BreakerSubject {
  return {
    scope,
    channelId: channel.id,
    keyIndex: scope === "key" || scope === "key-model" ? keyIndex : undefined,
    model: scope === "model" || scope === "key-model" ? model : undefined,
  };
}

function isOneTooMany({ times }: HealthFacts, event: Hit, breaker: Breaker): boolean {
  const { state, model, failure, nowMs } = event;
  const { inARow, isParked } = FAILURE_MEANINGS[failure.class];
  if (event.isBroken) return (model?.brokenInARow ?? 0) >= BROKEN_IN_A_ROW;
  if (breaker.level > 0 && nowMs - breaker.closedAtMs < times.probationMs) return true;
  const isWide = breaker.subject.scope === "channel" || breaker.subject.scope === "key";
  const succeededAtMs = isWide ? state.succeededAtMs : (model?.succeededAtMs ?? 0);
  if (nowMs - succeededAtMs >= LATELY_MS) return true;
  // A bare status where things went well just now may be a proxy's hiccup: it has to come twice.
  const needed = isParked && !failure.isSaid ? 2 : inARow;
  if (breaker.failuresInARow >= needed) return true;
  if (!model || isParked) return false;
  const { answers, failures } = ratesOf(model.window, nowMs);
  return answers >= MIN_ANSWERS && failures >= answers * FAILURE_SHARE_MAX;
}

/** Several models that fail one after the other, with no good answer between, are one trouble of their channel. */
function isChannelDown({ state, request }: Hit): boolean {
  if (state.faultsInARow++ === 0) state.firstFaultModel = request.model;
  return state.faultsInARow >= CHANNEL_FAULTS && state.firstFaultModel !== request.model;
}

function isKeyLimited({ state, request, failure }: Hit): boolean {
  if (failure.class !== "rate-limit") return false;
  const models = state.keys.get(request.channel.keys[request.keyIndex] ?? "")?.models.values() ?? [];
  let limited = 0;
  for (const breaker of models) if (breaker.isOpen && breaker.cause === "rate-limit") limited++;
  return limited >= LIMITED_MODELS_OF_KEY;
}

/** What a failure of one scope says of the others that were being probed: a limit means that the key was accepted. */
function settleOthers(
  facts: HealthFacts,
  state: ChannelState,
  request: Sent,
  failure: Failure,
  scope: HealthScope,
  nowMs: number,
): void {
  const keyWasAccepted = failure.class === "rate-limit" || failure.class === "model-missing";
  forEachBreaker(state, request.channel.keys[request.keyIndex], request.model, (breaker) => {
    const { scope: other } = breaker.subject;
    if (other === scope || !breaker.isOpen) return;
    const isProved =
      (other === "channel" && failure.status !== undefined) || (other === "key" && keyWasAccepted);
    if (isProved && breaker.cause !== "rate-limit") passOne(facts, state, request, breaker, nowMs);
  });
}

function passAll(facts: HealthFacts, state: ChannelState, request: Sent, nowMs: number): void {
  if (state.openBreakers === 0 && !state.breaker && state.keys.size === 0) {
    // The usual case: nothing to close, at most a row of failures to forget.
    const breaker = state.models.get(request.model)?.breaker;
    if (breaker) breaker.failuresInARow = 0;
  } else passEach(facts, state, request, nowMs);
}

function passEach(facts: HealthFacts, state: ChannelState, request: Sent, nowMs: number): void {
  forEachBreaker(state, request.channel.keys[request.keyIndex], request.model, (breaker) =>
    passOne(facts, state, request, breaker, nowMs),
  );
}

function passOne(
  facts: HealthFacts,
  state: ChannelState,
  request: Sent,
  breaker: Breaker,
  nowMs: number,
): void {
  // An answer to what was sent before it opened says nothing of now.
  if (breaker.isOpen && request.sentAtMs < breaker.renewedAtMs) return;
  const wasOpen = breaker.isOpen;
  const hasClosed = pass(breaker, nowMs);
  if (wasOpen) tell(facts, breaker, request, nowMs);
  if (!hasClosed) return;
  state.openBreakers--;
  facts.incidents.add(recoveryIncident(breaker, nowMs));
}

function beginProbes(facts: HealthFacts, state: ChannelState, request: Sent): void {
  forEachBreaker(state, request.channel.keys[request.keyIndex], request.model, (breaker) => {
    if (!breaker.isOpen) return;
    breaker.probingSinceMs = request.sentAtMs;
    tell(facts, breaker, request, request.sentAtMs);
  });
}

function releaseProbes(facts: HealthFacts, request: Sent, nowMs: number): void {
  const state = facts.states.channels.get(request.channel.id);
  if (!state) return;
  forEachBreaker(state, request.channel.keys[request.keyIndex], request.model, (breaker) => {
    if (breaker.probingSinceMs !== request.sentAtMs) return;
    breaker.probingSinceMs = 0;
    tell(facts, breaker, request, nowMs);
  });
}

function tell({ onBreaker }: HealthFacts, breaker: Breaker, request: Sent, nowMs: number): void {
  onBreaker?.(breaker, request.channel.keys[request.keyIndex] ?? "", nowMs);
}
