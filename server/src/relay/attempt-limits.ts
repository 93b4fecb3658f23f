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
  let timedOut = false;
  let wasWithoutWord = false;
  const expire = () => {
    timedOut = true;
    exchange.abort();
  };
  call.client.watch(deps.drainsOnDisconnect() ? () => {} : exchange.abort);
  const { stream, media } = call.request;
  const idle = watchIdle(stream || media?.isRaw ? deps.streamingTimeoutMs : deps.relayTimeoutMs, expire);
  const wordWithinMs = stream ? deps.firstTokenTimeoutMs() : 0;
  const word = watchIdle(wordWithinMs, () => {
    wasWithoutWord = true;
    expire();
  });
  return {
    abort: exchange.abort,
    idle,
    timedOut: () => timedOut,
    waitsForWord: wordWithinMs > 0,
    wasWithoutWord: () => wasWithoutWord,
    attemptEnded(goesOn) {
      call.client.unwatch();
      word.stop();
      if (!goesOn) idle.stop();
    },
  };
}
