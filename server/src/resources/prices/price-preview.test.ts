import { beforeEach, describe, expect, test } from "bun:test";
import { previewPrices } from "@tollgate/contract/prices";
import { buildUser } from "../../../test/support/factories.ts";
import { sampleLog } from "../../../test/support/sample-log.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import { nowSeconds } from "../../lib/clock.ts";
import { callRate } from "../../pricing/rate-fixtures.ts";
import { usageOf } from "../../pricing/usage.ts";
import type { NewLog } from "../logs/log-record.ts";
import { insertLog } from "../logs/log-store.ts";
import { previewTraffic } from "./price-preview.ts";

const HOUR = 3600;

describe.each(ENGINES)("a preview of prices on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let root: TestClient;
  let now: number;
  let userId: number;

  beforeEach(async () => {
    const options = { ModelRatio: '{"cheap":1,"dear":10}', GroupRatio: '{"default":1,"vip":2}' };
    app = await apps.create({ engine, options });
    root = await app.as("root");
    now = nowSeconds(app.clock);
    userId = await buildUser(app.parts, { group: "vip" });
  });

  const call = (values: Partial<NewLog> & { tokens?: number }) => {
    const { tokens = 100, ...row } = values;
    const other = JSON.stringify({ usage: usageOf({ input: { uncached: tokens }, requests: 1 }) });
    return insertLog(
      app.parts.database,
      sampleLog({ createdAt: now - 60, modelName: "cheap", userId, quota: 100, other, ...row }),
    );
  };
  const preview = async (options: Record<string, string> = {}, hours = 24) =>
    (await root.send(previewPrices, { body: { options, hours } })).data;

  test("with the tables in force costs what was charged", async () => {
    await call({});
    await call({ modelName: "dear", quota: 1000 });
    await call({ group: "vip", quota: 200 });
    expect(await preview()).toEqual({
      from: now - 24 * HOUR,
      to: now,
      calls: 3,
      calls_priced: 3,
      charged_quota: 1300,
      quota: 1300,
      truncated: false,
      models: [
        { model_name: "cheap", calls: 2, charged_quota: 300, quota: 300 },
        { model_name: "dear", calls: 1, charged_quota: 1000, quota: 1000 },
      ],
      groups: [
        { group: "default", calls: 2, charged_quota: 1100, quota: 1100 },
        { group: "vip", calls: 1, charged_quota: 200, quota: 200 },
      ],
      unpriced: [],
    });
  });

  test("tells what other tables would have charged, the largest difference first, and changes nothing", async () => {
    await call({});
    await call({ modelName: "dear", quota: 1000 });
    const told = await preview({ ModelRatio: '{"cheap":2,"dear":20}', GroupRatio: '{"default":0.5}' });
    expect(told).toMatchObject({ charged_quota: 1100, quota: 1100 });
    const dearer = await preview({ ModelRatio: '{"cheap":1.5,"dear":20}' });
    expect(dearer.models).toEqual([
      { model_name: "dear", calls: 1, charged_quota: 1000, quota: 2000 },
      { model_name: "cheap", calls: 1, charged_quota: 100, quota: 150 },
    ]);
    // A special ratio is for the users of one group: this one's calls in the group default.
    expect(await preview({ GroupGroupRatio: '{"vip":{"default":0.1}}' })).toMatchObject({ quota: 110 });
    expect(app.parts.options.get("ModelRatio")).toEqual({ cheap: 1, dear: 10 });
  });

  test("names the models that would be refused, and leaves their calls out of both sums", async () => {
    await call({});
    await call({ modelName: "dear", quota: 1000 });
    expect(await preview({ ModelRatio: '{"cheap":1}' })).toMatchObject({
      calls: 2,
      calls_priced: 1,
      charged_quota: 100,
      quota: 100,
      unpriced: ["dear"],
    });
  });

  test("looks at the charged calls of the hours asked for", async () => {
    await call({ createdAt: now - 2 * HOUR });
    await call({ createdAt: now - 1 });
    await call({ type: 5, quota: 0 });
    await call({ tokenId: 0, quota: 0 });
    expect(await preview({}, 1)).toMatchObject({ calls: 1, from: now - HOUR });
    expect(await preview({}, 2)).toMatchObject({ calls: 2 });
  });

  test("counts calls whose usage is not known, without pricing them", async () => {
    for (const other of ["", "{}", "[1]", '{"usage":{"input":{"uncached":-1},"output":{}}}', '{"usage":7}'])
      await call({ other });
    await call({});
    expect(await preview()).toMatchObject({ calls: 6, calls_priced: 1, charged_quota: 100 });
  });

  test("multiplies a call's price by what the call itself was multiplied by", async () => {
    const multipliers = [{ name: "quality", value: 2 }];
    const rate = { ...callRate({ modelPriceUsd: 0.04, per: "image" }), multipliers };
    const other = JSON.stringify({ rate, usage: usageOf({ requests: 1, images: 3 }) });
    await call({ modelName: "pictures", quota: 120_000, other });
    const priced = (price: number) => preview({ ModelPrice: JSON.stringify({ pictures: price }) });
    expect(await priced(0.04)).toMatchObject({ charged_quota: 120_000, quota: 120_000 });
    expect(await priced(0.08)).toMatchObject({ quota: 240_000 });
  });

  test("a table that is not valid is refused by its name", async () => {
    const answer = await root.call("POST /api/prices/preview", {
      body: { options: { ModelRatio: '{"a":1,"a":2}' } },
    });
    expect(answer).toMatchObject({ success: false, code: "option.table-duplicate" });
    expect(answer.message).toContain("ModelRatio");
    for (const body of [{ options: { SystemName: "x" } }, { hours: 0 }, { hours: 169 }, { hours: 1.5 }])
      expect([body, (await root.call("POST /api/prices/preview", { body })).success]).toEqual([body, false]);
  });

  test("reads page by page, and says when there were more calls than it looks at", async () => {
    for (let index = 0; index < 7; index += 1) await call({ createdAt: now - 10 * index });
    const request = {
      tables: app.parts.prices.current(),
      selfUseModeEnabled: false,
      fromSeconds: now - HOUR,
      toSeconds: now,
      signal: new AbortController().signal,
    };
    const of = (callsMax: number, signal = request.signal) =>
      previewTraffic(app.parts.database, { ...request, signal }, { callsMax, pageSize: 2 });
    expect(await of(7)).toMatchObject({ calls: 7, truncated: false, from: now - HOUR, quota: 700 });
    expect(await of(6)).toMatchObject({ calls: 6, truncated: true, from: now - 50, quota: 600 });
    expect(await of(1)).toMatchObject({ calls: 1, truncated: true, from: now });
    expect(await of(7, AbortSignal.abort())).toMatchObject({ calls: 0, truncated: true });
  });
});
