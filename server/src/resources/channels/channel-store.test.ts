import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sampleChannel } from "../../../test/support/sample-channel.ts";
import { ENGINES, openTestDatabase } from "../../../test/support/test-database.ts";
import type { TestDatabase } from "../../../test/support/test-database.ts";
import { testSecrets } from "../../../test/support/test-secrets.ts";
import { openChannelKey } from "./channel-key.ts";
import type { ChannelFilter } from "./channel-list-store.ts";
import type { ChannelValues } from "./channel-record.ts";
import { createChannelStore } from "./channel-store.ts";
import type { ChannelStore } from "./channel-store.ts";

describe.each(ENGINES)("channels on %s", (engine) => {
  let opened: TestDatabase;
  let store: ChannelStore;
  let published: (number | undefined)[];

  beforeEach(async () => {
    opened = await openTestDatabase(engine);
    published = [];
    store = createChannelStore({
      database: opened.database,
      secrets: testSecrets,
      feed: { publish: async (topic, id) => void (topic === "channels" && published.push(id)) },
    });
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  const create = (values: Partial<ChannelValues> = {}, keys = ["sk-one"]) =>
    store.create(sampleChannel(values), keys, 1000);
  const abilities = async () => {
    const rows = await opened.database.kysely.selectFrom("abilities").selectAll().execute();
    return rows.map((row) => `${row.channel_id} ${row.group} ${row.model}`).sort();
  };
  const keyOf = async (id: number) => {
    const row = await store.row(id);
    return row && openChannelKey(testSecrets, row);
  };
  const names = async (filter: Partial<ChannelFilter>) => {
    const { rows, total } = await store.list({ limit: 100, offset: 0, ...filter });
    expect(total).toBe(rows.length);
    return rows.map((row) => row.name);
  };

  test("a channel is stored with its abilities; its key is not readable in the row", async () => {
    await create({ group: ["default", "vip"], models: ["gpt-4o", "gpt-4"] });
    expect(await abilities()).toEqual(["1 default gpt-4", "1 default gpt-4o", "1 vip gpt-4", "1 vip gpt-4o"]);
    expect(JSON.stringify(await store.row(1))).not.toContain("sk-one");
    expect(await keyOf(1)).toBe("sk-one");
    expect(await store.get(1)).toMatchObject({ name: "Main", created_time: 1000, group: "default,vip" });
    expect(published).toEqual([undefined]);
  });

  test("what lists read has no column of the key", async () => {
    await create();
    const [row] = (await store.list({ limit: 1, offset: 0 })).rows;
    expect(Object.keys(row ?? {}).filter((name) => name.includes("key"))).toEqual([]);
    expect(Object.keys((await store.get(1)) ?? {}).filter((name) => name.includes("key"))).toEqual([]);
  });

  test("hundreds of keys make as many channels with whole abilities, told of once", async () => {
    const models = Array.from({ length: 50 }, (_, n) => `model-${n}`);
    const keys = Array.from({ length: 300 }, (_, n) => `sk-${n}`);
    await create({ models }, keys);
    expect((await abilities()).length).toBe(300 * 50);
    expect((await store.list({ limit: 1, offset: 0 })).total).toBe(300);
    expect(await keyOf(300)).toBe("sk-299");
    expect(published).toEqual([undefined]);
  });

  test("a change of groups or models rewrites the abilities, any other leaves them", async () => {
    await create({ models: ["a", "b"] });
    await store.update(1, { models: ["b", "c"] });
    expect(await abilities()).toEqual(["1 default b", "1 default c"]);
    await store.update(1, { group: ["vip"] });
    expect(await abilities()).toEqual(["1 vip b", "1 vip c"]);
    await store.update(1, { priority: 5, auto_ban: false });
    expect(await abilities()).toEqual(["1 vip b", "1 vip c"]);
    expect(await store.get(1)).toMatchObject({ priority: 5, auto_ban: 0, models: "b,c" });
    expect(published).toEqual([undefined, 1, 1, 1]);
  });

  test("a key stays until another is given, which is then found by its text", async () => {
    await create();
    await store.update(1, { name: "Renamed" });
    expect(await keyOf(1)).toBe("sk-one");
    await store.update(1, {}, "sk-two");
    expect(await keyOf(1)).toBe("sk-two");
    expect(await names({ keyword: "sk-two" })).toEqual(["Renamed"]);
    expect(await names({ keyword: "sk-one" })).toEqual([]);
  });

  test("a change of nothing answers the channel, one of no channel nothing", async () => {
    await create();
    expect(await store.update(1, {})).toMatchObject({ id: 1, name: "Main" });
    expect(await store.update(2, { name: "x" })).toBeUndefined();
    expect(published).toEqual([undefined, 1]);
  });

  test("why the system disabled a channel is forgotten when a person sets its status", async () => {
    await create();
    await opened.database.kysely.updateTable("channels").set({ status: 3, other_info: '{"a":1}' }).execute();
    expect(await store.update(1, { name: "x" })).toMatchObject({ status: 3, other_info: '{"a":1}' });
    expect(await store.update(1, { status: 1 })).toMatchObject({ status: 1, other_info: "" });
  });

  test("a removed channel takes its abilities along", async () => {
    await create({}, ["a", "b", "c"]);
    expect(await store.remove([1, 3, 99])).toBe(2);
    expect(await abilities()).toEqual(["2 default gpt-4o"]);
    expect(published.slice(1)).toEqual([1, 3, 99]);
  });

  test("a copy is disabled, has the key and the abilities, and no history", async () => {
    await create({ group: ["vip"], models: ["a"], tag: "t" });
    await opened.database.kysely
      .updateTable("channels")
      .set({ used_quota: 5, response_time: 6, test_time: 7, balance: 8.5, other_info: "x" })
      .execute();
    expect(await store.copy(1, "Copy", 2000)).toBe(2);
    expect(await store.get(2)).toMatchObject({
      name: "Copy",
      tag: "t",
      status: 2,
      created_time: 2000,
      used_quota: 0,
      response_time: 0,
      test_time: 0,
      balance: 0,
      other_info: "",
    });
    expect(await keyOf(2)).toBe("sk-one");
    expect(await abilities()).toEqual(["1 vip a", "2 vip a"]);
    expect(await store.copy(99, "Copy", 2000)).toBeUndefined();
    expect(published).toEqual([undefined, 2]);
  });

  test("the highest priority comes first, or the newest when asked for", async () => {
    await create({ name: "low", priority: -5 });
    await create({ name: "high", priority: 9 });
    await create({ name: "zero" });
    await create({ name: "zero again" });
    expect(await names({})).toEqual(["high", "zero again", "zero", "low"]);
    expect(await names({ idSort: true })).toEqual(["zero again", "zero", "high", "low"]);
    expect((await store.list({ limit: 2, offset: 1 })).rows.map((row) => row.name)).toEqual([
      "zero again",
      "zero",
    ]);
  });

  test("a keyword is an id, a key, or part of a name or address in any case", async () => {
    await create({ name: "Alpha", base_url: "https://eu.example.com" }, ["key-a"]);
    await create({ name: "Beta 1", base_url: "https://us.example.com" }, ["key-b"]);
    await create({ name: "100%" }, ["key-c"]);
    expect(await names({ keyword: "1" })).toEqual(["100%", "Beta 1", "Alpha"]);
    expect(await names({ keyword: "2" })).toEqual(["Beta 1"]);
    expect(await names({ keyword: "ALPH" })).toEqual(["Alpha"]);
    expect(await names({ keyword: "US.example" })).toEqual(["Beta 1"]);
    expect(await names({ keyword: "key-b" })).toEqual(["Beta 1"]);
    expect(await names({ keyword: "key-" })).toEqual([]);
    expect(await names({ keyword: "%" })).toEqual(["100%"]);
    expect(await names({ keyword: "'; drop table channels --" })).toEqual([]);
  });

  test("group and status are matched whole, a model by part of its name", async () => {
    await create({ name: "A", group: ["vip"], models: ["gpt-4o"] });
    await create({ name: "B", group: ["vip2", "default"], models: ["gpt-4", "gpt-4o-mini"], status: 2 });
    expect(await names({ group: "vip" })).toEqual(["A"]);
    expect(await names({ model: "gpt-4" })).toEqual(["B", "A"]);
    expect(await names({ model: "4O-MINI" })).toEqual(["B"]);
    expect(await names({ group: "default", model: "gpt-4" })).toEqual(["B"]);
    expect(await names({ group: "vip", model: "mini" })).toEqual([]);
    expect(await names({ status: 2 })).toEqual(["B"]);
    expect(await names({ keyword: "a", group: "vip2" })).toEqual([]);
  });

  test("the models of enabled channels that can be called are each named once, of all groups or of the asked ones", async () => {
    await create({ group: ["a"], models: ["m1", "m2"] });
    await create({ group: ["b"], models: ["m2", "m3"] });
    await create({ group: ["a"], models: ["m4"], status: 2 });
    await create({ group: ["a"], models: ["m5"], type: 52 });
    expect(await store.enabledModels()).toEqual(["m1", "m2", "m3"]);
    expect(await store.enabledModels(["b"])).toEqual(["m2", "m3"]);
    expect(await store.enabledModels([])).toEqual([]);
  });

  test("several channels are changed alike, by tag or by id, and routing is told once", async () => {
    await create({ tag: "eu", group: ["a"], models: ["m"] }, ["k1", "k2"]);
    await create({ tag: "eu", group: ["b"], models: ["n", "o"] });
    await create({ tag: "us" });
    published = [];
    expect(await store.updateMany({ tag: "eu" }, { models: ["x", "y"], priority: 4 })).toBe(3);
    expect(published).toEqual([undefined]);
    expect(await abilities()).toEqual([
      "1 a x",
      "1 a y",
      "2 a x",
      "2 a y",
      "3 b x",
      "3 b y",
      "4 default gpt-4o",
    ]);
    expect(await store.updateMany({ ids: [2, 4, 99] }, { tag: "" })).toBe(2);
    expect((await store.list({ limit: 9, offset: 0, idSort: true })).rows.map((row) => row.tag)).toEqual([
      "",
      "eu",
      "",
      "eu",
    ]);
    expect(await store.tagModels("eu")).toEqual(["x", "y"]);
    expect(await store.updateMany({ tag: "none" }, { priority: 1 })).toBe(0);
  });

  test("thousands of abilities of a tag are rewritten whole", async () => {
    const keys = Array.from({ length: 120 }, (_, n) => `sk-${n}`);
    await create({ tag: "many" }, keys);
    const models = Array.from({ length: 60 }, (_, n) => `model-${n}`);
    expect(await store.updateMany({ tag: "many" }, { models })).toBe(120);
    expect((await abilities()).length).toBe(120 * 60);
  });

  test("the system switches off what is enabled and on what it switched off, and nothing else", async () => {
    await create({}, ["a", "b"]);
    await store.update(2, { status: 2 });
    published = [];
    expect(await store.switchOff(1, { reason: "401", atSeconds: 5 })).toBe(true);
    expect(await store.switchOff(1, { reason: "again", atSeconds: 6 })).toBe(false);
    expect(await store.switchOff(2, { reason: "401", atSeconds: 5 })).toBe(false);
    const row = await store.get(1);
    expect(row?.status).toBe(3);
    expect(JSON.parse(row?.other_info ?? "")).toEqual({ status_reason: "401", status_time: 5 });
    expect(await store.switchOn(2)).toBe(false);
    expect(await store.switchOn(1)).toBe(true);
    expect(await store.get(1)).toMatchObject({ status: 1, other_info: "" });
    expect(published).toEqual([1, 1]);
  });

  test("what is not enabled is removed together", async () => {
    await create({}, ["a", "b", "c"]);
    await store.update(2, { status: 2 });
    await store.switchOff(3, { reason: "x", atSeconds: 1 });
    expect(await store.removeDisabled()).toBe(2);
    expect(await store.removeDisabled()).toBe(0);
    expect((await store.list({ limit: 9, offset: 0 })).rows.map((row) => row.id)).toEqual([1]);
  });

  test("abilities that differ from their channel are repaired, and only those", async () => {
    await create({ models: ["a", "b"] }, ["k1", "k2", "k3"]);
    expect(await store.repairAbilities()).toBe(0);
    const { kysely } = opened.database;
    await kysely.deleteFrom("abilities").where("channel_id", "=", 1).where("model", "=", "a").execute();
    await kysely.insertInto("abilities").values({ group: "vip", model: "a", channel_id: 3 }).execute();
    published = [];
    expect(await store.repairAbilities()).toBe(2);
    expect(published).toEqual([undefined]);
    expect(await abilities()).toEqual([1, 2, 3].flatMap((id) => [`${id} default a`, `${id} default b`]));
  });

  test("names are found by id", async () => {
    await create({ name: "A" });
    await create({ name: "B" });
    expect(await store.names([2, 9])).toEqual(new Map([[2, "B"]]));
    expect(await store.names([])).toEqual(new Map());
  });
});
