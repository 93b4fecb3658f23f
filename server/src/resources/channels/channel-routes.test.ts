import { beforeEach, describe, expect, test } from "bun:test";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import { nowSeconds } from "../../lib/clock.ts";
import { openChannelKey } from "./channel-key.ts";
import { channelRoutes } from "./channel-routes.ts";
import type { ChannelProbe } from "./channel-test.ts";

const NEW = { name: "Main", type: 1, key: "sk-one", models: "gpt-4o,gpt-4", group: "default" };

describe.each(ENGINES)("the channel calls on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let admin: TestClient;
  let probed: Parameters<ChannelProbe>[];
  let probeAnswer: Awaited<ReturnType<ChannelProbe>>;

  beforeEach(async () => {
    probed = [];
    probeAnswer = { success: true, message: "", timeSeconds: 1.234 };
    const probe: ChannelProbe = (...call) => {
      probed.push(call);
      return Promise.resolve(probeAnswer);
    };
    app = await apps.create({
      engine,
      overrides: {
        routes: (parts) =>
          channelRoutes({
            ...parts,
            groupExists: parts.groups.exists,
            pricedModels: () => ["gpt-4o", "o3"],
            probe,
          }),
      },
    });
    admin = await app.as("admin");
  });

  const create = (change: object = {}) => admin.call("POST /api/channel/", { body: { ...NEW, ...change } });
  const update = (change: object) => admin.call("PUT /api/channel/", { body: { id: 1, ...change } });
  const channel = async (id = 1) => Object((await admin.call(`GET /api/channel/${id}`)).data);
  const list = async () => Object((await admin.call("GET /api/channel/")).data);
  const keyOf = async (id: number) => {
    const row = await app.parts.channels.row(id);
    return row && openChannelKey(app.parts.secrets, row);
  };

  test("a created channel is answered on the wire's terms, never with its key", async () => {
    expect(await create({ base_url: "https://api.example.com//", tag: null })).toMatchObject({
      success: true,
    });
    const shown = await channel();
    expect(shown).toMatchObject({
      id: 1,
      name: "Main",
      models: "gpt-4o,gpt-4",
      group: "default",
      auto_ban: 1,
      base_url: "https://api.example.com",
      created_time: nowSeconds(app.clock),
      tag: "",
    });
    expect(Object.keys(shown).filter((name) => name.includes("key"))).toEqual([]);
    expect(await list()).toEqual({ items: [shown], page: 1, page_size: 10, total: 1 });
  });

  test.each<[string, object, string]>([
    ["no name", { name: " " }, "channel.name-and-key-required"],
    ["no key", { key: " \n " }, "channel.name-and-key-required"],
    ["no model", { models: " , " }, "channel.model-required"],
    ["models that are no list", { models: 5 }, "channel.models-not-a-list"],
    ["a number that was never given to a type", { type: 28 }, "channel.type-unknown"],
    ["a type that is no number of a type", { type: -1 }, "channel.type-unknown"],
    ["Azure without an address", { type: 3 }, "channel.base-url-required"],
    ["Cloudflare without an account", { type: 39 }, "channel.other-required"],
    ["Vertex without a region", { type: 41, key: "{}" }, "channel.other-required"],
    ["a key of Vertex that is no JSON", { type: 41, other: "us-central1" }, "channel.key-not-json"],
    [
      "a document of Vertex's that is no key file",
      { type: 41, other: "us-central1", key: '{"project_id":"p"}' },
      "channel.vertex-key-invalid",
    ],
    ["a key of Bedrock without its region", { type: 33, key: "AK|SK" }, "channel.bedrock-key-invalid"],
    [
      "regions of Vertex without one for the rest",
      { type: 41, key: "{}", other: '{"gpt-4":"us-east5"}' },
      "channel.region-invalid",
    ],
    ["a proxy that is none", { setting: '{"proxy":"ftp://a"}' }, "channel.setting-proxy-invalid"],
    [
      "a header of two lines",
      { setting: '{"header_override":{"x-a":"1\\n2"}}' },
      "channel.setting-headers-invalid",
    ],
    ["a custom channel without an address", { type: 8 }, "channel.base-url-required"],
    ["an address that is none", { base_url: "api.example.com" }, "channel.base-url-refused"],
    ["a metadata address", { base_url: "http://169.254.169.254/v1" }, "channel.base-url-refused"],
    ["a mapping that is no JSON", { model_mapping: "{a" }, "channel.mapping-not-json"],
    ["a mapping to numbers", { model_mapping: '{"a":1}' }, "channel.mapping-not-json"],
    ["a mapping in a circle", { model_mapping: '{"a":"b","b":"a"}' }, "channel.mapping-cycle"],
    ["a group without a ratio", { group: "default,gold" }, "channel.group-unknown"],
    ["a status mapping to nonsense", { status_code_mapping: '{"400":"no"}' }, "input.invalid"],
    ["settings that are no object", { setting: "[]" }, "input.not-json"],
    ["a key that no header can carry", { key: "schlüssel" }, "input.invalid"],
    ["a priority below the lowest", { priority: -1000 }, "channel.priority-out-of-range"],
    ["a negative weight", { weight: -1 }, "channel.weight-invalid"],
    ["too many keys", { key: "k\n".repeat(1001) }, "channel.too-many-keys"],
  ])("%s is refused and nothing is created", async (_, change, code) => {
    const answer = await create(change);
    expect(answer).toMatchObject({ code });
    expect(await list()).toMatchObject({ total: 0 });
  });

  test("why an address is not allowed is told in the reader's language", async () => {
    expect(await create({ base_url: "file:///etc/passwd" })).toMatchObject({
      message: "渠道地址不被允许：只支持 http 和 https",
    });
  });

  test("the circle is named", async () => {
    expect(await create({ model_mapping: '{"x":"a","a":"b","b":"a"}' })).toMatchObject({
      message: expect.stringContaining("a→b→a"),
    });
    expect(await create({ model_mapping: '{"a":"a"}' })).toMatchObject({ success: true });
  });

  test("each line of the key is a channel of the same name; no group means the default one", async () => {
    expect(await create({ key: " k1 \r\n\nk2\n", group: "" })).toMatchObject({ success: true });
    expect(await Promise.all([keyOf(1), keyOf(2)])).toEqual(["k1", "k2"]);
    expect(await channel(2)).toMatchObject({ name: "Main", group: "default" });
    expect(await list()).toMatchObject({ total: 2 });
  });

  test("a channel whose setting says so keeps all keys, one a line", async () => {
    const setting = JSON.stringify({ multi_key_mode: "polling" });
    expect(await create({ key: " k1 \r\n\nk2\n", setting })).toMatchObject({ success: true });
    expect(await keyOf(1)).toBe("k1\nk2");
    await update({ key: "k3\nk4\n" });
    expect(await keyOf(1)).toBe("k3\nk4");
    expect(await update({ key: "k5\nschlüssel" })).toMatchObject({ code: "input.invalid" });
    expect(await update({ setting: "", key: "k6\nk7" })).toMatchObject({ code: "input.invalid" });
    expect(await update({ setting: "" })).toMatchObject({ code: "channel.key-required" });
    const unknown = JSON.stringify({ multi_key_mode: "all" });
    expect(await update({ setting: unknown })).toMatchObject({ code: "channel.setting-key-mode-invalid" });
    expect(await keyOf(1)).toBe("k3\nk4");
  });

  test("a private address will do, as a model server next door has one", async () => {
    expect(await create({ type: 8, base_url: "http://10.0.0.5:8000/v1/{model}" })).toMatchObject({
      success: true,
    });
  });

  test.each<[string, object, object]>([
    ["Azure's version", { type: 3, base_url: "https://a.example.com" }, { other: "2023-06-01-preview" }],
    ["Spark's version", { type: 18 }, { other: "v2.1" }],
    ["a version that was given", { type: 18, other: " v3.5 " }, { other: "v3.5" }],
  ])("%s is filled in where it is empty", async (_, change, shown) => {
    expect(await create(change)).toMatchObject({ success: true });
    expect(await channel()).toMatchObject(shown);
  });

  test("a key that is a JSON document stays one key, and a list of them is as many channels", async () => {
    const account = {
      type: "service_account",
      project_id: "p",
      client_email: "robot@p.iam.gserviceaccount.com",
      private_key: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
    };
    const vertex = { type: 41, other: '{"default":"us-central1","claude-3":"europe-west1"}' };
    expect(await create({ ...vertex, key: JSON.stringify(account, null, 2) })).toMatchObject({
      success: true,
    });
    expect(await create({ ...vertex, key: JSON.stringify([account, account]) })).toMatchObject({
      success: true,
    });
    expect(await list()).toMatchObject({ total: 3 });
    expect(await keyOf(1)).toBe(JSON.stringify(account));
    expect(await keyOf(3)).toBe(JSON.stringify(account));
  });

  test("a change of type brings what the new type needs", async () => {
    await create();
    expect(await update({ type: 18 })).toMatchObject({ data: { other: "v2.1" } });
    expect(await update({ type: 49 })).toMatchObject({ success: true });
    expect(await update({ type: 39, other: "" })).toMatchObject({ code: "channel.other-required" });
  });

  test("in tag mode a page is counted in tags", async () => {
    await create({ name: "a1", tag: "eu" });
    await create({ name: "b", priority: 9 });
    await create({ name: "a2", tag: "eu", priority: 5, models: "o3" });
    const names = async (path: string) => {
      const { items, total } = Object((await admin.call(`GET /api/channel/${path}`)).data);
      return { names: items.map((item: { name: string }) => item.name), total };
    };
    expect(await names("?tag_mode=true")).toEqual({ names: ["b", "a2", "a1"], total: 2 });
    expect(await names("?tag_mode=true&page_size=1&p=2")).toEqual({ names: ["a2", "a1"], total: 2 });
    expect(await names("?tag_mode=true&id_sort=true&page_size=1")).toEqual({
      names: ["a2", "a1"],
      total: 2,
    });
    expect(await names("search?tag_mode=true&model=o3")).toEqual({ names: ["a2", "a1"], total: 1 });
    expect(await names("search?tag_mode=true&model=none")).toEqual({ names: [], total: 0 });
  });

  test("a change touches what it names and answers the channel", async () => {
    await create();
    const answer = await update({ priority: 7, key: "", models: "o3" });
    expect(answer.data).toMatchObject({ id: 1, priority: 7, models: "o3", name: "Main", group: "default" });
    expect(await keyOf(1)).toBe("sk-one");
    await update({ key: "sk-two", status: 2 });
    expect(await keyOf(1)).toBe("sk-two");
    expect(await channel()).toMatchObject({ status: 2, priority: 7 });
  });

  test.each<[string, object, string]>([
    ["the system's own status", { status: 3 }, "channel.status-invalid"],
    ["an unknown group", { group: "gold" }, "channel.group-unknown"],
    ["making it custom without an address", { type: 8 }, "channel.base-url-required"],
    ["a refused address", { base_url: "file:///etc/passwd" }, "channel.base-url-refused"],
    ["a key of two lines", { key: "a\nb" }, "input.invalid"],
    ["a channel that is not there", { id: 99 }, "channel.not-found"],
  ])("a change to %s is refused", async (_, change, code) => {
    await create();
    const before = await channel();
    const answer = await update({ ...change });
    expect(answer).toMatchObject({ code });
    expect(await channel()).toEqual(before);
  });

  test("a group that has since lost its ratio may stay", async () => {
    await create({ group: "vip" });
    await app.parts.options.set("GroupRatio", '{"default":1}');
    expect(await update({ name: "Renamed", group: "default,vip" })).toMatchObject({ success: true });
    expect(await create({ group: "vip" })).toMatchObject({ code: "channel.group-unknown" });
    expect(await update({ group: "vip,gold" })).toMatchObject({
      code: "channel.group-unknown",
      message: expect.stringContaining("gold"),
    });
  });

  test("search narrows by keyword, group, model and status", async () => {
    await create({ name: "A" });
    await create({ name: "B", group: "vip", models: "o3", key: "sk-b" });
    const found = async (query: string) => {
      const { data } = await admin.call(`GET /api/channel/search?${query}`);
      return Object(data).items.map((item: { name: string }) => item.name);
    };
    expect(await found("keyword=sk-b")).toEqual(["B"]);
    expect(await found("group=vip&model=o3")).toEqual(["B"]);
    expect(await found("status=1&id_sort=true")).toEqual(["B", "A"]);
    expect(await found("status=2")).toEqual([]);
  });

  test("deleting what is not there is an error for one and a count for several", async () => {
    await create({ key: "a\nb\nc" });
    expect(await admin.call("DELETE /api/channel/9/")).toMatchObject({ code: "channel.not-found" });
    expect(await admin.call("DELETE /api/channel/1/")).toMatchObject({ success: true });
    expect(await admin.call("POST /api/channel/batch", { body: { ids: [1, 2, 3] } })).toMatchObject({
      success: true,
      data: 2,
    });
    expect(await admin.call("POST /api/channel/batch", { body: { ids: [] } })).toMatchObject({
      code: "channel.nothing-selected",
    });
  });

  test("a copy carries a suffix that fits and its new id is answered", async () => {
    await create({ name: "n".repeat(100) });
    expect(await admin.call("POST /api/channel/copy/1")).toMatchObject({ success: true, data: 2 });
    expect(await channel(2)).toMatchObject({ name: `${"n".repeat(97)}_复制`, status: 2 });
    expect(await admin.call("POST /api/channel/copy/9")).toMatchObject({ code: "channel.not-found" });
  });

  test("the models on offer are those served by an enabled channel and those with a price", async () => {
    await create({ models: "own-model,gpt-4o" });
    expect((await admin.call("GET /api/channel/models")).data).toEqual([
      { id: "gpt-4o" },
      { id: "o3" },
      { id: "own-model" },
    ]);
  });

  test("a test names its tester, answers its time at the top and leaves the time on the channel", async () => {
    await create();
    const answer = await admin.call("GET /api/channel/test/1?model=o3");
    expect(answer.json).toEqual({ success: true, message: "", time: 1.234 });
    const tester = { id: await app.userId("admin"), username: "admin", ip: "127.0.0.1" };
    expect(probed).toEqual([[1, "o3", tester]]);
    expect(await channel()).toMatchObject({ response_time: 1234, test_time: nowSeconds(app.clock) });
  });

  test("a failed test answers the reason and its time, and leaves no response time", async () => {
    await create();
    await admin.call("GET /api/channel/test/1");
    probeAnswer = { success: false, message: "401 bad key", timeSeconds: 0.5 };
    expect((await admin.call("GET /api/channel/test/1")).json).toMatchObject({
      success: false,
      code: "channel.test-failed",
      message: expect.stringContaining("401 bad key"),
      time: 0.5,
    });
    expect(await channel()).toMatchObject({ response_time: 0, test_time: nowSeconds(app.clock) });
  });

  test("a channel that is not there is not tested", async () => {
    expect(await admin.call("GET /api/channel/test/9")).toMatchObject({ code: "channel.not-found" });
    expect(probed).toEqual([]);
  });
});
