import { beforeEach, describe, expect, test } from "bun:test";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import { nowSeconds } from "../../lib/clock.ts";

describe.each(ENGINES)("redemption codes on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let admin: TestClient;
  let now: number;

  beforeEach(async () => {
    app = await apps.create({ engine });
    admin = await app.as("admin");
    now = nowSeconds(app.clock);
  });

  const create = (body: object = {}) =>
    admin.call("POST /api/redemption/", { body: { name: "gift", ...body } });
  const codesOf = async (body: object = {}): Promise<string[]> => Object((await create(body)).data);
  const get = async (id = 1) => Object((await admin.call(`GET /api/redemption/${id}`)).data);
  const update = (body: object, query: "" | "?status_only=true" = "") =>
    admin.call(`PUT /api/redemption/${query}`, { body: { id: 1, ...body } });
  const redeem = async (key: string) =>
    (await app.as("user")).call("POST /api/user/topup", { body: { key } });
  const names = async (query = "") => {
    const { data } = await admin.call(`GET /api/redemption/${query}`);
    return Object(data).items.map((item: { name: string }) => item.name);
  };

  test("codes are answered once made, shown whole to administrators, and sealed at rest", async () => {
    const codes = await codesOf({ count: 3, quota: 500 });
    expect(new Set(codes).size).toBe(3);
    const [code = ""] = codes;
    expect(code).toMatch(/^\w{32}$/);
    expect(await get(1)).toEqual({
      id: 1,
      user_id: await app.userId("admin"),
      name: "gift",
      key: code,
      status: 1,
      quota: 500,
      created_time: now,
      redeemed_time: 0,
      used_user_id: 0,
      expired_time: 0,
    });
    const stored = await app.parts.redemptions.findByCode(code);
    expect(JSON.stringify(stored)).not.toContain(code);
    const page = await admin.call("GET /api/redemption/?p=1&page_size=2");
    expect(page.data).toMatchObject({ page: 1, page_size: 2, total: 3, items: [{ id: 3 }, { id: 2 }] });
  });

  test("without a name a code is called what it is worth, and there are defaults for the rest", async () => {
    await create({ name: " " });
    expect(await get()).toMatchObject({ name: "$0.20", quota: 100_000 });
    await update({ name: "", quota: 500_000 });
    expect(await get()).toMatchObject({ name: "$1.00", quota: 500_000 });
  });

  test.each<[string, object, string]>([
    ["a long name", { name: "x".repeat(21) }, "redemption.name-too-long"],
    ["no codes", { count: 0 }, "redemption.count-invalid"],
    ["too many codes", { count: 101 }, "redemption.count-too-large"],
    ["half a code", { count: 1.5 }, "redemption.count-invalid"],
    ["no quota", { quota: 0 }, "redemption.quota-invalid"],
    ["a negative quota", { quota: -5 }, "redemption.quota-invalid"],
    ["a quota beyond all bounds", { quota: 1e15 }, "quota.out-of-range"],
    ["a quota that cannot be counted", { quota: 1e16 }, "quota.out-of-range"],
    ["an expiry that no calendar has", { expired_time: 1e18 }, "input.invalid"],
    ["an expiry in the past", { expired_time: 1 }, "redemption.expiry-passed"],
  ])("%s is refused and nothing is made", async (_, body, code) => {
    expect(await create(body)).toMatchObject({ success: false, code });
    expect(await names()).toEqual([]);
  });

  test("search is by id or part of the name", async () => {
    await create({ name: "Spring 10%" });
    await create({ name: "Autumn" });
    expect(await names("search?keyword=spr")).toEqual(["Spring 10%"]);
    expect(await names("search?keyword=2")).toEqual(["Autumn"]);
    expect(await names("search?keyword=%25")).toEqual(["Spring 10%"]);
    expect(await names("search")).toEqual(["Autumn", "Spring 10%"]);
  });

  test("an unused code is edited; a used or disabled one is not", async () => {
    const [code = ""] = await codesOf({ quota: 500 });
    const edit = { name: "new", quota: 700, expired_time: now + 60 };
    expect(await update(edit)).toMatchObject({ data: edit });
    expect(await update({ quota: 0 })).toMatchObject({ code: "redemption.quota-invalid" });
    expect(await update({ expired_time: now })).toMatchObject({ code: "redemption.expiry-passed" });
    await update({ status: 2 }, "?status_only=true");
    expect(await update({ name: "x" })).toMatchObject({ message: "只能编辑未使用的兑换码" });
    await update({ status: 1 }, "?status_only=true");
    expect(await redeem(code)).toMatchObject({ data: 700 });
    expect(await update({ quota: 1 })).toMatchObject({ code: "redemption.not-editable" });
    expect(await get()).toMatchObject({ quota: 700, status: 3, used_user_id: await app.userId("user") });
  });

  test("an expired code can be edited when its form sends the old expiry back", async () => {
    await create({ expired_time: now + 60 });
    app.clock.advance(120_000);
    expect(await update({ name: "late", expired_time: now + 60 })).toMatchObject({ success: true });
  });

  test("status goes from unused to disabled and back, and never away from used", async () => {
    const [code = ""] = await codesOf();
    const status = (value: unknown) => update({ status: value, name: "ignored" }, "?status_only=true");
    expect(await status(2)).toMatchObject({ data: { status: 2, name: "gift" } });
    expect(await redeem(code)).toMatchObject({ message: "该兑换码已被禁用" });
    expect(await status(1)).toMatchObject({ data: { status: 1 } });
    for (const wrong of [0, 3, undefined])
      expect(await status(wrong)).toMatchObject({ code: "redemption.status-invalid" });
    await redeem(code);
    for (const value of [1, 2]) expect(await status(value)).toMatchObject({ code: "redemption.used" });
  });

  test("a deleted code is gone from every call and cannot be redeemed", async () => {
    const [code = ""] = await codesOf();
    expect(await admin.call("DELETE /api/redemption/1/")).toMatchObject({ success: true });
    const gone = { code: "redemption.not-found", message: "兑换码不存在" };
    expect(await admin.call("DELETE /api/redemption/1/")).toMatchObject(gone);
    expect(await admin.call("GET /api/redemption/1")).toMatchObject(gone);
    expect(await update({ name: "x" })).toMatchObject(gone);
    expect(await names()).toEqual([]);
    expect(await redeem(code)).toMatchObject({ message: "无效的兑换码" });
  });

  test("the invalid ones are deleted together", async () => {
    const [used = ""] = await codesOf({ name: "used" });
    await create({ name: "disabled" });
    await create({ name: "expired", expired_time: now + 60 });
    await create({ name: "later", expired_time: now + 600 });
    await create({ name: "unused" });
    await redeem(used);
    await update({ id: 2, status: 2 }, "?status_only=true");
    app.clock.advance(60_000);
    expect(await admin.call("DELETE /api/redemption/invalid")).toMatchObject({ data: 3 });
    expect(await names()).toEqual(["unused", "later"]);
  });
});
