import { describe, expect, test } from "bun:test";
import { sampleRelayChannel } from "../../../../test/relay/sample-relay-call.ts";
import { seededRandom } from "../../../../test/routing/seeded-random.ts";
import type { RelayChannel } from "../../../resources/channels/relay-channels.ts";
import type { FailureFacts } from "../failures/classify-failure.ts";
import { compileDisablingRule } from "../failures/disabling-rule.ts";
import { compileRetryableStatus } from "../retryable-status.ts";
import { buildRoutingTable } from "../routing-table.ts";
import type { AttemptPlan, PlanFacts } from "./attempt-plan.ts";
import { createChannelRouter } from "./channel-router.ts";

const channel = (id: number, parts: Partial<RelayChannel> = {}): RelayChannel =>
  sampleRelayChannel({ id, key: `k${id}`, models: ["m"], ...parts });
const keys = (id: number, mode: string, parts: Partial<RelayChannel> = {}) =>
  channel(id, { key: `${id}a\n${id}b\n${id}c`, setting: { multi_key_mode: mode }, ...parts });
const SERVER: FailureFacts = { kind: "answered", status: 500 };
const BAD_KEY: FailureFacts = { kind: "answered", status: 401, code: "invalid_api_key", message: "no" };
const LIMITED: FailureFacts = { kind: "answered", status: 429, retryAfter: "60" };

function scene(
  channels: readonly RelayChannel[],
  options: { prefersFast?: boolean; disables?: boolean } = {},
) {
  const clock = { nowMs: 1_000_000_000 };
  const disabled: [number, string][] = [];
  const table = { current: buildRoutingTable(channels) };
  const rule = compileDisablingRule({
    AutomaticDisableChannelEnabled: options.disables ?? false,
    AutomaticEnableChannelEnabled: false,
    AutomaticDisableKeywords: "",
    AutomaticDisableStatusCodes: "401",
    ChannelDisableThreshold: 0,
  });
  const router = createChannelRouter({
    table: () => table.current,
    nowMs: () => clock.nowMs,
    random: seededRandom(7),
    incidents: { add: () => {} },
    isRetryable: () => compileRetryableStatus("401-407,409-499,500-503"),
    rule: () => rule,
    prefersFast: () => options.prefersFast ?? false,
    onDisable: (id, reason) => disabled.push([id, reason]),
  });
  const plan = (facts: Partial<PlanFacts> = {}) =>
    router.plan({ model: "m", groups: ["default"], maxTries: 10, conversation: () => undefined, ...facts });
  /** The key of the next attempt, which is failed at once. */
  const failNext = (current: AttemptPlan, facts: FailureFacts = SERVER) => {
    const attempted = router.next(current);
    if (!attempted) return undefined;
    router.failed(current, attempted, facts);
    return attempted.channel.keys[attempted.keyIndex];
  };
  const failAll = (facts: FailureFacts, current = plan()) => {
    const tried: (string | undefined)[] = [];
    for (let key = failNext(current, facts); key !== undefined; key = failNext(current, facts))
      tried.push(key);
    return tried;
  };
  /** The key that answers a request, after a latency that may be the key's own. */
  const serve = (
    facts: Partial<PlanFacts> = {},
    latencyOf: number | ((key: string | undefined) => number) = 100,
  ) => {
    const current = plan(facts);
    const attempted = router.next(current);
    if (!attempted) return undefined;
    const key = attempted.channel.keys[attempted.keyIndex];
    router.answered(current, attempted, typeof latencyOf === "number" ? latencyOf : latencyOf(key));
    router.ended(attempted);
    return key;
  };
  return { router, clock, disabled, table, plan, failNext, failAll, serve };
}

describe("a request's attempts", () => {
  test("go through every channel and key once, the highest tier first", () => {
    const { failAll } = scene([channel(1), keys(2, "random", { priority: 5 }), channel(3, { priority: 5 })]);
    const tried = failAll(BAD_KEY);
    expect(tried.slice(0, 4).sort()).toEqual(["2a", "2b", "2c", "k3"]);
    expect(tried[4]).toBe("k1");
    expect(tried).toHaveLength(5);
  });

  test("leave a channel that is itself at fault, and come back to its other keys only at the end", () => {
    const { failAll } = scene([channel(1), keys(2, "random", { priority: 5 })]);
    const tried = failAll({ kind: "answered", status: 500 }, undefined);
    expect(tried[0]?.[0]).toBe("2");
    expect(tried[1]).toBe("k1");
  });

  test("are no more than the plan allows in each of its groups", () => {
    const many = [1, 2, 3].map((id) => channel(id));
    const vips = [4, 5, 6].map((id) => channel(id, { groups: ["vip"] }));
    const { failAll, plan } = scene([...many, ...vips]);
    const tried = failAll(SERVER, plan({ maxTries: 2, groups: ["default", "vip"] }));
    expect(tried.map((key) => Number(key?.slice(1)) > 3)).toEqual([false, false, true, true]);
  });

  test("see the channels of their start, whatever changes meanwhile", () => {
    const { plan, failNext, table } = scene([channel(1), channel(2)]);
    const current = plan();
    failNext(current);
    table.current = buildRoutingTable([]);
    expect(failNext(current)).toBeDefined();
  });

  test("go to an administrator's own choice and nowhere else", () => {
    const { plan, failAll, table } = scene([channel(1), channel(2, { groups: ["vip"] })]);
    expect(failAll(SERVER, plan({ only: table.current.channel(2) }))).toEqual(["k2"]);
  });
});

