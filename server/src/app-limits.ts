import type { AppParts } from "./app-parts.ts";
import type { SharedRedis } from "./lib/shared-redis.ts";
import { createCallLimits } from "./relay/limits/call-limits.ts";
import type { CallLimits } from "./relay/limits/call-limits.ts";
import { createLimitCountStore } from "./relay/limits/limit-count-store.ts";
import { keepLimitCounts } from "./relay/limits/limit-count-keeper.ts";
import { compileLimitRules } from "./relay/limits/limit-rules.ts";
import type { LimitRules } from "./relay/limits/limit-rules.ts";
import { createMemoryLimitCounter } from "./relay/limits/memory-limit-counter.ts";
import { createRedisLimitCounter } from "./relay/limits/redis-limit-counter.ts";

export interface LimitsOptions {
  /** Undefined: there is one node, which counts in its memory. */
  readonly redis: SharedRedis | undefined;
  channelsHaveLimits(): boolean;
}

/** The relay's limits, as the options of the moment set them. The stack ends what it opens. */
export async function openCallLimits(
  parts: Pick<AppParts, "options" | "clock" | "database" | "nodeId" | "logger">,
  { redis, channelsHaveLimits }: LimitsOptions,
  stack: AsyncDisposableStack,
): Promise<CallLimits> {
  const { options, clock } = parts;
  let rules = readLimitRules(options);
  options.onChange(() => (rules = readLimitRules(options)));
  const { nowMs } = clock;
  const facts = { rules: () => rules, channelsHaveLimits, nowMs };
  if (!redis) return createCallLimits({ ...facts, counter: await keptCounter(parts, stack) });
  const countsAlone = () => options.get("CallLimitsWithoutRedis") === "count";
  const counter = createRedisLimitCounter({ redis, countsAlone, nowMs });
  stack.defer(() => counter.close());
  return createCallLimits({ ...facts, counter });
}

async function keptCounter(
  { database, nodeId, clock, logger }: Pick<AppParts, "clock" | "database" | "nodeId" | "logger">,
  stack: AsyncDisposableStack,
) {
  const counter = createMemoryLimitCounter();
  const keeper = await keepLimitCounts({
    counter,
    store: createLimitCountStore(database, nodeId),
    nowMs: clock.nowMs,
    onProblem: (error) => logger.error("what was counted against limits could not be stored", { error }),
  });
  stack.defer(() => keeper.close());
  return counter;
}

function readLimitRules({ get }: AppParts["options"]): LimitRules {
  return compileLimitRules({
    ModelRequestRateLimitEnabled: get("ModelRequestRateLimitEnabled"),
    ModelRequestRateLimitDurationMinutes: get("ModelRequestRateLimitDurationMinutes"),
    ModelRequestRateLimitCount: get("ModelRequestRateLimitCount"),
    ModelRequestRateLimitSuccessCount: get("ModelRequestRateLimitSuccessCount"),
    ModelRequestRateLimitGroup: get("ModelRequestRateLimitGroup"),
    UserCallLimits: get("UserCallLimits"),
    TokenCallLimits: get("TokenCallLimits"),
    GroupCallLimits: get("GroupCallLimits"),
    ModelCallLimits: get("ModelCallLimits"),
    ChannelCallLimits: get("ChannelCallLimits"),
  });
}
