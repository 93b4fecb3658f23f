import { describe, expect, test } from "bun:test";
import { getPriceDefaults, getPricing, getRatioConfig } from "@tollgate/contract/prices";
import { buildChannel, buildUser } from "../../../test/support/factories.ts";
import { describeScenarios } from "../../../test/support/scenario.ts";
import { createTestApp, ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";

const GROUPS = {
  GroupRatio: '{"default":1,"vip":0.5,"inner":2}',
  GroupGroupRatio: '{"vip":{"default":0.9}}',
  UserUsableGroups: '{"default":"Everyone"}',
};
const PRICES = {
  ModelRatio: '{"by-token":3}',
  ModelPrice: '{"by-call":0.04}',
  CompletionRatio: '{"by-token":2}',
  CacheRatio: '{"by-token":0.25}',
};
const serve = (app: TestApp, models: string[], group: string[], status = 1) =>
  buildChannel(app.parts, { models, group, status });

describe.each(ENGINES)("the price list on %s", (engine) => {
  const apps = useTestApps();
  const create = (options = {}) => apps.create({ engine, options: { ...GROUPS, ...PRICES, ...options } });
  const list = async (app: TestApp, userGroup?: string) => {
    const client =
      userGroup === undefined
        ? await app.as("guest")
        : await app.asUser(await buildUser(app.parts, { group: userGroup }));
    return client.send(getPricing);
  };
  const names = async (app: TestApp, userGroup?: string) =>
    (await list(app, userGroup)).data.map((entry) => entry.model_name);

  test("holds the priced models that an enabled channel serves, with the price before any group's ratio", async () => {
    const app = await create();
    await serve(app, ["by-token", "by-call", "without-price"], ["default"]);
    await serve(app, ["gpt-4o"], ["default", "vip"]);
    await serve(app, ["o3"], ["default"], 2);
    const { data, json } = await list(app);
    expect(data).toEqual([
      {
        model_name: "by-call",
        quota_type: 1,
        model_ratio: 0,
        completion_ratio: 0,
        model_price: 0.04,
        enable_groups: ["default"],
        owner_by: "",
      },
      {
        model_name: "by-token",
        quota_type: 0,
        model_ratio: 3,
        completion_ratio: 2,
        model_price: 0,
        cache_ratio: 0.25,
        enable_groups: ["default"],
        owner_by: "",
      },
      expect.objectContaining({
        model_name: "gpt-4o",
        quota_type: 0,
        model_ratio: 1.25,
        completion_ratio: 4,
        enable_groups: ["default"],
        owner_by: "openai",
      }),
    ]);
    expect(json).toMatchObject({
      success: true,
      group_ratio: { default: 1 },
      usable_group: { default: "Everyone" },
      user_group: "",
      pricing_version: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
  });

  test("shows a reader the groups that he may use, with the ratios that he pays", async () => {
    const app = await create();
    await serve(app, ["by-token"], ["default", "vip", "inner"]);
    await serve(app, ["by-call"], ["inner"]);
    expect(await names(app)).toEqual(["by-token"]);
    expect(await names(app, "inner")).toEqual(["by-call", "by-token"]);
    const { data, json } = await list(app, "vip");
    expect(data.map((entry) => entry.enable_groups)).toEqual([["default", "vip"]]);
    expect(json).toMatchObject({
      group_ratio: { vip: 0.5, default: 0.9 },
      usable_group: { vip: "vip", default: "Everyone" },
      user_group: "vip",
    });
  });

  test("follows channels, prices and groups", async () => {
    const app = await create();
    const version = async () => Object((await list(app)).json).pricing_version;
    const first = await version();
    expect(await version()).toBe(first);
    const id = await serve(app, ["by-token"], ["default"]);
    expect(await names(app)).toEqual(["by-token"]);
    const second = await version();
    expect(second).not.toBe(first);
    await app.parts.options.set("ModelRatio", '{"by-token":7}');
    expect((await list(app)).data[0]?.model_ratio).toBe(7);
    expect(await version()).not.toBe(second);
    await app.parts.options.set("UserUsableGroups", '{"vip":"VIP"}');
    expect(await names(app)).toEqual([]);
    await app.parts.options.set("UserUsableGroups", '{"default":"Everyone"}');
    const root = await app.as("root");
    await root.call(`DELETE /api/channel/${id}`);
    expect(await names(app)).toEqual([]);
  });

  test("is sent again only when it has changed", async () => {
    const app = await create();
    await serve(app, ["by-token"], ["default"]);
    const etag = (await list(app)).headers.get("etag") ?? "";
    const guest = await app.as("guest");
    const again = () => guest.call("GET /api/pricing", { headers: { "if-none-match": etag } });
    expect(await again()).toMatchObject({ status: 304, text: "" });
    await app.parts.options.set("ModelRatio", '{"by-token":7}');
    expect(await again()).toMatchObject({ status: 200, success: true });
  });

  test("tells prices by length as tiers, each with all its ratios", async () => {
    const tiers = [{ above_input_tokens: 1000, input: 6, output: 5 }];
    const app = await create({ TieredPrices: JSON.stringify({ "by-token": tiers }) });
    await serve(app, ["by-token"], ["default"]);
    expect((await list(app)).data[0]?.tiers).toEqual([
      expect.objectContaining({
        above_input_tokens: 1000,
        model_ratio: 6,
        completion_ratio: 5,
        cache_ratio: 0.25,
      }),
    ]);
  });

  test("is for signed-in readers only, where the option says so", async () => {
    const app = await create({ PricingSignInRequired: "true" });
    expect(await list(app)).toMatchObject({ status: 401, code: "session.required" });
    expect((await list(app, "default")).success).toBe(true);
  });

  test("other gateways read the tables in force, once root has allowed it", async () => {
    const app = await create();
    const guest = await app.as("guest");
    expect(await guest.send(getRatioConfig)).toMatchObject({
      success: false,
      code: "price.not-exposed",
      message: "倍率配置接口未启用",
    });
    await app.parts.options.set("ExposeRatioEnabled", "true");
    const { data } = await guest.send(getRatioConfig);
    expect(Object.keys(data).sort()).toEqual([
      "cache_ratio",
      "completion_ratio",
      "create_cache_ratio",
      "model_price",
      "model_ratio",
    ]);
    expect(data.model_ratio).toMatchObject({ "by-token": 3, "gpt-4o": 1.25 });
    expect(data.model_price).toMatchObject({ "by-call": 0.04 });
  });

  test("root sees the shipped tables and what the channels serve", async () => {
    const app = await create();
    await serve(app, ["without-price", "by-call"], ["inner"]);
    const { data } = await (await app.as("root")).send(getPriceDefaults);
    expect(data.served_models).toEqual(["by-call", "without-price"]);
    expect(data.tables["ModelRatio"]).toMatchObject({ "gpt-4o": 1.25 });
    expect(Object.hasOwn(data.tables["ModelRatio"] ?? {}, "by-token")).toBe(false);
    expect(data.call_units).toMatchObject({ "sora-2": "second", "dall-e-3": "image" });
    expect(Object.hasOwn(data.call_units, "by-call")).toBe(false);
  });
});

test("the price list does not ask the database for every reader", async () => {
  // PostgreSQL's feed says once, when it has connected, that anything may have changed.
  await using app = await createTestApp({ engine: "sqlite", options: { ...GROUPS, ...PRICES } });
  await serve(app, ["by-token"], ["default"]);
  const guest = await app.as("guest");
  await guest.send(getPricing);
  await app.parts.database.kysely.deleteFrom("abilities").execute();
  expect((await guest.send(getPricing)).data).toMatchObject([{ model_name: "by-token" }]);
});

describeScenarios("the reset of the model ratios", {
  app: { options: { ...GROUPS, ...PRICES } },
  scenarios: [
    {
      name: "puts the shipped ratios back and leaves prices by the call and groups",
      as: "root",
      call: "POST /api/option/rest_model_ratio",
      expect: { message: "重置模型倍率成功" },
      check({ parts: { options, prices } }) {
        expect([
          options.get("ModelRatio"),
          options.get("CompletionRatio"),
          options.get("CacheRatio"),
        ]).toEqual([{}, {}, {}]);
        expect(options.get("ModelPrice")).toEqual({ "by-call": 0.04 });
        expect(options.get("GroupRatio")).toEqual({ default: 1, vip: 0.5, inner: 2 });
        expect(prices.current().pricedModels.has("by-token")).toBe(false);
      },
    },
  ],
});
