import { describe, expect, test } from "bun:test";
import { OPTION_TABLE } from "@tollgate/contract/option-table";
import { silentLogger } from "../../lib/logger.ts";
import { stopAtInsertInto } from "../../../test/support/failing-insert.ts";
import { startSecondNode } from "../../../test/support/second-node.ts";
import { describeScenarios } from "../../../test/support/scenario.ts";
import { createTestApp, ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";

const PUT = "PUT /api/option/";
const BATCH = "PUT /api/option/batch";
const rows = ({ parts }: TestApp) =>
  parts.database.kysely.selectFrom("options").selectAll().orderBy("key").execute();

describeScenarios("options", {
  app: { options: { SMTPToken: "mail-secret", GitHubClientId: "id-1" } },
  scenarios: [
    {
      name: "every option is listed as text, secrets are not",
      as: "root",
      call: "GET /api/option/",
      expect: {},
      check(_, answer) {
        const listed = new Map(
          (answer.data as { key: string; value: string }[]).map(({ key, value }) => [key, value]),
        );
        const secrets = Object.entries(OPTION_TABLE).filter(([, spec]) => "secret" in spec && spec.secret);
        expect(listed.size).toBe(Object.keys(OPTION_TABLE).length - secrets.length);
        expect(secrets.some(([key]) => listed.has(key))).toBe(false);
        expect(listed.get("QuotaPerUnit")).toBe("500000");
        expect(listed.get("GroupRatio")).toBe('{"default":1,"vip":1,"svip":1}');
        expect(listed.get("GitHubClientId")).toBe("id-1");
        expect(answer.text).not.toContain("mail-secret");
      },
    },
    {
      name: "an option is stored as its kind reads it",
      as: "root",
      call: PUT,
      body: { key: "ServerAddress", value: " https://gate.example.com// " },
      expect: {},
      async check(app) {
        expect(app.parts.options.get("ServerAddress")).toBe("https://gate.example.com");
      },
    },
    {
      name: "true, false and numbers may come as such",
      as: "root",
      call: PUT,
      body: { key: "RetryTimes", value: 3 },
      expect: {},
      check: (app) => expect(app.parts.options.get("RetryTimes")).toBe(3),
    },
    {
      name: "a value of the wrong kind is refused and changes nothing",
      as: "root",
      call: PUT,
      body: { key: "GroupRatio", value: '{"default":-1}' },
      expect: {
        success: false,
        code: "option.table-not-a-price",
        message: "GroupRatio 第 1 行：default 的值必须是 0 到 1000000 之间的数字",
      },
      check: (app) => expect(app.parts.options.get("GroupRatio")).toEqual({ default: 1, vip: 1, svip: 1 }),
    },
    {
      name: "a price table that names a model twice is refused, and the one in force stays",
      as: "root",
      call: PUT,
      headers: { "accept-language": "en" },
      body: { key: "ModelRatio", value: '{\n  "gpt-4o": 1,\n  "gpt-4o": 2\n}' },
      expect: {
        success: false,
        code: "option.table-duplicate",
        message: "ModelRatio, line 3: gpt-4o is there twice",
      },
      check: (app) => expect(app.parts.prices.current().pricedModels.get("gpt-4o")?.price.value).toBe(1.25),
    },
    {
      name: "a price table that is not JSON is refused with the place",
      as: "root",
      call: PUT,
      body: { key: "ModelPrice", value: '{"dall-e-3": 0.04,}' },
      expect: {
        success: false,
        code: "option.table-not-json",
        message: "ModelPrice 不是合法的 JSON 字符串（第 1 行第 19 列）",
      },
    },
    {
      name: "an unknown key is refused",
      as: "root",
      call: PUT,
      body: { key: "constructor", value: "x" },
      expect: { success: false, code: "option.unknown", message: "未知的设置项：constructor" },
    },
    {
      name: "a switch that needs other options says which are missing",
      as: "root",
      call: PUT,
      body: { key: "GitHubOAuthEnabled", value: "true" },
      expect: { success: false, code: "option.requires", message: "无法启用，请先填入 GitHubClientSecret" },
    },
    {
      name: "switching it off needs nothing",
      as: "root",
      call: PUT,
      body: { key: "GitHubOAuthEnabled", value: false },
      expect: {},
    },
    {
      name: "several are set at once, and one that needs another may come with it",
      as: "root",
      call: BATCH,
      body: { options: { GitHubOAuthEnabled: true, GitHubClientSecret: "s", RetryTimes: 2 } },
      expect: {},
      check({ parts: { options } }) {
        expect(options.get("GitHubOAuthEnabled")).toBe(true);
        expect(options.get("RetryTimes")).toBe(2);
      },
    },
    {
      name: "of several, one that is wrong leaves all as they were",
      as: "root",
      call: BATCH,
      body: { options: { RetryTimes: 2, ModelRatio: '{"m":2}', CompletionRatio: '{"m":-2}' } },
      expect: { success: false, code: "option.table-not-a-price" },
      async check(app) {
        expect((await rows(app)).map(({ key }) => key)).toEqual(["GitHubClientId", "SMTPToken"]);
        expect(app.parts.options.get("RetryTimes")).toBe(0);
      },
    },
    {
      name: "payment needs the server's address first",
      as: "root",
      call: PUT,
      body: { key: "PayAddress", value: "https://pay.example.com" },
      expect: { success: false, code: "option.requires", message: "无法启用，请先填入 ServerAddress" },
    },
  ],
});

describe.each(ENGINES)("option store on %s", (engine) => {
  const apps = useTestApps();

  test("only what differs from its default has a row, and secrets are sealed", async () => {
    const app = await apps.create({ engine, options: { SMTPToken: "mail-secret", RetryTimes: "3" } });
    expect(await rows(app)).toEqual([
      { key: "RetryTimes", value: "3" },
      { key: "SMTPToken", value: expect.stringMatching(/^v1:/) },
    ]);
    expect(app.parts.options.get("SMTPToken")).toBe("mail-secret");
    await app.parts.options.set("RetryTimes", "0");
    await app.parts.options.set("SMTPToken", "");
    expect(await rows(app)).toEqual([]);
    expect(app.parts.options.get("SMTPToken")).toBe("");
  });

  test("listeners hear of a change after it is in force", async () => {
    const app = await apps.create({ engine });
    const seen: number[] = [];
    const stop = app.parts.options.onChange(() => seen.push(app.parts.options.get("RetryTimes")));
    await app.parts.options.set("RetryTimes", "2");
    stop();
    await app.parts.options.set("RetryTimes", "4");
    // PostgreSQL's feed says once that anything may have changed, when it has connected.
    expect([...new Set(seen)].filter((value) => value !== 0)).toEqual([2]);
  });

  test("several that are set at once are one change, and none when the database fails between them", async () => {
    const app = await apps.create({ engine });
    const { options, database } = app.parts;
    let changes = 0;
    options.onChange(() => (changes += 1));
    await options.setAll({ ModelRatio: '{"a":1}', CompletionRatio: '{"a":2}', CacheRatio: '{"a":0.5}' });
    // PostgreSQL's feed says once that anything may have changed, when it has connected.
    expect(changes).toBeLessThanOrEqual(engine === "sqlite" ? 1 : 2);
    await stopAtInsertInto(database, "options", "RetryTimes");
    const failing = options.setAll({ ModelRatio: '{"a":7}', RetryTimes: "3", CompletionRatio: '{"a":7}' });
    await expect(failing).rejects.toThrow("stopped");
    expect(options.get("ModelRatio")).toEqual({ a: 1 });
    expect((await rows(app)).find(({ key }) => key === "ModelRatio")?.value).toBe('{"a":1}');
  });

  test("a stored value that cannot be read leaves the default in force", async () => {
    const app = await apps.create({ engine });
    await app.parts.database.kysely
      .insertInto("options")
      .values([
        { key: "RetryTimes", value: "many" },
        { key: "SMTPToken", value: "not sealed" },
        { key: "OptionOfTomorrow", value: "x" },
      ])
      .execute();
    await app.parts.options.set("SystemName", "Gate");
    expect(app.parts.options.get("RetryTimes")).toBe(0);
    expect(app.parts.options.get("SMTPToken")).toBe("");
    expect((await rows(app)).map(({ key }) => key)).toContain("OptionOfTomorrow");
  });

  test("a stored price table that cannot be read is named, and the last good one stays in force", async () => {
    const warnings: unknown[] = [];
    const logger = { ...silentLogger, warn: (...line: unknown[]) => void warnings.push(line) };
    const app = await apps.create({
      engine,
      options: { ModelRatio: '{"my-model":3}' },
      overrides: { logger },
    });
    const { database, feed, options, prices } = app.parts;
    for (const broken of ['{"my-model":4,"other":', '{"my-model":-4}', "[]", '{"my-model":"4"}']) {
      await database.kysely
        .updateTable("options")
        .set({ value: broken })
        .where("key", "=", "ModelRatio")
        .execute();
      await feed.publish("options");
      expect(options.get("ModelRatio")).toEqual({ "my-model": 3 });
      expect(prices.current().pricedModels.get("my-model")?.price.value).toBe(3);
    }
    const named = warnings.filter((line) => JSON.stringify(line).includes('"ModelRatio"'));
    expect(named).toHaveLength(4);
    expect(named[1]).toEqual([
      "a stored option is not valid: the value before stays in force",
      {
        key: "ModelRatio",
        problem: expect.stringContaining("line 1: the value of my-model must be a number"),
      },
    ]);
    await options.set("ModelRatio", '{"my-model":5}');
    expect(prices.current().pricedModels.get("my-model")?.price.value).toBe(5);
  });

  test("a part that cannot take over a change does not keep the others from it", async () => {
    const app = await apps.create({ engine });
    const { options } = app.parts;
    options.onChange(() => {
      throw new Error("broken part");
    });
    let heard = 0;
    options.onChange(() => (heard += 1));
    await options.set("RetryTimes", "2");
    expect(heard).toBeGreaterThan(0);
    expect(options.get("RetryTimes")).toBe(2);
  });

  test("several options go back to their defaults at once", async () => {
    const app = await apps.create({
      engine,
      options: { RetryTimes: "3", SystemName: "Gate", MinTopUp: "9" },
    });
    await app.parts.options.reset(["RetryTimes", "SystemName"]);
    const { options } = app.parts;
    expect([options.get("RetryTimes"), options.get("SystemName"), options.get("MinTopUp")]).toEqual([
      0,
      "Tollgate",
      9,
    ]);
    expect((await rows(app)).map(({ key }) => key)).toEqual(["MinTopUp"]);
  });

  test("a change of another option leaves the compiled prices as they are", async () => {
    const app = await apps.create({ engine, options: { ModelRatio: '{"my-model":3}' } });
    const before = app.parts.prices.current();
    await app.parts.options.set("RetryTimes", "2");
    expect(app.parts.prices.current()).toBe(before);
    await app.parts.options.set("ModelRatio", '{"my-model":4}');
    expect(app.parts.prices.current()).not.toBe(before);
  });

  test("prices follow the options", async () => {
    const app = await apps.create({ engine });
    const { prices, options } = app.parts;
    const before = prices.current();
    expect(before.pricedModels.has("my-model")).toBe(false);
    await options.set("ModelRatio", '{"my-model":3}');
    await options.set("GroupRatio", '{"default":1}');
    expect(prices.current().pricedModels.get("my-model")?.price).toEqual({ value: 3, source: "operator" });
    expect([...prices.current().groupRatios.keys()]).toEqual(["default"]);
  });
});

test("an option set on one node counts on the others", async () => {
  await using app = await createTestApp({ engine: "postgres" });
  await using second = await startSecondNode(app);
  const heard = Promise.withResolvers<void>();
  second.parts.options.onChange(() => {
    if (second.parts.options.get("SystemName") === "Two") heard.resolve();
  });
  await app.parts.options.set("SystemName", "Two");
  await heard.promise;
  expect(second.parts.options.get("SystemName")).toBe("Two");
  expect(second.parts.nodeId).not.toBe(app.parts.nodeId);
});
