import { beforeEach, describe, expect, test } from "bun:test";
import { stopAtInsertInto } from "../../../test/support/failing-insert.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import type { TestClient } from "../../../test/support/test-client.ts";
import { affiliateAccount, userAccount } from "../../ledger/account.ts";

const EARNED = 1_200_000;

describe.each(ENGINES)("affiliate quota on %s", (engine) => {
  const apps = useTestApps();
  let app: TestApp;
  let user: TestClient;
  let id: number;

  beforeEach(async () => {
    app = await apps.create({ engine, options: { QuotaForInviter: String(EARNED) } });
    id = await app.userId("user");
    user = await app.as("user");
    const aff_code = String((await user.call("GET /api/user/aff")).data);
    const body = { username: "invited", password: "password-1", aff_code };
    await (await app.as("guest")).call("POST /api/user/register", { body });
  });

  const transfer = (quota: unknown, more: object = {}) =>
    user.call("POST /api/user/aff_transfer", { body: { quota, ...more } });
  const self = async () => Object((await user.call("GET /api/user/self")).data);

  test("the code stays the same, and is made for one who has none", async () => {
    const code = (await user.call("GET /api/user/aff")).data;
    expect(code).toBe((await self()).aff_code);
    await app.parts.users.update(id, { aff_code: "" });
    const made = String((await user.call("GET /api/user/aff")).data);
    expect(made).toMatch(/^\w{8}$/);
    expect((await user.call("GET /api/user/aff")).data).toBe(made);
  });

  test("a transfer moves it to the balance; what was ever earned stays", async () => {
    expect(await transfer(700_000)).toMatchObject({ success: true });
    expect(await self()).toMatchObject({
      quota: 1_700_000,
      aff_quota: 500_000,
      aff_history_quota: EARNED,
      aff_count: 1,
    });
    expect((await app.entries()).find(({ kind }) => kind === "transfer")).toMatchObject({
      account: userAccount(id),
      amount: 700_000,
      second_account: affiliateAccount(id),
      second_amount: -700_000,
    });
    const { items } = Object((await user.call("GET /api/log/self?type=4")).data);
    expect(items[0].content).toBe("划转邀请额度 $1.400000 额度");
  });

  test("less than one unit, or more than there is, is refused", async () => {
    expect(await transfer(499_999)).toMatchObject({
      code: "affiliate.amount-too-small",
      message: "划转金额最低为 $1.00",
    });
    expect(await transfer(EARNED + 1)).toMatchObject({ message: "邀请额度不足！" });
    expect(await transfer(-500_000)).toMatchObject({ code: "quota.negative" });
    expect(await transfer("500000")).toMatchObject({ success: false });
    expect(await self()).toMatchObject({ quota: 1_000_000, aff_quota: EARNED });
  });

  test("the least amount is told in the reader's language", async () => {
    await app.parts.options.set("DisplayInCurrencyEnabled", "false");
    expect(await transfer(1)).toMatchObject({ message: "划转金额最低为 500,000 点额度" });
    const english = { body: { quota: 1 }, headers: { "accept-language": "en" } };
    expect(await user.call("POST /api/user/aff_transfer", english)).toMatchObject({
      message: "Transfer at least 500,000 units",
    });
    expect(await transfer(1e30)).toMatchObject({ code: "quota.out-of-range" });
  });

  test("transfers at the same time cannot move more than there is", async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => transfer(500_000)));
    expect(answers.filter((answer) => answer.success)).toHaveLength(2);
    expect(await self()).toMatchObject({ quota: 2_000_000, aff_quota: 200_000 });
  });

  test("a crash before the log row is written moves nothing", async () => {
    const stopped = await stopAtInsertInto(app.parts.database, "logs");
    expect(await transfer(500_000, { request_key: "click" })).toMatchObject({ success: false });
    expect(await self()).toMatchObject({ quota: 1_000_000, aff_quota: EARNED });
    await stopped.goOn();
    expect(await transfer(500_000, { request_key: "click" })).toMatchObject({ success: true });
    const { items } = Object((await user.call("GET /api/log/self?type=4")).data);
    const told = items.filter(({ content }: { content: string }) => content.startsWith("划转邀请额度"));
    expect(told).toHaveLength(1);
  });

  test("a transfer that is sent twice under one name is made once", async () => {
    await transfer(500_000, { request_key: "click" });
    expect(await transfer(500_000, { request_key: "click" })).toMatchObject({ success: true });
    expect(await self()).toMatchObject({ aff_quota: 700_000 });
  });
});
