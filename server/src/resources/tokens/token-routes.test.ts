import { beforeEach, describe, expect, test } from "bun:test";
import { TOKENS_PER_USER_MAX } from "@tollgate/contract/tokens";
import { buildUser } from "../../../test/support/factories.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import { tokenAccount } from "../../ledger/account.ts";
import { nowSeconds } from "../../lib/clock.ts";

describe.each(ENGINES)("the token calls on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let alice: TestClient;
  let bob: TestClient;
  let now: number;

  beforeEach(async () => {
    app = await apps.create({ engine });
    now = nowSeconds(app.clock);
    alice = await app.as("user");
    bob = await app.asUser(await buildUser(app.parts));
  });

  const create = (change: object = {}, as = alice) =>
    as.call("POST /api/token/", { body: { name: "key", ...change } });
  const update = (body: object, as = alice) => as.call("PUT /api/token/", { body });
  const updateStatus = (status: number | undefined, more: object = {}) =>
    alice.call("PUT /api/token/?status_only=true", { body: { id: 1, status, ...more } });
  const list = async (query = "", as = alice) => Object((await as.call(`GET /api/token/?${query}`)).data);
  const token = async (id = 1) => Object((await alice.call(`GET /api/token/${id}`)).data);

  test("a created token has the defaults and shows its owner the whole key", async () => {
    expect(await create()).toMatchObject({ success: true, data: undefined });
    expect(await token()).toEqual({
      id: 1,
      user_id: await app.userId("user"),
      name: "key",
      key: expect.stringMatching(/^[A-Za-z0-9]{48}$/),
      status: 1,
      remain_quota: 500_000,
      used_quota: 0,
      unlimited_quota: false,
      created_time: now,
      accessed_time: 0,
      expired_time: -1,
      model_limits_enabled: false,
      model_limits: "",
      allow_ips: "",
      group: "",
      auto_groups: "",
      cross_group_retry: false,
    });
    expect(await list()).toEqual({ items: [await token()], page: 1, page_size: 10, total: 1 });
  });

  test("everything that can be set is stored and answered", async () => {
    const set = {
      expired_time: now + 60,
      remain_quota: 7,
      unlimited_quota: true,
      model_limits_enabled: true,
      model_limits: "gpt-4o,o3",
      allow_ips: "192.0.2.1\n10.0.0.0/8",
      group: "vip",
    };
    expect(await create(set)).toMatchObject({ success: true });
    expect(await token()).toMatchObject(set);
  });

  test("several tokens are made at once, each with its own key, suffix and balance", async () => {
    await create({ count: 100, remain_quota: 9 });
    const { items, total } = await list("size=100");
    expect(total).toBe(100);
    expect(new Set(items.map((item: { key: string }) => item.key)).size).toBe(100);
    expect(items.at(-1).name).toBe("key");
    expect(items[0].name).toMatch(/^key-[A-Za-z0-9]{6}$/);
    expect(items.every((item: { remain_quota: number }) => item.remain_quota === 9)).toBe(true);
  });

  test.each<[string, object, string]>([
    ["no name", { name: " " }, "token.name-required"],
    ["a long name", { name: "x".repeat(31) }, "token.name-too-long"],
    ["an expiry of zero", { expired_time: 0 }, "token.expiry-invalid"],
    ["an expiry that is no number", { expired_time: "soon" }, "token.expiry-invalid"],
    ["a negative quota", { remain_quota: -1 }, "quota.negative"],
    ["a quota beyond all bounds", { remain_quota: 1e15 }, "quota.out-of-range"],
    ["no tokens", { count: 0 }, "token.count-invalid"],
    ["too many at once", { count: 101 }, "token.count-invalid"],
    ["an address that is none", { allow_ips: "192.0.2.1\nhome" }, "token.address-invalid"],
    ["a group of others", { group: "gold" }, "token.group-unknown"],
  ])("%s is refused and nothing is created", async (_, change, code) => {
    expect(await create(change)).toMatchObject({ success: false, code });
    expect(await list()).toMatchObject({ total: 0 });
  });

  test("nobody sees, finds, changes or deletes another's token", async () => {
    await create();
    const { key } = await token();
    for (const [line, body] of [
      ["GET /api/token/1", undefined],
      ["PUT /api/token/", { id: 1, name: "mine" }],
      ["PUT /api/token/", { id: 1, remain_quota: 1 }],
      ["DELETE /api/token/1", undefined],
    ] as const)
      expect(await bob.call(line, { body })).toMatchObject({ code: "token.not-found" });
    expect(await bob.call("POST /api/token/batch", { body: { ids: [1] } })).toMatchObject({ data: 0 });
    expect(await list("", bob)).toMatchObject({ items: [], total: 0 });
    const search = await bob.call(`GET /api/token/search?token=${key}`);
    expect(search.data).toMatchObject({ items: [], total: 0 });
    expect(await token()).toMatchObject({ name: "key", remain_quota: 500_000 });
  });

  test("search is by part of the name and by the whole key, with or without sk-", async () => {
    await create({ name: "Work" });
    await create({ name: "Home 100%" });
    const { key } = await token(2);
    const found = async (query: string) => {
      const { data } = await alice.call(`GET /api/token/search?${query}`);
      return Object(data).items.map((item: { name: string }) => item.name);
    };
    expect(await found("keyword=wor")).toEqual(["Work"]);
    expect(await found("keyword=%25")).toEqual(["Home 100%"]);
    expect(await found(`token=${key}`)).toEqual(["Home 100%"]);
    expect(await found(`token=sk-${key}`)).toEqual(["Home 100%"]);
    expect(await found(`token=${key.slice(0, 20)}`)).toEqual([]);
    expect(await found(`token=${key}&keyword=work`)).toEqual([]);
    expect(await found("")).toEqual(["Home 100%", "Work"]);
  });

  test("a page is asked for in any of the family's ways", async () => {
    await create({ count: 25 });
    expect(await list("p=0&size=20")).toMatchObject({ page: 1, page_size: 20, total: 25 });
    const second = await list("p=2&page_size=20");
    expect(second.items.map((item: { id: number }) => item.id)).toEqual([5, 4, 3, 2, 1]);
  });

  test("a change touches what it names, is published, and moves a new balance through the ledger", async () => {
    await create({ model_limits: "a,b" });
    const published: unknown[] = [];
    app.parts.feed.subscribe("tokens", (id) => published.push(id));
    const answer = await update({ id: 1, name: "renamed", remain_quota: 20, unlimited_quota: true });
    expect(answer.data).toMatchObject({ name: "renamed", remain_quota: 20, model_limits: "a,b" });
    const amount = 20 - 500_000;
    expect(await app.entries()).toMatchObject([{ kind: "adjust", account: tokenAccount(1), amount }]);
    expect(published).toEqual([1]);
  });

  test("a balance that stays is not moved", async () => {
    await create();
    await update({ id: 1, remain_quota: 500_000, group: "vip" });
    expect(await app.entries()).toEqual([]);
  });

  test("a token can be disabled and enabled, with its status alone or with more", async () => {
    await create();
    expect((await updateStatus(2, { name: "ignored" })).data).toMatchObject({ status: 2, name: "key" });
    expect((await updateStatus(1)).data).toMatchObject({ status: 1 });
    expect((await update({ id: 1, status: 2, name: "new" })).data).toMatchObject({ status: 2, name: "new" });
    for (const status of [0, 3, 4, 5, undefined])
      expect(await updateStatus(status)).toMatchObject({ code: "token.status-invalid" });
    expect(await update({ id: 1, status: 4 })).toMatchObject({ code: "token.status-invalid" });
  });

  test("what is expired is shown so and is enabled only by a call that mends it", async () => {
    await create({ expired_time: now + 60 });
    app.clock.advance(60_000);
    const before = await token();
    expect(before).toMatchObject({ status: 3 });
    expect(await updateStatus(1)).toMatchObject({ code: "token.expired" });
    expect(await update({ id: 1, status: 1, name: "x" })).toMatchObject({ code: "token.expired" });
    expect(await token()).toEqual(before);
    expect((await update({ id: 1, status: 1, expired_time: -1 })).data).toMatchObject({ status: 1 });
  });

  test("what is used up is shown so and is enabled only by a call that mends it", async () => {
    await create({ remain_quota: 0 });
    expect(await token()).toMatchObject({ status: 4 });
    expect(await updateStatus(1)).toMatchObject({ code: "token.exhausted" });
    expect((await update({ id: 1, status: 1, remain_quota: 5 })).data).toMatchObject({ status: 1 });
    await update({ id: 1, remain_quota: 0 });
    expect((await update({ id: 1, status: 1, unlimited_quota: true })).data).toMatchObject({ status: 1 });
  });

  test("a form that sends the shown status back mends a token all the same", async () => {
    await create({ remain_quota: 0 });
    expect((await update({ id: 1, status: 4, remain_quota: 5 })).data).toMatchObject({ status: 1 });
  });

  test("a change to an unknown group or address is refused whole; a group it has already may stay", async () => {
    await create({ group: "vip" });
    await app.parts.options.set("UserUsableGroups", '{"default":"default"}');
    expect(await update({ id: 1, group: "gold", remain_quota: 1 })).toMatchObject({
      code: "token.group-unknown",
    });
    expect(await update({ id: 1, allow_ips: "home", remain_quota: 1 })).toMatchObject({
      code: "token.address-invalid",
    });
    expect(await create({ group: "vip" })).toMatchObject({ code: "token.group-unknown" });
    expect((await update({ id: 1, group: "vip", name: "n" })).data).toMatchObject({
      name: "n",
      remain_quota: 500_000,
    });
  });

  test("a deleted token is gone from every call, and its balance stays in the books", async () => {
    await create({ count: 3 });
    const published: number[] = [];
    app.parts.feed.subscribe("tokens", (id) => published.push(id ?? 0));
    expect(await alice.call("DELETE /api/token/2/")).toMatchObject({ success: true });
    expect(await alice.call("DELETE /api/token/2/")).toMatchObject({ code: "token.not-found" });
    expect(await update({ id: 2, name: "x" })).toMatchObject({ code: "token.not-found" });
    const batch = await alice.call("POST /api/token/batch", { body: { ids: [1, 2, 3, 99] } });
    expect(batch).toMatchObject({ success: true, data: 2 });
    expect(await list()).toMatchObject({ total: 0 });
    expect(published.sort()).toEqual([1, 2, 3]);
    const account = tokenAccount(2);
    expect((await app.parts.ledger.balances([account])).get(account)?.posted).toBe(500_000);
  });

  test("an owner has at most the allowed number of tokens, even when two calls race", async () => {
    for (let made = 0; made < TOKENS_PER_USER_MAX - 100; made += 100) await create({ count: 100 });
    const answers = await Promise.all([create({ count: 60 }), create({ count: 60 })]);
    expect(answers.map((answer) => answer.code ?? "made").sort()).toEqual(["made", "token.too-many"]);
    expect(await list()).toMatchObject({ total: TOKENS_PER_USER_MAX - 40 });
    expect(await create({ count: 40 })).toMatchObject({ success: true });
    expect(await create()).toMatchObject({ code: "token.too-many" });
    expect(await create({}, bob)).toMatchObject({ success: true });
  });
});
