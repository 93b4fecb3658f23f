import { Redis } from "ioredis";
import type { Logger } from "../lib/logger.ts";
import { createMemoryRateCounter } from "./rate-limit.ts";
import type { RateCounter } from "./rate-limit.ts";

export interface RedisRateCounter extends RateCounter {
  close(): void;
}

const ANSWER_TIMEOUT_MS = 500;
const RECONNECT_MAX_MS = 5000;

/**
 * Counts in Redis, so that all nodes share their windows. While Redis cannot be reached each node counts for itself
 * and says so once: limits then hold for each node instead of for all, but they never stop holding. Resolves when Redis
 * has been reached, or has failed to be.
 */
export async function openRedisRateCounter(redisUrl: string, logger: Logger): Promise<RedisRateCounter> {
  const here = createMemoryRateCounter();
  const redis = new Redis(redisUrl, {
    commandTimeout: ANSWER_TIMEOUT_MS,
    connectTimeout: 2000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, RECONNECT_MAX_MS),
  });
  let isShared = true;
  let isClosed = false;
  const noticeState = (nowShared: boolean, reason?: unknown) => {
    if (nowShared === isShared) return;
    isShared = nowShared;
    if (nowShared) logger.info("rate limits are shared through Redis again");
    else
      logger.warn("Redis cannot be reached: rate limits hold for each node on its own until it can", {
        reason: reason instanceof Error ? reason.message : String(reason),
      });
  };
  const { promise: hasAnswered, resolve: answered } = Promise.withResolvers<void>();
  redis.on("error", (error) => {
    noticeState(false, error);
    answered();
  });
  redis.on("close", () => {
    if (!isClosed) noticeState(false, "the connection was closed");
    answered();
  });
  redis.on("ready", () => {
    noticeState(true);
    answered();
  });
  await hasAnswered;

  return {
    async add(name, window, subject, windowSeconds) {
      // Counted here as well: an outage then continues the window instead of starting it anew.
      const own = await here.add(name, window, subject, windowSeconds);
      if (redis.status !== "ready") return own;
      const key = `tollgate:rate:${name}:${window}:${subject}`;
      try {
        const replies = await redis
          .multi()
          .incr(key)
          .expire(key, windowSeconds + 1)
          .exec();
        const shared = replies?.[0]?.[1];
        return typeof shared === "number" ? Math.max(shared, own) : own;
      } catch (error) {
        noticeState(false, error);
        return own;
      }
    },
    close() {
      isClosed = true;
      redis.disconnect();
    },
  };
}
