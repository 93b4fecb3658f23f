import type { UpstreamExchange } from "../lib/egress/upstream-exchange.ts";
import type { AttemptDeps } from "./attempt.ts";
import { watchIdle } from "./idle-watch.ts";
import type { IdleWatch } from "./idle-watch.ts";
import type { UpstreamCall } from "./lanes/lane.ts";

/** What ends an attempt before its time. */
export interface AttemptLimits {
  abort(): void;
  readonly idle: IdleWatch;
  timedOut(): boolean;
  /** The attempt is over only when its stream has said something: until then another channel may answer. */
  readonly waitsForWord: boolean;
  /** It was stopped for having said nothing in the time for a first word. */
  wasWithoutWord(): boolean;
  /** `goesOn`: the answer is a stream, which stops the watch itself. */
  attemptEnded(goesOn: boolean): void;
}

type LimitDeps = Pick<
  AttemptDeps,
  "drainsOnDisconnect" | "relayTimeoutMs" | "streamingTimeoutMs" | "firstTokenTimeoutMs"
>;

/**
 * The client's leaving, the silence of a stream, the longest wait for its first word and the longest total time each end
 * the upstream call.
 */
export function startLimits(call: UpstreamCall, exchange: UpstreamExchange, deps: LimitDeps): AttemptLimits {
  return new RunningLimits(call, exchange, deps);
}

/** A class, because every attempt makes one. */
class RunningLimits implements AttemptLimits {
  readonly idle: IdleWatch;
  readonly waitsForWord: boolean;
  readonly #call: UpstreamCall;
  readonly #exchange: UpstreamExchange;
  readonly #word: IdleWatch | undefined;
  #timedOut = false;
  #wasWithoutWord = false;

  constructor(call: UpstreamCall, exchange: UpstreamExchange, deps: LimitDeps) {
    this.#call = call;
    this.#exchange = exchange;
    call.client.watch(deps.drainsOnDisconnect() ? goOn : exchange.abort);
    const { stream, media } = call.request;
    const idleMs = stream || media?.isRaw ? deps.streamingTimeoutMs : deps.relayTimeoutMs;
    const wordWithinMs = stream ? deps.firstTokenTimeoutMs() : 0;
    this.waitsForWord = wordWithinMs > 0;
    this.idle = idleMs > 0 ? watchIdle(idleMs, () => this.#expire()) : NO_WATCH;
    if (this.waitsForWord) {
      this.#word = watchIdle(wordWithinMs, () => {
        this.#wasWithoutWord = true;
        this.#expire();
      });
    }
  }

  #expire(): void {
    this.#timedOut = true;
    this.#exchange.abort();
  }

  abort(): void {
    this.#exchange.abort();
  }

  timedOut(): boolean {
    return this.#timedOut;
  }

  wasWithoutWord(): boolean {
    return this.#wasWithoutWord;
  }

  attemptEnded(goesOn: boolean): void {
    this.#call.client.unwatch();
    this.#word?.stop();
    if (!goesOn) this.idle.stop();
  }
}

function goOn(): void {}

const NO_WATCH: IdleWatch = watchIdle(0, goOn);
