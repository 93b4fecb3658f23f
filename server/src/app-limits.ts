import type { AppParts } from "./app-parts.ts";
import type { SharedRedis } from "./lib/shared-redis.ts";
import { createCallLimits } from "./relay/limits/call-limits.ts";
import type { CallLimits } from "./relay/limits/call-limits.ts";
import { compileLimitRules } from "./relay/limits/limit-rules.ts";
import type { LimitRules } from "./relay/limits/limit-rules.ts";
import { createMemoryLimitCounter } from "./relay/limits/memory-limit-counter.ts";
import { createRedisLimitCounter } from "./relay/limits/redis-limit-counter.ts";

export interface LimitsOptions {
  /** Undefined: there is one node, which counts in its memory. */
  readonly redis: SharedRedis | undefined;
  channelsHaveLimits(): boolean;
}

/** The relay's limits, as the options of the moment set them. */
export function openCallLimits(
  { options, clock }: Pick<AppParts, "options" | "clock">,
  { redis, channelsHaveLimits }: LimitsOptions,
  stack: AsyncDisposableStack,
): CallLimits {
  let rules = readLimitRules(options);
  options.onChange(() => (rules = readLimitRules(options)));
  const { nowMs } = clock;
  const facts = { rules: () => rules, channelsHaveLimits, nowMs };
  if (!redis) return createCallLimits({ ...facts, counter: createMemoryLimitCounter() });
  const countsAlone = () => options.get("CallLimitsWithoutRedis") === "count";
  const counter = createRedisLimitCounter({ redis, countsAlone, nowMs });
  stack.defer(() => counter.close());
  return createCallLimits({ ...facts, counter });
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
