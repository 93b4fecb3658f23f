import { beforeEach, describe, expect, test } from "bun:test";
import { buildUser } from "../../../test/support/factories.ts";
import { stopAtInsertInto } from "../../../test/support/failing-insert.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import { MAX_QUOTA } from "@tollgate/contract/quota";
import { userAccount } from "../../ledger/account.ts";

describe.each(ENGINES)("an administrator's change of quota on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let admin: TestClient;
  let root: TestClient;
  let ann: number;

  beforeEach(async () => {
    app = await apps.create({ engine });
    ann = await buildUser(app.parts, { username: "ann", quota: 1000 });
    admin = await app.as("admin");
    root = await app.as("root");
  });

  const read = async (as: TestClient) => Object((await as.call(`GET /api/user/${ann}`)).data);
  const update = (as: TestClient, body: object) => as.call("PUT /api/user/", { body: { id: ann, ...body } });
  const addQuota = (body: object) =>
    admin.call("POST /api/user/manage", { body: { id: ann, action: "add_quota", ...body } });
  const posted = async () => {
    const account = userAccount(ann);
    return (await app.parts.ledger.balances([account])).get(account)?.posted;
  };
  const spend = async (holdId: string, amount: number) => {
    await app.parts.ledger.reserve({ holdId, payer: userAccount(ann), amount });
    await app.parts.ledger.settle({ holdId, payer: userAccount(ann), amount });
  };
  const logs = async () => {
    const { data } = await root.call("GET /api/log/?type=3");
    return Object(data).items.map((log: { content: string }) => log.content);
  };

  test("a balance grows to what can be counted, can be read there, and no further", async () => {
    const more = { mode: "add", value: MAX_QUOTA };
    for (let round = 0; round < 9; round++) expect(await addQuota(more)).toMatchObject({ success: true });
    expect(await addQuota(more)).toMatchObject({ success: false, code: "quota.out-of-range" });
    expect(await posted()).toBe(9 * MAX_QUOTA + 1000);
    const items = Object((await admin.call("GET /api/user/?page_size=100")).data).items;
    expect(items).toContainEqual(expect.objectContaining({ id: ann, quota: 9 * MAX_QUOTA + 1000 }));
    expect(await update(admin, { quota: Number.MAX_SAFE_INTEGER, quota_seen: -1 })).toMatchObject({
      code: "quota.out-of-range",
    });
    expect(await addQuota({ mode: "add", value: 1e18 })).toMatchObject({ code: "quota.out-of-range" });
    expect(await addQuota({ mode: "subtract", value: MAX_QUOTA })).toMatchObject({ success: true });
  });

  test("two administrators who read the same figure both count", async () => {
    await read(admin);
    await read(root);
    await Promise.all([update(admin, { quota: 1500 }), update(root, { quota: 1200 })]);
    expect(await posted()).toBe(1700);
  });

  test("a form that sends the quota back as it was shown moves nothing, whatever was spent meanwhile", async () => {
    const { items } = Object((await admin.call("GET /api/user/search?keyword=ann")).data);
    await spend("r1", 600);
    const { quota } = items[0];
    expect((await update(admin, { display_name: "Ann", quota })).data).toMatchObject({ quota: 400 });
    expect((await app.entries()).map(({ kind }) => kind)).toEqual(["charge"]);
  });

  test("what the client says it saw counts more than what the server remembers", async () => {
    await read(admin);
    await spend("r1", 600);
    await read(admin);
    await update(admin, { quota: 1500, quota_seen: 1000 });
    expect(await posted()).toBe(900);
  });

  test("the same form sent again moves nothing", async () => {
    await read(admin);
    await update(admin, { quota: 1500 });
    await update(admin, { quota: 1500 });
    expect(await posted()).toBe(1500);
    const named = { quota: 1600, quota_seen: 1500, request_key: "form-1" };
    await update(admin, named);
    await update(admin, named);
    expect(await posted()).toBe(1600);
  });

  test("of one who was shown nothing, or long ago, the quota is set as it is sent", async () => {
    await update(admin, { quota: 7000 });
    expect(await posted()).toBe(7000);
    expect(await logs()).toEqual(["管理员将用户额度从 $0.002000 额度修改为 $0.014000 额度"]);
    await read(root);
    await spend("r1", 1000);
    app.clock.advance(3_601_000);
    await update(await app.as("root"), { quota: 7000 });
    expect(await posted()).toBe(7000);
  });

  test("an amount is added, taken away or set, each with a log row that says who did it", async () => {
    expect(await addQuota({ value: 500 })).toMatchObject({ data: { quota: 1500 } });
    expect(await addQuota({ value: 200, mode: "subtract" })).toMatchObject({ data: { quota: 1300 } });
    expect(await addQuota({ value: -100, mode: "add" })).toMatchObject({ data: { quota: 1200 } });
    expect(await addQuota({ value: 0, mode: "override" })).toMatchObject({ data: { quota: 0 } });
    expect(await logs()).toEqual([
      "管理员将用户额度从 $0.002400 额度修改为 $0.000000 额度",
      "管理员减少用户额度 $0.000200 额度",
      "管理员减少用户额度 $0.000400 额度",
      "管理员增加用户额度 $0.001000 额度",
    ]);
    const { items } = Object((await root.call("GET /api/log/?type=3")).data);
    const adminId = await app.userId("admin");
    expect(items[0]).toMatchObject({ user_id: ann, username: "ann", quota: 0 });
    expect(JSON.parse(items[0].other)).toEqual({
      admin_info: { admin_id: adminId, admin_username: "admin" },
    });
    expect((await app.entries())[0]).toMatchObject({ kind: "adjust", account: userAccount(ann) });
    expect((await app.entries()).map(({ note }) => note)).toContain(`+500, by admin (user ${adminId})`);
    const hers = await app.asUser(ann);
    expect(Object((await hers.call("GET /api/log/self?type=3")).data).items[0].other).toBe("{}");
  });

  test("an addition that is sent twice under one name is made once", async () => {
    await Promise.all([1, 2, 3].map(() => addQuota({ value: 500, request_key: "click" })));
    expect(await posted()).toBe(1500);
    expect(await logs()).toHaveLength(1);
  });

  test("a crash before the log row is written moves nothing; sent again, it is made and told once", async () => {
    const stopped = await stopAtInsertInto(app.parts.database, "logs");
    expect(await addQuota({ value: 500, request_key: "click" })).toMatchObject({ success: false });
    expect(await posted()).toBe(1000);
    await stopped.goOn();
    for (const _ of [1, 2]) await addQuota({ value: 500, request_key: "click" });
    expect(await posted()).toBe(1500);
    expect(await logs()).toEqual(["管理员增加用户额度 $0.001000 额度"]);
  });

  test("what makes no sense is refused and moves nothing", async () => {
    expect(await addQuota({})).toMatchObject({ code: "input.invalid" });
    expect(await addQuota({ value: -1, mode: "override" })).toMatchObject({ code: "quota.negative" });
    expect(await addQuota({ value: -1, mode: "subtract" })).toMatchObject({ code: "quota.negative" });
    expect(await addQuota({ value: 1, mode: "multiply" })).toMatchObject({ code: "user.action-unknown" });
    expect(await addQuota({ value: 1e16 })).toMatchObject({ success: false });
    expect(await update(admin, { quota: 1.5 })).toMatchObject({ success: false });
    expect(await app.entries()).toEqual([]);
  });

  test("root may fill its own account", async () => {
    const id = await app.userId("root");
    await root.call("POST /api/user/manage", { body: { id, action: "add_quota", value: 5 } });
    expect((await root.call("GET /api/user/self")).data).toMatchObject({ quota: 100_000_005 });
  });
});