describe("a channel that is away", () => {
  test("is passed over, and the tier below serves", () => {
    const { failNext, plan, serve } = scene([channel(1, { priority: 9 }), channel(2)]);
    failNext(plan(), LIMITED);
    expect([serve(), serve()]).toEqual(["k2", "k2"]);
  });

  test("is tried all the same when nothing else is left: the one that may be soonest", () => {
    const { failNext, plan, serve } = scene([channel(1), channel(2)]);
    failNext(plan(), { ...LIMITED, retryAfter: "600" });
    const other = failNext(plan(), LIMITED);
    expect(serve()).toBe(other);
  });

  test("is not tried again by a request that has already failed elsewhere", () => {
    const { failNext, plan } = scene([channel(1, { priority: 9 }), channel(2)]);
    failNext(plan(), LIMITED);
    const current = plan();
    expect(failNext(current)).toBe("k2");
    expect(failNext(current)).toBeUndefined();
  });

  test("is probed by one request at a time, and only by one that could go elsewhere", () => {
    const { clock, failNext, plan, router } = scene([channel(1, { priority: 9 }), channel(2)]);
    failNext(plan(), LIMITED);
    clock.nowMs += 80_000;
    expect(router.next(plan({ maxTries: 1 }))?.channel.id).toBe(2);
    const probe = router.next(plan());
    expect([probe?.channel.id, probe?.isProbe]).toEqual([1, true]);
    expect(router.next(plan())?.channel.id).toBe(2);
  });

  test("is found in a tier where most are away", () => {
    const { plan, router, failAll } = scene(
      Array.from({ length: 40 }, (_, id) => channel(id + 1, { weight: id })),
    );
    failAll(LIMITED, plan({ maxTries: 39 }));
    const free = router.next(plan());
    expect(free?.isProbe).toBe(false);
    expect(router.next(plan())?.channel.id).toBe(free?.channel.id);
  });
});

describe("the keys of a channel", () => {
  test("take turns, or are drawn", () => {
    const turns = scene([keys(1, "polling")]);
    expect(Array.from({ length: 6 }, () => turns.serve()).sort()).toEqual([
      "1a",
      "1a",
      "1b",
      "1b",
      "1c",
      "1c",
    ]);
    const drawn = scene([keys(1, "random")]);
    expect(new Set(Array.from({ length: 40 }, () => drawn.serve())).size).toBe(3);
  });

  test("are switched off one by one, and the channel with the last of them", () => {
    const { failNext, plan, disabled } = scene([keys(1, "polling")], { disables: true });
    const current = plan();
    failNext(current, BAD_KEY);
    failNext(current, BAD_KEY);
    expect(disabled).toEqual([]);
    failNext(current, BAD_KEY);
    expect(disabled).toEqual([[1, "All keys are disabled"]]);
  });
});

describe("a channel is switched off", () => {
  test("by the rules' reason, where it allows that", () => {
    const { failNext, plan, disabled } = scene(
      [channel(1, { priority: 9 }), channel(2, { autoBan: false })],
      { disables: true },
    );
    const current = plan();
    failNext(current, BAD_KEY);
    failNext(current, BAD_KEY);
    expect(disabled).toEqual([[1, "HTTP 401: no"]]);
  });
});

test("a channel that has got another key is not switched off for the one it had", () => {
  const { router, plan, table, disabled } = scene([channel(1), channel(2)], { disables: true });
  const asked = plan();
  const sent = router.next(asked);
  if (!sent) throw new Error("nothing to try");
  table.current = buildRoutingTable([channel(1, { key: "another" }), channel(2, { key: "another" })]);
  router.failed(asked, sent, BAD_KEY);
  expect(disabled).toEqual([]);
});

describe("a conversation", () => {
  const named = { conversation: () => "c" };
  const ten = Array.from({ length: 10 }, (_, id) => keys(id + 1, "random"));

  test("keeps its channel and key, also when the channels are loaded anew", () => {
    const { serve, table } = scene(ten);
    const home = serve(named);
    table.current = buildRoutingTable(ten.map((one) => ({ ...one })));
    expect(Array.from({ length: 5 }, () => serve(named))).toEqual(Array(5).fill(home));
  });

  test("moves on when its channel fails, and when that is gone", () => {
    const { serve, failNext, plan, table } = scene(ten);
    const home = serve(named);
    const moved = plan(named);
    expect(failNext(moved, LIMITED)).toBe(home);
    const next = serve(named);
    expect(next).not.toBe(home);
    table.current = buildRoutingTable(ten.filter(({ id }) => !next?.startsWith(String(id))));
    expect(serve(named)).not.toBe(next);
  });

  test("leaves a channel that answers much later than others", () => {
    const { serve } = scene([channel(1), channel(2)]);
    const home = serve(named, 60_000);
    for (let call = 0; call < 10; call++) serve({}, 200);
    const homes = Array.from({ length: 10 }, () => serve(named, 200));
    expect(new Set(homes).size).toBe(1);
    expect(homes[0]).not.toBe(home);
  });

  test("is not asked for where only one channel could serve", () => {
    const { serve } = scene([channel(1)]);
    let asked = 0;
    serve({ conversation: () => `${++asked}` });
    expect(asked).toBe(0);
  });
});

test("of two channels drawn, the sooner one is taken where the option says so", () => {
  const share = (prefersFast: boolean) => {
    const { serve } = scene([channel(1), channel(2)], { prefersFast });
    let fast = 0;
    for (let call = 0; call < 300; call++)
      if (serve({}, (key) => (key === "k2" ? 100 : 3000)) === "k2") fast++;
    return fast / 300;
  };
  expect(share(false)).toBeWithin(0.4, 0.6);
  expect(share(true)).toBeGreaterThan(0.7);
});
