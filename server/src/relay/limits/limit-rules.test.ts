import { describe, expect, test } from "bun:test";
import { compileLimitRules, limitInSetting } from "./limit-rules.ts";
import type { LimitedCall, LimitOptions } from "./limit-rules.ts";

const NO_LIMITS: LimitOptions = {
  ModelRequestRateLimitEnabled: false,
  ModelRequestRateLimitDurationMinutes: 1,
  ModelRequestRateLimitCount: 0,
  ModelRequestRateLimitSuccessCount: 1000,
  ModelRequestRateLimitGroup: {},
  UserCallLimits: {},
  TokenCallLimits: {},
  GroupCallLimits: {},
  ModelCallLimits: {},
  ChannelCallLimits: {},
};

function call(parts: Partial<LimitedCall> = {}): LimitedCall {
  return {
    userId: 2,
    userGroup: "default",
    tokenId: 3,
    group: "vip",
    model: "gpt-4o-mini",
    tokens: () => 40,
    quota: 700,
    ...parts,
  };
}

/** Key and limit of each claim. */
function limitsOf(options: Partial<LimitOptions>, parts: Partial<LimitedCall> = {}) {
  const rules = compileLimitRules({ ...NO_LIMITS, ...options });
  return rules.claimsOf(call(parts)).map(({ key, limit }) => [key, limit]);
}

describe("the limits of a call", () => {
  test("are none where no option names one", () => {
    expect(compileLimitRules(NO_LIMITS).isAny).toBe(false);
    expect(compileLimitRules({ ...NO_LIMITS, GroupCallLimits: { vip: { rpm: 1 } } }).isAny).toBe(true);
    expect(limitsOf({ GroupCallLimits: { other: { rpm: 1 } }, UserCallLimits: { "*": { rpm: 0 } } })).toEqual(
      [],
    );
  });

  test("of a user are those of the nearest entry", () => {
    const UserCallLimits = { "*": { rpm: 1 }, "group:default": { rpm: 2 }, "2": { rpm: 3 } };
    expect(limitsOf({ UserCallLimits })).toEqual([["user:2:rpm", 3]]);
    expect(limitsOf({ UserCallLimits }, { userId: 9 })).toEqual([["user:9:rpm", 2]]);
    expect(limitsOf({ UserCallLimits }, { userId: 9, userGroup: "b" })).toEqual([["user:9:rpm", 1]]);
  });

  test("of a token go by the group that it uses", () => {
    expect(limitsOf({ TokenCallLimits: { "group:vip": { concurrency: 4 } } })).toEqual([
      ["token:3:concurrency", 4],
    ]);
  });

  test("of a model are those of its name, else of the longest beginning", () => {
    const ModelCallLimits = {
      "gpt-4o": { rpm: 1 },
      "gpt*": { rpm: 2 },
      "gpt-4o*": { rpm: 3 },
      "*": { rpm: 4 },
    };
    const limitOf = (model: string) => limitsOf({ ModelCallLimits }, { model })[0]?.[1];
    expect(["gpt-4o", "gpt-4o-mini", "gpt-5", "claude"].map(limitOf)).toEqual([1, 3, 2, 4]);
  });

  test("a name of an object's own kind is no entry", () => {
    expect(limitsOf({ GroupCallLimits: { vip: { rpm: 1 } } }, { group: "constructor" })).toEqual([]);
  });

  test("cost no more than the limit, so that no call is refused for ever", () => {
    const rules = compileLimitRules({
      ...NO_LIMITS,
      UserCallLimits: { "*": { tpm: 30, quota_per_day: 1000 } },
    });
    expect(rules.claimsOf(call()).map(({ metric, cost }) => [metric, cost])).toEqual([
      ["tokens", 30],
      ["day-quota", 700],
    ]);
  });

  test("the requests of a user are counted as this product family does, by the group's pair where it has one", () => {
    const options = {
      ModelRequestRateLimitEnabled: true,
      ModelRequestRateLimitDurationMinutes: 5,
      ModelRequestRateLimitCount: 20,
      ModelRequestRateLimitGroup: { vip: [0, 50] },
    } as const;
    expect(limitsOf(options)).toEqual([["user:2:successes:5", 50]]);
    expect(limitsOf(options, { group: "default" })).toEqual([
      ["user:2:requests:5", 20],
      ["user:2:successes:5", 1000],
    ]);
  });
});

describe("the limits of a channel", () => {
  test("are those of its settings, and of the option where they name none", () => {
    const rules = compileLimitRules({
      ...NO_LIMITS,
      ChannelCallLimits: { "*": { rpm: 5, concurrency: 9 }, "8": { rpm: 6 } },
    });
    const claims = (id: number, setting: Record<string, unknown>) =>
      rules
        .channelClaims({ id, limit: limitInSetting(setting) }, call())
        .map(({ key, limit }) => [key, limit]);
    expect(claims(7, { concurrency: 2 })).toEqual([
      ["channel:7:rpm", 5],
      ["channel:7:concurrency", 2],
    ]);
    expect(claims(8, { rpm: 0, tpm: 10 })).toEqual([["channel:8:tpm", 10]]);
  });

  test("what settings of other gateways call so and is no number is ignored", () => {
    expect(limitInSetting({ rpm: "60", tpm: null, concurrency: -1, proxy: "" })).toBeUndefined();
  });
});
