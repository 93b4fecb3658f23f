import { beforeEach, describe, expect, test } from "bun:test";
import { sampleChannel } from "../../../test/support/sample-channel.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import type { ChannelValues } from "./channel-record.ts";

describe.each(ENGINES)("tags of channels on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let admin: TestClient;

  beforeEach(async () => {
    app = await apps.create({ engine });
    admin = await app.as("admin");
    await create({ tag: "eu", models: ["a"] }, ["k1", "k2"]);
    await create({ tag: "us", models: ["b"] });
  });

  const create = (values: Partial<ChannelValues>, keys = ["sk"]) =>
    app.parts.channels.create(sampleChannel(values), keys, 0);
  const all = async () =>
    (await app.parts.channels.list({ limit: 9, offset: 0, idSort: true })).rows.toReversed();
  const column = async <Name extends keyof Awaited<ReturnType<typeof all>>[number]>(name: Name) =>
    (await all()).map((row) => row[name]);
  const edit = (body: object) => admin.call("PUT /api/channel/tag", { body });

  test("values of a tag overwrite those of its channels; what is empty or left out stays", async () => {
    expect(
      await edit({ tag: "eu", new_tag: null, models: "x,y", groups: "vip", model_mapping: "", priority: 7 }),
    ).toMatchObject({ success: true, data: 2 });
    expect(await column("models")).toEqual(["x,y", "x,y", "b"]);
    expect(await column("group")).toEqual(["vip", "vip", "default"]);
    expect(await column("priority")).toEqual([7, 7, 0]);
    expect(await column("tag")).toEqual(["eu", "eu", "us"]);
    expect(await admin.call("GET /api/channel/tag/models?tag=eu")).toMatchObject({ data: "x,y" });
    expect(await edit({ tag: "eu", models: "", groups: null, weight: 0 })).toMatchObject({ data: 2 });
    expect(await column("models")).toEqual(["x,y", "x,y", "b"]);
  });

  test("another name moves the channels, an empty one dissolves the tag", async () => {
    await edit({ tag: "eu", new_tag: "asia" });
    expect(await column("tag")).toEqual(["asia", "asia", "us"]);
    expect(await edit({ tag: "asia", new_tag: " " })).toMatchObject({ success: true });
    expect(await column("tag")).toEqual(["", "", "us"]);
    expect(await edit({ tag: "asia", priority: 1 })).toMatchObject({ code: "channel.tag-not-found" });
  });

  test.each<[string, object, string]>([
    [
      "that changes nothing",
      { tag: "eu", new_tag: "eu", models: "", model_mapping: "" },
      "channel.tag-unchanged",
    ],
    ["of no tag", { tag: " " }, "channel.tag-required"],
    ["with a mapping that is no JSON", { tag: "eu", model_mapping: "a=b" }, "channel.mapping-not-json"],
    ["with an unknown group", { tag: "eu", groups: "gold" }, "channel.group-unknown"],
    ["with a priority that is no integer", { tag: "eu", priority: 1.5 }, "channel.priority-not-whole"],
    ["with a negative weight", { tag: "eu", weight: -1 }, "channel.weight-invalid"],
  ])("an edit %s is refused", async (_, body, code) => {
    const before = await all();
    expect(await edit(body)).toMatchObject({ code });
    expect(await all()).toEqual(before);
  });

  test("an edit without a change says so in the spec's words", async () => {
    expect(await edit({ tag: "eu" })).toMatchObject({ message: "没有任何修改！" });
  });

  test("all channels of a tag are disabled and enabled", async () => {
    await app.parts.channels.switchOff(1, { reason: "x", atSeconds: 1 });
    const tag = { body: { tag: "eu" } };
    expect(await admin.call("POST /api/channel/tag/disabled", tag)).toMatchObject({ data: 2 });
    expect(await column("status")).toEqual([2, 2, 1]);
    expect(await admin.call("POST /api/channel/tag/enabled", tag)).toMatchObject({ data: 2 });
    expect(await column("status")).toEqual([1, 1, 1]);
    expect(await column("other_info")).toEqual(["", "", ""]);
    expect(await admin.call("POST /api/channel/tag/enabled", { body: { tag: "none" } })).toMatchObject({
      code: "channel.tag-not-found",
    });
  });

  test("the chosen channels are put under a tag, or out of theirs", async () => {
    const set = (body: object) => admin.call("POST /api/channel/batch/tag", { body });
    expect(await set({ ids: [1, 3], tag: " new " })).toMatchObject({ success: true, data: 2 });
    expect(await column("tag")).toEqual(["new", "eu", "new"]);
    expect(await set({ ids: [1], tag: null })).toMatchObject({ success: true, data: 1 });
    expect(await column("tag")).toEqual(["", "eu", "new"]);
    expect(await set({ ids: [], tag: "x" })).toMatchObject({ message: "请先选择要设置标签的渠道！" });
    expect(await set({ ids: [1], tag: "" })).toMatchObject({ message: "标签不能为空！" });
  });
});
