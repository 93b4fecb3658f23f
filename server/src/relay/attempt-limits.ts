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
  /** `goesOn`: the answer is a stream, which stops the watch itself. */
  attemptEnded(goesOn: boolean): void;
}

/** The client's leaving, the silence of a stream and the longest total time each end the upstream call. */
export function startLimits(
  call: UpstreamCall,
  exchange: UpstreamExchange,
  deps: Pick<AttemptDeps, "drainsOnDisconnect" | "relayTimeoutMs" | "streamingTimeoutMs">,
): AttemptLimits {
  let timedOut = false;
  const expire = () => {
    timedOut = true;
    exchange.abort();
  };
  call.client.watch(deps.drainsOnDisconnect() ? () => {} : exchange.abort);
  const { stream, media } = call.request;
  const idle = watchIdle(stream || media?.isRaw ? deps.streamingTimeoutMs : deps.relayTimeoutMs, expire);
  return {
    abort: exchange.abort,
    idle,
    timedOut: () => timedOut,
    attemptEnded(goesOn) {
      call.client.unwatch();
      if (!goesOn) idle.stop();
    },
  };
}
