import type { SharedRedis } from "../lib/shared-redis.ts";
import { createMemoryRateCounter } from "./rate-limit.ts";
import type { RateCounter } from "./rate-limit.ts";

/**
 * Counts in Redis, so that all nodes share their windows. While Redis cannot be reached each node counts for itself:
 * limits then hold for each node instead of for all, but they never stop holding.
 */
export function createRedisRateCounter(redis: SharedRedis): RateCounter {
  const here = createMemoryRateCounter();
  return {
    async add(name, window, subject, windowSeconds) {
      // Counted here as well: an outage then continues the window instead of starting it anew.
      const own = await here.add(name, window, subject, windowSeconds);
      if (!redis.isReady) return own;
      const key = `tollgate:rate:${name}:${window}:${subject}`;
      try {
        const replies = await redis.client
          .multi()
          .incr(key)
          .expire(key, windowSeconds + 1)
          .exec();
        const shared = replies?.[0]?.[1];
        return typeof shared === "number" ? Math.max(shared, own) : own;
      } catch (error) {
        redis.noticeFailure(error);
        return own;
      }
    },
  };
}
