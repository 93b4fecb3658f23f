import { RelayError } from "../relay-error.ts";

/** Ends a session that has died or fallen asleep. */
export interface SessionLimits {
  start(watched: WatchedSession): void;
  stop(): void;
  heardClient(): void;
  heardUpstream(): void;
  /** Any sign of the upstream's life. */
  alive(): void;
}

export interface WatchedSession {
  /** A response is under way. */
  isAnswering(): boolean;
  /** The upstream is not listened to at the moment: its silence says nothing. */
  isHeldBack(): boolean;
  ping(): void;
  onExpired(error: RelayError): void;
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
  let timer: ReturnType<typeof setInterval> | undefined;
  const shortest = Math.min(streamingTimeoutMs || idleMs, idleMs, PING_EVERY_MS * 2);

  function expired(isAnswering: boolean, nowMs: number): RelayError | undefined {
    const isSilent = isAnswering && streamingTimeoutMs > 0 && nowMs - upstreamMs > streamingTimeoutMs;
    if (isSilent || nowMs - aliveMs > DEAD_AFTER_MS) return new RelayError("upstream.timeout");
    return nowMs - Math.max(clientMs, upstreamMs) > idleMs ? new RelayError("realtime.idle") : undefined;
  }

  return {
    start({ isAnswering, isHeldBack, ping, onExpired }) {
      clientMs = upstreamMs = aliveMs = performance.now();
      timer = setInterval(() => {
        const nowMs = performance.now();
        if (isHeldBack()) upstreamMs = aliveMs = nowMs;
        const error = expired(isAnswering(), nowMs);
        if (error) onExpired(error);
        else ping();
      }, shortest / 2);
    },
    stop: () => clearInterval(timer),
    heardClient() {
      clientMs = performance.now();
    },
    heardUpstream() {
      aliveMs = upstreamMs = performance.now();
    },
    alive() {
      aliveMs = performance.now();
    },
  };
}
