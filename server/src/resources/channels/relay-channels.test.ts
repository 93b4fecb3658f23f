import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sampleChannel } from "../../../test/support/sample-channel.ts";
import { ENGINES, openTestDatabase } from "../../../test/support/test-database.ts";
import type { TestDatabase } from "../../../test/support/test-database.ts";
import { testSecrets } from "../../../test/support/test-secrets.ts";
import type { ChannelValues } from "./channel-record.ts";
import { createChannelStore } from "./channel-store.ts";
import type { ChannelStore } from "./channel-store.ts";
import { createRelayChannels } from "./relay-channels.ts";
import type { RelayChannels } from "./relay-channels.ts";

describe.each(ENGINES)("channels for the relay on %s", (engine) => {
  let opened: TestDatabase;
  let channels: ChannelStore;
  let relayChannels: RelayChannels;
  let problems: [number, string][];

  beforeEach(async () => {
    opened = await openTestDatabase(engine);
    problems = [];
    channels = createChannelStore({
      database: opened.database,
      secrets: testSecrets,
      feed: { publish: () => Promise.resolve() },
    });
    relayChannels = createRelayChannels({
      channels,
      secrets: testSecrets,
      onProblem: (id, problem) => problems.push([id, String(problem)]),
    });
  });
  afterEach(() => opened[Symbol.asyncDispose]());

  const create = (values: Partial<ChannelValues> = {}) =>
    channels.create(sampleChannel(values), ["sk-secret"], 0);

  test("a channel arrives parsed, with its key in plain text", async () => {
    await create({
      type: 8,
      base_url: "https://models.example.com/v1/chat",
      group: ["default", "vip"],
      models: ["a", "b"],
      model_mapping: '{"a":"a-2026","b":"b"}',
      status_code_mapping: '{"400":"500","429":503}',
      setting: '{"force_format":true}',
      priority: 3,
      weight: 7,
      auto_ban: false,
      openai_organization: "org",
      other: "x",
      test_model: "b",
    });
    expect(await relayChannels.loadRelayChannels()).toEqual([
      {
        id: 1,
        name: "Main",
        type: 8,
        status: 1,
        key: "sk-secret",
        baseUrl: "https://models.example.com/v1/chat",
        groups: ["default", "vip"],
        models: ["a", "b"],
        modelMapping: new Map([
          ["a", "a-2026"],
          ["b", "b"],
        ]),
        statusCodeMapping: new Map([
          [400, 500],
          [429, 503],
        ]),
        priority: 3,
        weight: 7,
        autoBan: false,
        organization: "org",
        other: "x",
        setting: { force_format: true },
        testModel: "b",
      },
    ]);
  });

  test("a channel without an address gets its type's", async () => {
    await create();
    expect(await relayChannels.loadRelayChannel(1)).toMatchObject({ baseUrl: "https://api.openai.com" });
  });

  test("texts that are no JSON objects, in rows of an older database, count as empty", async () => {
    await create();
    const broken = { model_mapping: "{", status_code_mapping: "[]", setting: "null", base_url: "http://a/ " };
    await opened.database.kysely.updateTable("channels").set(broken).execute();
    expect(await relayChannels.loadRelayChannel(1)).toMatchObject({
      modelMapping: new Map(),
      statusCodeMapping: new Map(),
      setting: {},
      baseUrl: "http://a",
    });
  });

  test("a channel of a type that this version cannot call is not routed to", async () => {
    await create({ type: 52 });
    expect(await relayChannels.loadRelayChannels()).toEqual([]);
    expect(await relayChannels.loadRelayChannel(1)).toMatchObject({ baseUrl: "https://api.vidu.cn" });
  });

  test("only enabled channels are listed, but one of any status can be had", async () => {
    await create();
    await create({ status: 2 });
    expect((await relayChannels.loadRelayChannels()).map(({ id }) => id)).toEqual([1]);
    expect(await relayChannels.loadRelayChannel(2)).toMatchObject({ id: 2, status: 2 });
    expect(await relayChannels.loadRelayChannel(3)).toBeUndefined();
  });

  test("a channel whose key cannot be opened is reported and does not stop the others", async () => {
    await create();
    await create();
    await opened.database.kysely
      .updateTable("channels")
      .set({ key_hash: "moved" })
      .where("id", "=", 1)
      .execute();
    expect((await relayChannels.loadRelayChannels()).map(({ id }) => id)).toEqual([2]);
    expect(problems).toEqual([[1, expect.stringContaining("channels.key:moved")]]);
    await expect(relayChannels.loadRelayChannel(1)).rejects.toThrow("belongs to another place");
  });
});
