import { CALL_LIMIT_FIELDS } from "@tollgate/contract/call-limits";
import type { CallLimit, CallLimitField } from "@tollgate/contract/call-limits";
import type { Claim, LimitMetric, LimitScope } from "./limit-window.ts";

type LimitTable = Readonly<Record<string, CallLimit>>;

/** The options of the same names. */
export interface LimitOptions {
  readonly ModelRequestRateLimitEnabled: boolean;
  readonly ModelRequestRateLimitDurationMinutes: number;
  readonly ModelRequestRateLimitCount: number;
  readonly ModelRequestRateLimitSuccessCount: number;
  readonly ModelRequestRateLimitGroup: Readonly<Record<string, readonly [number, number]>>;
  readonly UserCallLimits: LimitTable;
  readonly TokenCallLimits: LimitTable;
  readonly GroupCallLimits: LimitTable;
  readonly ModelCallLimits: LimitTable;
  readonly ChannelCallLimits: LimitTable;
}

/** A call as its limits see it. */
export interface LimitedCall {
  readonly userId: number;
  readonly userGroup: string;
  readonly tokenId: number;
  /** The first that may serve it. */
  readonly group: string;
  readonly model: string;
  /** The estimate; asked for only where tokens are limited. */
  readonly tokens: () => number;
  readonly quota: number;
}

export interface LimitRules {
  /** Whether any option sets a limit; channels may have limits of their own beside. */
  readonly isAny: boolean;
  claimsOf(call: LimitedCall): Claim[];
  channelClaims(channel: LimitedChannel, call: Pick<LimitedCall, "tokens" | "quota">): Claim[];
}

/** A channel with the limits that its own settings name. */
export interface LimitedChannel {
  readonly id: number;
  readonly limit: CallLimit | undefined;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const METRICS: Readonly<Record<CallLimitField, [LimitMetric, windowMs: number]>> = {
  rpm: ["requests", MINUTE_MS],
  tpm: ["tokens", MINUTE_MS],
  concurrency: ["concurrency", 0],
  rpd: ["day-requests", DAY_MS],
  quota_per_day: ["day-quota", DAY_MS],
};

/** Reads the options once, so that a call finds its limits by a few look-ups. */
export function compileLimitRules(options: LimitOptions): LimitRules {
  const { UserCallLimits, TokenCallLimits, GroupCallLimits, ChannelCallLimits } = options;
  const modelLimit = compileModelLimits(options.ModelCallLimits);
  const tables = [
    UserCallLimits,
    TokenCallLimits,
    GroupCallLimits,
    ChannelCallLimits,
    options.ModelCallLimits,
  ];
  return {
    isAny: options.ModelRequestRateLimitEnabled || tables.some((table) => Object.keys(table).length > 0),
    claimsOf(call) {
      const { userId, userGroup, tokenId, group, model } = call;
      const user = named(UserCallLimits, String(userId), `group:${userGroup}`);
      const token = named(TokenCallLimits, String(tokenId), `group:${group}`);
      return [
        ...requestClaims(options, userId, group),
        ...claimsFor("user", userId, user, call),
        // Calls of the playground have no token.
        ...(tokenId === 0 ? [] : claimsFor("token", tokenId, token, call)),
        ...claimsFor("group", group, named(GroupCallLimits, group), call),
        ...claimsFor("model", model, modelLimit(model), call),
      ];
    },
    channelClaims({ id, limit }, call) {
      return claimsFor("channel", id, { ...named(ChannelCallLimits, String(id)), ...limit }, call);
    },
  };
}

/** The limits in a channel's settings; undefined when there are none. Fields that older databases misuse are left out. */
export function limitInSetting(setting: Readonly<Record<string, unknown>>): CallLimit | undefined {
  const found: { [Field in CallLimitField]?: number } = {};
  for (const field of CALL_LIMIT_FIELDS) {
    const value = setting[field];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) found[field] = value;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}

/** The entry of the first name that has one, else that of all others. */
function named(table: LimitTable, ...names: readonly string[]): CallLimit | undefined {
  const name = names.find((known) => Object.hasOwn(table, known)) ?? "*";
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function claimsFor(
  scope: LimitScope,
  subject: number | string,
  limits: CallLimit | undefined,
  call: Pick<LimitedCall, "tokens" | "quota">,
): Claim[] {
  if (!limits) return [];
  return CALL_LIMIT_FIELDS.flatMap((field) => {
    const limit = limits[field] ?? 0;
    if (limit === 0) return [];
    const [metric, windowMs] = METRICS[field];
    const cost = metric === "tokens" ? call.tokens() : metric === "day-quota" ? call.quota : 1;
    return [
      {
        key: `${scope}:${subject}:${field}`,
        scope,
        metric,
        limit,
        cost: Math.min(cost, limit),
        windowMs,
        isSliding: windowMs === MINUTE_MS,
      },
    ];
  });
}

/** The limits of this product family: requests of each user, all of them and those that succeed. */
function requestClaims(options: LimitOptions, userId: number, group: string): Claim[] {
  if (!options.ModelRequestRateLimitEnabled) return [];
  const { ModelRequestRateLimitGroup: groups } = options;
  const minutes = options.ModelRequestRateLimitDurationMinutes;
  const own = Object.hasOwn(groups, group) ? groups[group] : undefined;
  const all = own?.[0] ?? options.ModelRequestRateLimitCount;
  const successes = own?.[1] ?? options.ModelRequestRateLimitSuccessCount;
  const claim = (metric: "requests" | "successes", limit: number): Claim[] =>
    limit === 0
      ? []
      : [
          {
            key: `user:${userId}:${metric}:${minutes}`,
            scope: "user",
            metric,
            limit,
            cost: 1,
            windowMs: minutes * MINUTE_MS,
            isSliding: true,
          },
        ];
  return [...claim("requests", all), ...claim("successes", successes)];
}

/** A model's own entry, else that of the longest beginning that an entry such as `gpt-4o*` names. */
function compileModelLimits(table: LimitTable): (model: string) => CallLimit | undefined {
  const beginnings = Object.entries(table)
    .filter(([name]) => name.endsWith("*"))
    .map(([name, limit]) => ({ beginning: name.slice(0, -1), limit }))
    .sort((a, b) => b.beginning.length - a.beginning.length);
  return (model) =>
    Object.hasOwn(table, model)
      ? table[model]
      : beginnings.find(({ beginning }) => model.startsWith(beginning))?.limit;
}
