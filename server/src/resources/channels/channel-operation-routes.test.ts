import { exchangeOf } from "../../../test/relay/sample-exchange.ts";
import type { UpstreamRequest } from "../../lib/egress/upstream-exchange.ts";
import { beforeEach, describe, expect, test } from "bun:test";
import { sampleChannel } from "../../../test/support/sample-channel.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import { nowSeconds } from "../../lib/clock.ts";
import { createChannelCare } from "./channel-care.ts";
import type { ChannelCare } from "./channel-care.ts";
import { channelOperationRoutes } from "./channel-operation-routes.ts";
import type { ChannelValues } from "./channel-record.ts";
import { createChannelRunStore } from "./channel-run-store.ts";
import type { TestOutcome } from "./channel-verdict.ts";
import { modelListRoutes } from "./model-list-routes.ts";
import { createModelListStore } from "./model-list-store.ts";
import { createRelayChannels } from "./relay-channels.ts";

describe.each(ENGINES)("work over all channels on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let admin: TestClient;
  let care: ChannelCare;
  /** What a probe answers, by channel; the ones that are absent wait for `release`. */
  let outcomes: Map<number, TestOutcome>;
  let release: PromiseWithResolvers<void>;
  let probed: number[];
  /** What vendors answer, by path. */
  let vendor: Record<string, unknown>;
  let asked: string[];

  beforeEach(async () => {
    outcomes = new Map();
    release = Promise.withResolvers();
    probed = [];
    vendor = {};
    asked = [];
    app = await apps.create({
      engine,
      overrides: {
        routes(parts) {
          const deps = {
            ...parts,
            modelLists: createModelListStore(parts.database),
            runs: createChannelRunStore(parts),
            listedName: (_: unknown, model: string) => model,
            loadChannel: createRelayChannels(parts).loadVendorChannel,
            openExchange({ url }: UpstreamRequest) {
              asked.push(url);
              const { pathname } = new URL(url);
              return exchangeOf(() =>
                pathname in vendor ? Response.json(vendor[pathname]) : new Response("gone", { status: 404 }),
              );
            },
            async probe(id: number) {
              probed.push(id);
              const outcome = outcomes.get(id);
              if (outcome) return outcome;
              await release.promise;
              return { success: true, message: "", timeSeconds: 0.5 };
            },
          };
          care = createChannelCare(deps);
          return [...channelOperationRoutes({ ...deps, care }), ...modelListRoutes({ ...deps, care })];
        },
      },
    });
    admin = await app.as("admin");
  });

  const create = (values: Partial<ChannelValues> = {}, keys = ["sk-one"]) =>
    app.parts.channels.create(sampleChannel(values), keys, 0);
  const channel = (id: number) => app.parts.channels.get(id);
  /** The figures once the run has ended. */
  const ended = async (path: "test" | "update_balance") => {
    for (;;) {
      const run = Object((await admin.call(`GET /api/channel/${path}/status`)).data);
      if (!run.running) return run;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  test("all channels but the disabled ones are tested, and a second test is refused meanwhile", async () => {
    await create({}, ["a", "b", "c"]);
    await app.parts.channels.update(2, { status: 2 });
    await create({ type: 52 });
    expect(await admin.call("GET /api/channel/test/")).toMatchObject({
      success: true,
      data: { running: true, total: 2, done: 0 },
    });
    expect(await admin.call("GET /api/channel/test")).toMatchObject({
      success: false,
      code: "channel.test-running",
      message: "测试已在运行中",
    });
    release.resolve();
    expect(await ended("test")).toMatchObject({ total: 2, done: 2, failed: 0 });
    expect(probed.toSorted()).toEqual([1, 3]);
    expect(await channel(1)).toMatchObject({ response_time: 500, test_time: nowSeconds(app.clock) });
  });

  test("a test of all switches off and on by the operator's rules, and names what failed", async () => {
    await create({ name: "dead" });
    await create({ name: "slow" });
    await create({ name: "back" });
    await create({ name: "kept", auto_ban: false });
    await app.parts.channels.switchOff(3, { reason: "x", atSeconds: 1 });
    await app.parts.options.set("AutomaticDisableChannelEnabled", "true");
    await app.parts.options.set("AutomaticEnableChannelEnabled", "true");
    const dead = { success: false, message: "no quota", timeSeconds: 1, disablingReason: "no quota" };
    outcomes.set(1, dead).set(4, dead);
    outcomes.set(2, { success: true, message: "", timeSeconds: 9 });
    outcomes.set(3, { success: true, message: "", timeSeconds: 1 });
    await admin.call("GET /api/channel/test");
    expect(await ended("test")).toMatchObject({ done: 4, failed: 2, switched_off: 2, switched_on: 1 });
    expect(await Promise.all([1, 2, 3, 4].map(async (id) => (await channel(id))?.status))).toEqual([
      3, 3, 1, 1,
    ]);
    expect(JSON.parse((await channel(2))?.other_info ?? "")).toEqual({
      status_reason: "响应时间 9.00s 超过阈值 5.00s",
      status_time: nowSeconds(app.clock),
    });
  });

  test("a cancelled test ends at once, and what it had begun counts for nothing", async () => {
    await create(
      {},
      Array.from({ length: 15 }, (_, n) => `k${n}`),
    );
    await admin.call("GET /api/channel/test");
    expect(await admin.call("POST /api/channel/test/cancel")).toMatchObject({
      data: { running: false, total: 15, done: 0, cancelled: true },
    });
    release.resolve();
    await care.tests.idle();
    expect(probed).toHaveLength(10);
    expect(await ended("test")).toMatchObject({ done: 0, cancelled: true });
    expect(await channel(1)).toMatchObject({ test_time: 0 });
  });

  test("one balance is asked for, stored and answered at the top", async () => {
    await create({ type: 20 });
    vendor["/api/v1/credits"] = { data: { total_credits: 10, total_usage: 4 } };
    const answer = await admin.call("GET /api/channel/update_balance/1/");
    expect(answer.json).toEqual({ success: true, message: "", balance: 6 });
    expect(asked).toEqual(["https://openrouter.ai/api/v1/credits"]);
    expect(await channel(1)).toMatchObject({ balance: 6, balance_updated_time: nowSeconds(app.clock) });
  });

  test.each<[string, number, string]>([
    ["a vendor without one", 14, "channel.balance-unsupported"],
    ["a vendor that fails", 20, "channel.balance-failed"],
  ])("a balance of %s is refused", async (_, type, code) => {
    await create({ type });
    expect(await admin.call("GET /api/channel/update_balance/1")).toMatchObject({ code });
    expect(await channel(1)).toMatchObject({ balance_updated_time: 0 });
    expect(await admin.call("GET /api/channel/update_balance/9")).toMatchObject({
      code: "channel.not-found",
    });
  });

  test("all balances are updated, and a channel that has run dry is switched off", async () => {
    await create({ type: 20 });
    await create({ type: 43 });
    await create({ type: 14 });
    await app.parts.options.set("AutomaticDisableChannelEnabled", "true");
    vendor["/api/v1/credits"] = { data: { total_credits: 1, total_usage: 1 } };
    expect(await admin.call("GET /api/channel/update_balance")).toMatchObject({ data: { total: 2 } });
    expect(await ended("update_balance")).toMatchObject({
      done: 2,
      failed: 1,
      switched_off: 1,
      failures: [{ id: 2, message: "HTTP 404: gone" }],
    });
    expect(await channel(1)).toMatchObject({
      status: 3,
      other_info: expect.stringContaining("余额不足"),
    });
  });

  test("what is disabled is deleted, and what differs is repaired; both say how many", async () => {
    await create({}, ["a", "b", "c"]);
    await app.parts.channels.update(1, { status: 2 });
    expect(await admin.call("DELETE /api/channel/disabled")).toMatchObject({ success: true, data: 1 });
    await app.parts.database.kysely.deleteFrom("abilities").where("channel_id", "=", 2).execute();
    expect(await admin.call("POST /api/channel/fix")).toMatchObject({ success: true, data: 1 });
    expect(await admin.call("POST /api/channel/fix")).toMatchObject({ success: true, data: 0 });
  });

  test("models are asked of a stored channel's vendor, and of values that are not stored", async () => {
    await create({ base_url: "https://models.example.com" });
    vendor["/v1/models"] = { data: [{ id: "m2" }, { id: "m1" }] };
    expect(await admin.call("GET /api/channel/fetch_models/1")).toMatchObject({ data: ["m1", "m2"] });
    const fetchFor = (body: object) => admin.call("POST /api/channel/fetch_models", { body });
    expect(await fetchFor({ type: 43, key: "k1\nk2", base_url: "" })).toMatchObject({ data: ["m1", "m2"] });
    expect(asked).toEqual(["https://models.example.com/v1/models", "https://api.deepseek.com/v1/models"]);
    expect(await fetchFor({ type: 1, key: " " })).toMatchObject({
      code: "channel.key-required",
      message: "请填写密钥",
    });
    expect(await fetchFor({ type: 41, key: "{}" })).toMatchObject({ code: "channel.models-unsupported" });
    expect(await fetchFor({ type: 17, key: "k" })).toMatchObject({
      code: "channel.models-failed",
      message: "获取模型列表失败：HTTP 404: gone",
    });
    expect(await fetchFor({ type: 1, key: "k", base_url: "http://169.254.169.254" })).toMatchObject({
      code: "channel.base-url-refused",
    });
    expect(await admin.call("GET /api/channel/fetch_models/9")).toMatchObject({ code: "channel.not-found" });
  });
});
