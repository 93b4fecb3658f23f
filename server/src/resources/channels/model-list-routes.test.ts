import { beforeEach, describe, expect, test } from "bun:test";
import { exchangeOf } from "../../../test/relay/sample-exchange.ts";
import { sampleChannel } from "../../../test/support/sample-channel.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import type { UpstreamRequest } from "../../lib/egress/upstream-exchange.ts";
import { nowSeconds } from "../../lib/clock.ts";
import { listedModelName } from "../../relay/listed-model.ts";
import { createChannelCare } from "./channel-care.ts";
import type { ChannelCare } from "./channel-care.ts";
import type { ChannelValues } from "./channel-record.ts";
import { createChannelRunStore } from "./channel-run-store.ts";
import { modelListRoutes } from "./model-list-routes.ts";
import { createModelListStore } from "./model-list-store.ts";
import { createRelayChannels } from "./relay-channels.ts";

describe.each(ENGINES)("lists of vendors' models on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let admin: TestClient;
  let care: ChannelCare;
  /** What the vendor lists, and the keys that it was asked with. */
  let listed: string[];
  let keys: (string | undefined)[];

  beforeEach(async () => {
    listed = ["a", "b", "c"];
    keys = [];
    app = await apps.create({
      engine,
      overrides: {
        routes(parts) {
          const deps = {
            ...parts,
            modelLists: createModelListStore(parts.database),
            runs: createChannelRunStore(parts),
            listedName: listedModelName,
            loadChannel: createRelayChannels(parts).loadVendorChannel,
            openExchange({ headers }: UpstreamRequest) {
              keys.push(Object(headers).authorization);
              return exchangeOf(() => Response.json({ data: listed.map((id) => ({ id })) }));
            },
            probe: () => Promise.reject(new Error("nothing is tested")),
          };
          care = createChannelCare(deps);
          return modelListRoutes({ ...deps, care });
        },
      },
    });
    admin = await app.as("admin");
  });

  const create = (values: Partial<ChannelValues> = {}, key = "sk-one") =>
    app.parts.channels.create(sampleChannel(values), [key], 0);
  const dataOf = async (call: Parameters<TestClient["call"]>[0], body?: object) =>
    (await admin.call(call, body === undefined ? {} : { body })).data;
  const detect = (id = 1) => dataOf("POST /api/channel/upstream_updates/detect", { id });
  const apply = (decision: object) =>
    dataOf("POST /api/channel/upstream_updates/apply", { id: 1, ...decision });
  const counts = () => dataOf("GET /api/channel/upstream_updates");
  const models = async () => (await app.parts.channels.get(1))?.models;

  test("the first look tells what is gone; what a vendor adds later is told then", async () => {
    await create({ models: ["a", "old"] });
    expect(await dataOf("GET /api/channel/1/upstream_updates")).toEqual({
      checked_at: 0,
      added: [],
      gone: [],
    });
    const checked_at = nowSeconds(app.clock);
    expect(await detect()).toEqual({ checked_at, added: [], gone: ["old"] });
    listed = ["new", "a", "b"];
    expect(await detect()).toMatchObject({ added: ["new"], gone: ["old"] });
    expect(await counts()).toEqual([{ id: 1, added: 1, gone: 1 }]);
    expect(await models()).toBe("a,old");
  });

  test("a model that went and came back is told again", async () => {
    await create({ models: ["a"] });
    await detect();
    listed = ["a"];
    await detect();
    listed = ["a", "b"];
    expect(await detect()).toMatchObject({ added: ["b"] });
  });

  test("what is accepted changes the channel and what it serves; what is not told cannot be accepted", async () => {
    await create({ models: ["a", "old"] });
    await detect();
    listed = ["a", "new", "newer"];
    await detect();
    const left = await apply({ add_models: ["new", "b", "made-up"], remove_models: ["old", "a"] });
    expect(left).toMatchObject({ added: ["newer"], gone: [] });
    expect(await models()).toBe("a,new");
    expect(await app.parts.channels.enabledModels()).toEqual(["a", "new"]);
  });

  test("what is ignored stays silent as long as it lasts, and changes nothing", async () => {
    await create({ models: ["a", "old"] });
    await detect();
    listed = ["a", "new"];
    await detect();
    expect(await apply({ ignore_models: ["new", "old"] })).toMatchObject({ added: [], gone: [] });
    expect(await detect()).toMatchObject({ added: [], gone: [] });
    expect(await counts()).toEqual([]);
    expect(await models()).toBe("a,old");
  });

  test("a difference that somebody has settled in the editor is told no longer", async () => {
    await create({ models: ["a", "old"] });
    await detect();
    await app.parts.channels.update(1, { models: ["a"] });
    expect(await counts()).toEqual([]);
    expect(await dataOf("GET /api/channel/1/upstream_updates")).toMatchObject({ gone: [] });
  });

  test("the last model of a channel cannot be taken away, and an empty list is a fault", async () => {
    await create({ models: ["old"] });
    await detect();
    expect(
      await admin.call("POST /api/channel/upstream_updates/apply", {
        body: { id: 1, remove_models: ["old"] },
      }),
    ).toMatchObject({ code: "channel.models-none-left" });
    listed = [];
    expect(await admin.call("POST /api/channel/upstream_updates/detect", { body: { id: 1 } })).toMatchObject({
      code: "channel.models-failed",
    });
    expect(await models()).toBe("old");
  });

  test("mapped names and endings that no vendor lists are looked for as they are sent", async () => {
    listed = ["gpt-5"];
    await create({ models: ["mine", "gpt-5-high"], model_mapping: '{"mine":"gpt-5"}' });
    expect(await detect()).toMatchObject({ added: [], gone: [] });
  });

  test("of several keys the first is asked with", async () => {
    await create({ setting: '{"multi_key_mode":"random"}' }, "sk-one\nsk-two");
    await detect();
    expect(keys).toEqual(["Bearer sk-one"]);
  });

  test("a check of all asks the enabled channels whose vendors offer a list", async () => {
    await create({ name: "on", models: ["old"] });
    await create({ name: "off", status: 2 });
    await create({ type: 41, name: "no list" });
    expect(await dataOf("POST /api/channel/upstream_updates/detect_all")).toMatchObject({ total: 1 });
    await care.models.idle();
    expect(await dataOf("GET /api/channel/upstream_updates/detect_all/status")).toMatchObject({ done: 1 });
    expect(await counts()).toEqual([{ id: 1, added: 0, gone: 1 }]);
  });

  test("a deleted channel leaves nothing behind, and an unknown one is not found", async () => {
    await create({ models: ["old"] });
    await detect();
    await app.parts.channels.remove([1]);
    const left = await app.parts.database.kysely.selectFrom("channel_upstream_models").selectAll().execute();
    expect(left).toEqual([]);
    const call = "GET /api/channel/1/upstream_updates";
    expect(await admin.call(call)).toMatchObject({ code: "channel.not-found" });
  });
});
