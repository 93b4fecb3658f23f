import { RelayError } from "../relay-error.ts";

/** Ends a session that has died or fallen asleep. */
export interface SessionLimits {
  start(ping: () => void, onExpired: (error: RelayError) => void): void;
  stop(): void;
  heardClient(): void;
  /** `isAnswering`: a response is under way. */
  heardUpstream(isAnswering: boolean): void;
  /** Any sign of the upstream's life. */
  alive(): void;
}

export interface SessionTimes {
  /** Longest silence of an upstream in the middle of a response; 0 = any. */
  readonly streamingTimeoutMs: number;
  /** Longest time in which neither side says anything. */
  readonly idleMs: number;
}

const PING_EVERY_MS = 15_000;
/** An upstream that answers no ping for so long is dead. */
const DEAD_AFTER_MS = 45_000;

export function createSessionLimits({ streamingTimeoutMs, idleMs }: SessionTimes): SessionLimits {
  let clientMs = performance.now();
  let upstreamMs = clientMs;
  let aliveMs = clientMs;
  let isAnswering = false;
  let timer: ReturnType<typeof setInterval> | undefined;
  const shortest = Math.min(streamingTimeoutMs || idleMs, idleMs, PING_EVERY_MS * 2);

  function expired(nowMs: number): RelayError | undefined {
    const isSilent = isAnswering && streamingTimeoutMs > 0 && nowMs - upstreamMs > streamingTimeoutMs;
    if (isSilent || nowMs - aliveMs > DEAD_AFTER_MS) return new RelayError("upstream.timeout");
    return nowMs - Math.max(clientMs, upstreamMs) > idleMs ? new RelayError("realtime.idle") : undefined;
  }

  return {
    start(ping, onExpired) {
      clientMs = upstreamMs = aliveMs = performance.now();
      timer = setInterval(() => {
        const error = expired(performance.now());
        if (error) onExpired(error);
        else ping();
      }, shortest / 2);
    },
    stop: () => clearInterval(timer),
    heardClient() {
      clientMs = performance.now();
    },
    heardUpstream(answering) {
      isAnswering = answering;
      aliveMs = upstreamMs = performance.now();
    },
    alive() {
      aliveMs = performance.now();
    },
  };
}
