import { beforeEach, describe, expect, test } from "bun:test";
import { buildChannel, buildUser } from "../../../test/support/factories.ts";
import { sampleLog } from "../../../test/support/sample-log.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import { nowSeconds } from "../../lib/clock.ts";
import { insertLog } from "./log-store.ts";

const OTHER = JSON.stringify({ group_ratio: 1, admin_info: { use_channel: [1] } });

describe.each(ENGINES)("the log calls on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let root: TestClient;
  let alice: TestClient;
  let now: number;

  beforeEach(async () => {
    app = await apps.create({ engine });
    now = nowSeconds(app.clock);
    root = await app.as("root");
    alice = await app.as("user");
    const aliceId = await app.userId("user");
    const bobId = await buildUser(app.parts);
    await buildChannel(app.parts, { name: "Main" });
    for (const [userId, username, channelId] of [
      [aliceId, "alice", 1],
      [bobId, "bob", 8],
      [aliceId, "alice", 0],
    ] as const) {
      const row = sampleLog({ userId, username, channelId, createdAt: now - 10, other: OTHER });
      await insertLog(app.parts.database, row);
    }
  });

  const list = async (client: TestClient, line: `GET /${string}`) => Object((await client.call(line)).data);

  test("an administrator sees everyone's rows with the channels that are still there", async () => {
    const { items, total, page, page_size: pageSize } = await list(root, "GET /api/log/");
    expect({ total, page, pageSize }).toEqual({ total: 3, page: 1, pageSize: 10 });
    const channels = items.map((item: Record<string, unknown>) => [item["channel"], item["channel_name"]]);
    expect(channels).toEqual([
      [0, ""],
      [8, ""],
      [1, "Main"],
    ]);
    expect(items[2]).toMatchObject({ username: "alice", is_stream: false, other: OTHER });
  });

  test("a user sees his own rows without channels, whatever he asks for", async () => {
    const { items, total } = await list(alice, "GET /api/log/self/?username=bob&channel=8&user_id=2");
    expect(total).toBe(2);
    for (const item of items) {
      expect(item).toMatchObject({ username: "alice", channel: 0, channel_name: "" });
      expect(item.other).toBe('{"group_ratio":1}');
    }
  });

  test("filters arrive as the query names them", async () => {
    const ids = async (query: string) =>
      (await list(root, `GET /api/log/?${query}`)).items.map((item: { id: number }) => item.id);
    expect(await ids("username=bob")).toEqual([2]);
    expect(await ids("channel=1")).toEqual([1]);
    expect(await ids("before_id=3&page_size=1")).toEqual([2]);
    expect(await ids("p=2&page_size=2")).toEqual([1]);
    expect(await ids("model_name=gpt%25&token_name=key&group=default&type=2")).toEqual([3, 2, 1]);
    expect(await ids(`start_timestamp=${now}`)).toEqual([]);
    expect(await ids(`end_timestamp=${now - 11}`)).toEqual([]);
    expect(await ids("request_id=other")).toEqual([]);
  });

  test("a page far beyond the last is empty", async () => {
    const { items, total } = await list(root, "GET /api/log/?p=999999999999999&page_size=100");
    expect({ items, total }).toEqual({ items: [], total: 3 });
  });

  test.each(["type", "p", "channel", "start_timestamp"])(
    "a %s that is no number is refused",
    async (name) => {
      const answer = await root.call(`GET /api/log/?${name}=one`);
      expect(answer).toMatchObject({ success: false, code: "input.not-a-whole-number" });
    },
  );

  test("a type that no row can have is refused", async () => {
    expect(await root.call("GET /api/log/?type=99999999999")).toMatchObject({ code: "input.invalid" });
  });

  test("sums are of everyone or of one user", async () => {
    expect(await list(root, "GET /api/log/stat")).toEqual({ quota: 300, rpm: 3, tpm: 45 });
    expect(await list(root, "GET /api/log/stat?username=bob")).toMatchObject({ quota: 100 });
    expect(await list(alice, "GET /api/log/self/stat?username=bob")).toEqual({ quota: 200, rpm: 2, tpm: 30 });
  });

  test("a purge needs its moment, answers how many rows went and changes no balance", async () => {
    expect(await root.call("DELETE /api/log/")).toMatchObject({ code: "input.invalid" });
    const purge = (before: number) => root.call(`DELETE /api/log/?target_timestamp=${before}`);
    expect(await purge(now - 10)).toMatchObject({ success: true, data: 0 });
    expect(await purge(now)).toMatchObject({ success: true, data: 3 });
    expect(await list(root, "GET /api/log/")).toMatchObject({ total: 0 });
    expect(await app.entries()).toEqual([]);
  });
});
