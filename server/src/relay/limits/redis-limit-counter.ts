import type { SharedRedis } from "../../lib/shared-redis.ts";
import type { Correction, LimitCounter, Taking } from "./limit-counter.ts";
import { previousWeight, windowAt } from "./limit-window.ts";
import type { Claim, WindowState } from "./limit-window.ts";
import { createMemoryLimitCounter } from "./memory-limit-counter.ts";
import { TAKE_SCRIPT } from "./redis-limit-script.ts";

export interface RedisLimitCounter extends LimitCounter {
  /** Stops renewing the places of running calls. */
  close(): void;
}

export interface RedisLimitDeps {
  readonly redis: SharedRedis;
  /** Option CallLimitsWithoutRedis: whether what Redis cannot count is counted by this node alone, or not at all. */
  countsAlone(): boolean;
  nowMs(): number;
}

/** A node that dies leaves its places behind for this long at most; a live one renews them. */
const PLACE_MS = 60_000;
const RENEW_EVERY_MS = 20_000;
/** A Redis that does not answer is not asked for this long, so that not every call waits for it. */
const SILENCE_MS = 1000;
/** Clocks of nodes may differ by this much. */
const SPARE_MS = 10_000;

/**
 * Counts in Redis, so that all nodes share their limits; and here as well, so that an outage continues the windows
 * instead of starting them anew.
 */
export function createRedisLimitCounter({ redis, countsAlone, nowMs }: RedisLimitDeps): RedisLimitCounter {
  const here = createMemoryLimitCounter();
  const places = new Map<string, Place>();
  /** Claims that Redis may have counted. What it has not must not be given back to it. */
  const asked = new WeakSet<Claim>();
  let silentUntilTickMs = 0;
  const noticeFailure = (error: unknown) => {
    silentUntilTickMs = performance.now() + SILENCE_MS;
    redis.noticeFailure(error);
  };
  const send = async (commands: readonly (readonly (string | number)[])[]) => {
    if (commands.length === 0 || !redis.isReady) return;
    try {
      await redis.client.pipeline(commands.map((command) => command.map(String))).exec();
    } catch (error) {
      noticeFailure(error);
    }
  };
  const renewing = setInterval(() => {
    const untilMs = nowMs() + PLACE_MS;
    void send([...places.values()].flatMap((place) => placeCommands(place, untilMs)));
  }, RENEW_EVERY_MS);

  return {
    async take(claims, holder, atMs) {
      const mayAsk = redis.isReady && performance.now() >= silentUntilTickMs;
      if (mayAsk) for (const claim of claims) asked.add(claim);
      const shared = mayAsk ? await takeShared(redis, claims, holder, atMs).catch(noticeFailure) : undefined;
      if (!shared) {
        if (!countsAlone()) return undefined;
        const own = here.take(claims, holder, atMs);
        if (own.isTaken) keep(places, claims, holder);
        return own;
      }
      if (shared.isTaken) {
        here.note(claims, atMs);
        keep(places, claims, holder);
      }
      return shared;
    },
    correct(corrections, atMs) {
      here.correct(corrections, atMs);
      const known = corrections.filter(({ claim, delta }) => delta > 0 || asked.has(claim));
      void send(known.flatMap((correction) => correctionCommands(correction, atMs)));
    },
    release(claims, holder) {
      here.release(claims, holder);
      const keys = claims.filter(({ windowMs }) => windowMs === 0).map(({ key }) => redisKey(key));
      for (const key of keys) places.delete(placeName(key, holder));
      void send(keys.map((key) => ["zrem", key, holder]));
    },
    close: () => clearInterval(renewing),
  };
}

interface Place {
  readonly key: string;
  readonly holder: string;
}

const redisKey = (key: string, window?: number) =>
  window === undefined ? `tollgate:limit:${key}` : `tollgate:limit:${key}:${window}`;
const placeName = (key: string, holder: string) => `${holder} ${key}`;

function keep(places: Map<string, Place>, claims: readonly Claim[], holder: string): void {
  for (const claim of claims) {
    if (claim.windowMs !== 0) continue;
    const key = redisKey(claim.key);
    places.set(placeName(key, holder), { key, holder });
  }
}

function placeCommands({ key, holder }: Place, untilMs: number) {
  return [
    ["zadd", key, untilMs, holder],
    ["pexpire", key, PLACE_MS],
  ];
}

/** A window counts until the end of the one after it. */
const keptMs = ({ windowMs }: Claim) => windowMs * 2 + SPARE_MS;

function correctionCommands({ claim, takenAtMs, delta }: Correction, nowMs: number) {
  const now = windowAt(claim, nowMs);
  const window = delta > 0 ? now : windowAt(claim, takenAtMs);
  if (window < now - 1) return [];
  const key = redisKey(claim.key, window);
  return [
    ["incrby", key, delta],
    ["pexpire", key, keptMs(claim)],
  ];
}

/** Rejects when Redis does not answer. */
async function takeShared(
  redis: SharedRedis,
  claims: readonly Claim[],
  holder: string,
  nowMs: number,
): Promise<Taking> {
  const keys = claims.flatMap((claim) => {
    if (claim.windowMs === 0) return [redisKey(claim.key), redisKey(claim.key)];
    const window = windowAt(claim, nowMs);
    return [redisKey(claim.key, window), redisKey(claim.key, window - 1)];
  });
  const facts = claims.flatMap((claim) => [
    claim.limit,
    claim.cost,
    claim.windowMs === 0 ? -1 : previousWeight(claim, nowMs),
    keptMs(claim),
  ]);
  const answer = await redis.client.eval(
    TAKE_SCRIPT,
    keys.length,
    ...keys,
    nowMs,
    holder,
    nowMs + PLACE_MS,
    PLACE_MS,
    ...facts,
  );
  return takingOf(answer, claims.length);
}

function takingOf(answer: unknown, claims: number): Taking {
  const [isTaken = 0, ...counts] = Array.isArray(answer) ? answer.map(Number) : [];
  const states = Array.from({ length: claims }, (_, index): WindowState => ({
    current: counts[index * 2] ?? 0,
    previous: counts[index * 2 + 1] ?? 0,
  }));
  return { isTaken: isTaken === 1, states };
}
