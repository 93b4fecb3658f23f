import { beforeEach, describe, expect, test } from "bun:test";
import { buildToken, buildUser, TEST_PASSWORD } from "../../../test/support/factories.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import { userAccount } from "../../ledger/account.ts";
import { nowSeconds } from "../../lib/clock.ts";

describe.each(ENGINES)("user administration on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let admin: TestClient;
  let root: TestClient;
  let ann: number;

  beforeEach(async () => {
    app = await apps.create({ engine });
    ann = await buildUser(app.parts, { username: "ann", displayName: "Ann Lee", email: "ann@x.test" });
    admin = await app.as("admin");
    root = await app.as("root");
  });

  const manage = (as: TestClient, id: number, action: string, more: object = {}) =>
    as.call("POST /api/user/manage", { body: { id, action, ...more } });
  const update = (as: TestClient, body: object) => as.call("PUT /api/user/", { body });
  const names = async (query: string, as = admin) => {
    const { data } = await as.call(`GET /api/user/${query}`);
    return Object(data).items.map((item: { username: string }) => item.username);
  };

  test("an administrator reads a user without secrets", async () => {
    const answer = await admin.call(`GET /api/user/${ann}`);
    expect(answer.data).toEqual({
      id: ann,
      username: "ann",
      display_name: "Ann Lee",
      role: 1,
      status: 1,
      group: "default",
      quota: 1_000_000,
      quota_seen: 1_000_000,
      used_quota: 0,
      request_count: 0,
      aff_code: expect.stringMatching(/^\w{8}$/),
      aff_count: 0,
      aff_quota: 0,
      aff_history_quota: 0,
      inviter_id: 0,
      email: "ann@x.test",
      github_id: "",
      wechat_id: "",
      telegram_id: "",
      linux_do_id: "",
      created_at: nowSeconds(app.clock),
      last_login_at: 0,
      DeletedAt: null,
    });
  });

  test("equals and superiors are listed by name and are not to be read", async () => {
    const rootId = await app.userId("root");
    await app.parts.users.update(rootId, { email: "root@x.test" });
    const refused = { success: false, code: "user.not-readable" };
    expect(await admin.call(`GET /api/user/${rootId}`)).toMatchObject(refused);
    expect(await admin.call(`GET /api/user/${await app.userId("admin")}`)).toMatchObject(refused);
    const { items, total } = Object((await admin.call("GET /api/user/")).data);
    expect(total).toBe(3);
    const ofRoot = items.find((item: { id: number }) => item.id === rootId);
    expect(ofRoot).toMatchObject({ username: "root", role: 100, email: "", quota: 0, aff_code: "" });
    const ofAdmin = items.find((item: { username: string }) => item.username === "admin");
    expect(ofAdmin).toMatchObject({ quota: 1_000_000 });
    expect(await root.call(`GET /api/user/${rootId}`)).toMatchObject({ data: { quota: 100_000_000 } });
  });

  test("search is by id, or part of a name or address, and by group", async () => {
    await buildUser(app.parts, { username: "bob", displayName: "Hannah", group: "vip" });
    expect(await names("search?keyword=ANN")).toEqual(["bob", "ann"]);
    expect(await names("search?keyword=ann&group=vip")).toEqual(["bob"]);
    expect(await names("search?group=vip")).toEqual(["bob"]);
    expect(await names("search?keyword=x.test")).toEqual(["ann"]);
    expect(await names(`search?keyword=${ann}`)).toContain("ann");
    expect(await names("search?keyword=%25")).toEqual([]);
    expect(await names("?p=2&page_size=2")).toHaveLength(2);
  });

  test("a created user signs in, is never above its maker, and its name is free", async () => {
    const create = (as: TestClient, change: object) =>
      as.call("POST /api/user/", { body: { username: "cy", password: TEST_PASSWORD, ...change } });
    expect(await create(admin, { role: 10 })).toMatchObject({ code: "user.role-too-high" });
    expect(await create(admin, { role: 100 })).toMatchObject({ code: "user.role-too-high" });
    expect(await create(admin, { username: "ann" })).toMatchObject({ message: "用户名已存在" });
    expect(await create(admin, { password: "short" })).toMatchObject({ code: "password.too-short" });
    expect(await create(admin, { username: " " })).toMatchObject({ message: "用户名和密码不能为空！" });
    expect(await create(admin, { group: "none" })).toMatchObject({ message: "分组 none 不存在" });
    expect(await create(root, { role: 10, display_name: "Cy", group: "vip" })).toMatchObject({
      success: true,
    });
    const guest = await app.as("guest");
    expect(
      await guest.call("POST /api/user/login", { body: { username: "cy", password: TEST_PASSWORD } }),
    ).toMatchObject({ data: { role: 10, display_name: "Cy", group: "vip" } });
  });

  test("an edit changes what it names and ends the sessions of a new password only", async () => {
    const hers = await app.asUser(ann);
    const named = await update(admin, { id: ann, username: "anna", group: "vip", password: "" });
    expect(named.data).toMatchObject({ username: "anna", display_name: "Ann Lee", group: "vip" });
    expect(await hers.call("GET /api/user/self")).toMatchObject({ success: true });
    expect(await update(admin, { id: ann, password: "new-password" })).toMatchObject({ success: true });
    expect(await hers.call("GET /api/user/self")).toMatchObject({ status: 401 });
    const guest = await app.as("guest");
    expect(
      await guest.call("POST /api/user/login", { body: { username: "anna", password: "new-password" } }),
    ).toMatchObject({ success: true });
  });

  test("an edit to a taken name or an unknown group changes nothing", async () => {
    const taken = await update(admin, { id: ann, username: "admin", quota: 5, quota_seen: 0 });
    expect(taken).toMatchObject({ code: "user.name-taken" });
    expect(await update(admin, { id: ann, group: "none", quota: 5 })).toMatchObject({
      code: "user.group-unknown",
    });
    expect(await app.entries()).toEqual([]);
    expect((await app.parts.users.find(ann))?.username).toBe("ann");
  });

  test.each<[string, object, string]>([
    ["no group", { group: "" }, "无效的参数：group"],
    ["a group's name beyond all bounds", { group: "g".repeat(65) }, "内容过长"],
    ["a quota that is no number", { quota: "100" }, "无效的参数：quota (number)"],
    ["a part of a unit", { quota: 1.5 }, "无效的参数：quota (int)"],
    ["a quota beyond all bounds", { quota: 1e30 }, "额度超出允许范围"],
  ])("an edit to %s is refused and says so", async (_, change, message) => {
    expect(await update(admin, { id: ann, ...change })).toMatchObject({ success: false, message });
    expect(await app.entries()).toEqual([]);
  });

  test("role and status are not an edit's to change", async () => {
    await update(admin, { id: ann, role: 100, status: 2, display_name: "Ann" });
    expect(await app.parts.users.find(ann)).toMatchObject({ role: 1, status: 1, display_name: "Ann" });
  });

  test("a disabled user is out at once, from console and relay, and is in again when enabled", async () => {
    const hers = await app.asUser(ann);
    const byToken = await app.asUser(ann, "access-token");
    const { key } = await buildToken(app.parts, { userId: ann });
    const relayed = async () =>
      (await app.request("/v1/models", { headers: { authorization: `Bearer sk-${key}` } })).status;
    expect(await relayed()).toBe(200);
    expect(await manage(admin, ann, "disable")).toMatchObject({ data: { id: ann, role: 1, status: 2 } });
    expect(await hers.call("GET /api/user/self")).toMatchObject({ status: 401 });
    expect(await byToken.call("GET /api/user/self")).toMatchObject({ status: 401, code: "user.banned" });
    expect(await relayed()).toBe(403);
    expect(await manage(admin, ann, "enable")).toMatchObject({ data: { status: 1 } });
    expect(await relayed()).toBe(200);
    expect(await byToken.call("GET /api/user/self")).toMatchObject({ success: true });
    // The session has ended for good.
    expect(await hers.call("GET /api/user/self")).toMatchObject({ status: 401 });
  });

  test("a cancelled user is gone but in the list, keys stop, and the books stay as they are", async () => {
    const hers = await app.asUser(ann);
    const { key } = await buildToken(app.parts, { userId: ann });
    expect(await manage(admin, ann, "delete")).toMatchObject({ success: true, data: { id: ann } });
    expect(await hers.call("GET /api/user/self")).toMatchObject({ status: 401 });
    const relayed = await app.request("/v1/models", { headers: { authorization: `Bearer sk-${key}` } });
    expect(relayed.status).toBe(401);
    for (const answer of [
      await admin.call(`GET /api/user/${ann}`),
      await manage(admin, ann, "enable"),
      await manage(admin, ann, "add_quota", { value: 5 }),
      await update(admin, { id: ann, display_name: "x" }),
      await admin.call(`DELETE /api/user/${ann}`),
    ])
      expect(answer).toMatchObject({ success: false, message: "用户不存在" });
    const { items } = Object((await admin.call("GET /api/user/search?keyword=ann")).data);
    expect(items[0]).toMatchObject({
      DeletedAt: new Date(app.clock.nowMs()).toISOString().replace(/\.\d+Z/, ".000Z"),
    });
    const account = userAccount(ann);
    expect((await app.parts.ledger.balances([account])).get(account)?.posted).toBe(1_000_000);
    expect(
      await admin.call("POST /api/user/", { body: { username: "ann", password: TEST_PASSWORD } }),
    ).toMatchObject({ code: "user.name-taken" });
  });

  test("root promotes and demotes; an admin does neither, and nothing to root", async () => {
    expect(await manage(admin, ann, "promote")).toMatchObject({
      message: "普通管理员用户无法提升其他用户为管理员",
    });
    expect(await manage(root, ann, "promote")).toMatchObject({ data: { role: 10 } });
    expect(await manage(admin, ann, "disable")).toMatchObject({ code: "user.not-manageable" });
    expect(await update(admin, { id: ann, quota: 5 })).toMatchObject({ code: "user.not-manageable" });
    expect(await admin.call(`DELETE /api/user/${ann}`)).toMatchObject({ code: "user.not-manageable" });
    expect(await manage(root, ann, "demote")).toMatchObject({ data: { role: 1 } });
    const rootId = await app.userId("root");
    expect(await manage(root, rootId, "disable")).toMatchObject({ message: "无法禁用超级管理员用户" });
    expect(await root.call(`DELETE /api/user/${rootId}`)).toMatchObject({
      message: "无法删除超级管理员用户",
    });
    expect(await manage(root, ann, "explode")).toMatchObject({ code: "user.action-unknown" });
    expect(await manage(root, 999_999, "disable")).toMatchObject({ code: "user.not-found" });
  });

  test("who has been promoted meanwhile is not touched by what was judged before", async () => {
    const judged = await app.parts.users.find(ann);
    await manage(root, ann, "promote");
    expect(await app.parts.users.updateJudged(judged ?? { id: 0, role: 0 }, { status: 2 })).toBe(false);
    expect(await app.parts.users.find(ann)).toMatchObject({ role: 10, status: 1 });
  });
});
