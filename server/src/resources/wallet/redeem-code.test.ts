import { describe, expect, test } from "bun:test";
import { buildUser } from "../../../test/support/factories.ts";
import { stopAtInsertInto } from "../../../test/support/failing-insert.ts";
import { startSecondNode } from "../../../test/support/second-node.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import { MAX_QUOTA } from "@tollgate/contract/quota";
import { LogType } from "@tollgate/contract/statuses";
import { userAccount } from "../../ledger/account.ts";
import { nowSeconds } from "../../lib/clock.ts";
import { movementLog } from "./movement-log.ts";
import { quotaWords } from "./quota-words.ts";
import { redeemCodeFor } from "./redeem-code.ts";

const QUOTA = 7000;

const makeCodes = async (app: TestApp, count: number, quota: number) =>
  (await app.as("admin")).call("POST /api/redemption/", { body: { name: "g", quota, count } });

async function makeCode(app: TestApp, more: object = {}): Promise<string> {
  const admin = await app.as("admin");
  const { data } = await admin.call("POST /api/redemption/", { body: { name: "g", quota: QUOTA, ...more } });
  return String(Object(data)[0]);
}

const told = { type: LogType.topUp, username: "user", content: "redeemed" };

const posted = async ({ parts }: TestApp, userId: number) =>
  (await parts.ledger.balances([userAccount(userId)])).get(userAccount(userId))?.posted;

async function topUpLogs(app: TestApp): Promise<string[]> {
  const { data } = await (await app.as("root")).call("GET /api/log/?type=1&page_size=100");
  return Object(data).items.map(
    (log: { username: string; content: string }) => `${log.username}: ${log.content}`,
  );
}

describe.each(ENGINES)("redeeming on %s", (engine) => {
  const apps = useTestApps();
  const redeem = async (app: TestApp, key: unknown, userId?: number) =>
    (await (userId === undefined ? app.as("user") : app.asUser(userId))).call("POST /api/user/topup", {
      body: { key },
    });

  test("a code adds its quota, is used from then on, and tells of it", async () => {
    const app = await apps.create({ engine });
    const code = await makeCode(app);
    const user = await app.userId("user");
    expect(await redeem(app, ` ${code} `)).toMatchObject({ success: true, data: QUOTA });
    expect(await posted(app, user)).toBe(1_000_000 + QUOTA);
    expect(await app.entries()).toMatchObject([
      { kind: "grant", account: userAccount(user), amount: QUOTA, note: "redemption code 1" },
    ]);
    expect(await topUpLogs(app)).toEqual(["user: 通过兑换码充值 $0.014000 额度，兑换码ID 1"]);
    const row = await app.parts.redemptions.get(1);
    expect(row).toMatchObject({ status: 3, used_user_id: user, redeemed_time: nowSeconds(app.clock) });
    expect(await redeem(app, code)).toMatchObject({ success: false, message: "该兑换码已被使用" });
    expect(await posted(app, user)).toBe(1_000_000 + QUOTA);
  });

  test("where raw units are shown, the log says units", async () => {
    const app = await apps.create({ engine, options: { DisplayInCurrencyEnabled: "false" } });
    await redeem(app, await makeCode(app));
    expect(await topUpLogs(app)).toEqual(["user: 通过兑换码充值 7,000 点额度，兑换码ID 1"]);
  });

  test("what is no code, or one that has expired, is refused and moves nothing", async () => {
    const app = await apps.create({ engine });
    const code = await makeCode(app, { expired_time: nowSeconds(app.clock) + 60 });
    app.clock.advance(60_000);
    expect(await redeem(app, code)).toMatchObject({ message: "该兑换码已过期" });
    expect(await redeem(app, "nonsense")).toMatchObject({ message: "无效的兑换码" });
    expect(await redeem(app, code.toLowerCase())).toMatchObject({ message: "无效的兑换码" });
    expect(await redeem(app, " ")).toMatchObject({ message: "请输入兑换码！" });
    expect(await app.entries()).toEqual([]);
  });

  test("of fifty who enter a code at the same time one gets the money", async () => {
    const app = await apps.create({ engine });
    const code = await makeCode(app);
    const users = await Promise.all(Array.from({ length: 5 }, () => buildUser(app.parts, { quota: 0 })));
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => redeem(app, code, users[index % users.length])),
    );
    expect(answers.filter((answer) => answer.success)).toHaveLength(1);
    expect(answers.filter((answer) => answer.code === "redemption.used")).toHaveLength(49);
    const balances = await Promise.all(users.map((user) => posted(app, user)));
    expect(balances.filter((balance) => balance === QUOTA)).toHaveLength(1);
    expect(await app.entries()).toHaveLength(1);
    expect(await topUpLogs(app)).toHaveLength(1);
  });

  test("a crash after the code is marked pays at the next start, once", async () => {
    const app = await apps.create({ engine });
    const code = await makeCode(app);
    const user = await app.userId("user");
    const { parts } = app;
    // The process dies right after the commit: nothing is booked.
    const dying = { promise: parts.grants.promise, book: () => Promise.resolve() };
    await redeemCodeFor(
      { ...parts, grants: dying, quotaWords: quotaWords(parts.options) },
      { id: user, username: "user" },
      code,
    );
    expect(await posted(app, user)).toBe(1_000_000);
    expect(await topUpLogs(app)).toEqual([]);
    await app.restart();
    expect(await posted(app, user)).toBe(1_000_000 + QUOTA);
    await app.restart();
    expect(await posted(app, user)).toBe(1_000_000 + QUOTA);
    expect(await topUpLogs(app)).toHaveLength(1);
  });

  test("a crash between the money with its log row and the promise leaves both, once", async () => {
    const app = await apps.create({ engine });
    const code = await makeCode(app);
    const user = await app.userId("user");
    const { parts } = app;
    const dying = {
      promise: parts.grants.promise,
      async book([key = ""]: readonly string[]) {
        const log = movementLog({ ...told, userId: user, createdAt: nowSeconds(parts.clock) });
        await parts.ledger.grant({ key, account: userAccount(user), amount: QUOTA, alongside: () => log });
      },
    };
    await redeemCodeFor(
      { ...parts, grants: dying, quotaWords: quotaWords(parts.options) },
      { id: user, username: "user" },
      code,
    );
    await app.restart();
    expect(await posted(app, user)).toBe(1_000_000 + QUOTA);
    expect(await topUpLogs(app)).toHaveLength(1);
  });

  test("a crash before the log row is written leaves the promise, which is kept at the next start", async () => {
    const app = await apps.create({ engine });
    const user = await app.userId("user");
    const code = await makeCode(app);
    const stopped = await stopAtInsertInto(app.parts.database, "logs");
    await redeem(app, code);
    expect(await posted(app, user)).toBe(1_000_000);
    await stopped.goOn();
    await app.restart();
    expect(await posted(app, user)).toBe(1_000_000 + QUOTA);
    expect(await topUpLogs(app)).toHaveLength(1);
  });

  test("a promise that cannot be stored leaves the code unused", async () => {
    const app = await apps.create({ engine });
    const code = await makeCode(app);
    const { parts } = app;
    const full = { book: parts.grants.book, promise: () => Promise.reject(new Error("disk full")) };
    const redeemed = redeemCodeFor(
      { ...parts, grants: full, quotaWords: quotaWords(parts.options) },
      { id: await app.userId("user"), username: "user" },
      code,
    );
    await expect(redeemed).rejects.toThrow("disk full");
    expect(await redeem(app, code)).toMatchObject({ data: QUOTA });
  });
});

describe("the largest balance", () => {
  const apps = useTestApps();

  test("codes fill a balance as far as it can be counted, and the next is refused and stays good", async () => {
    const app = await apps.create({ engine: "sqlite" });
    const user = await app.as("user");
    const redeem = (key: string) => user.call("POST /api/user/topup", { body: { key } });
    const codes = Object((await makeCodes(app, 10, MAX_QUOTA)).data);
    for (const code of codes.slice(0, 9)) expect(await redeem(code)).toMatchObject({ success: true });
    expect(await redeem(codes[9])).toMatchObject({ success: false, code: "quota.out-of-range" });
    expect(await user.call("GET /api/user/self")).toMatchObject({
      data: { quota: 9 * MAX_QUOTA + 1_000_000 },
    });
    expect(await app.parts.redemptions.get(10)).toMatchObject({ status: 1 });
  });
});

describe("redeeming on two nodes", () => {
  const apps = useTestApps();

  test("a code that is entered on both at the same time pays once", async () => {
    const app = await apps.create({ engine: "postgres" });
    const code = await makeCode(app);
    const user = await app.userId("user");
    await using second = await startSecondNode(app);
    const { identity } = await app.as("user");
    const send = (node: typeof second) =>
      node.fetch(
        new Request("http://gate.test/api/user/topup", {
          method: "POST",
          headers: { ...identity, "content-type": "application/json" },
          body: JSON.stringify({ key: code }),
        }),
      );
    const sent = Array.from({ length: 50 }, (_, index) => send(index % 2 === 0 ? app.app : second));
    const answers = await Promise.all((await Promise.all(sent)).map((response) => response.json()));
    expect(answers.filter((answer) => Object(answer).success === true)).toHaveLength(1);
    expect(await posted(app, user)).toBe(1_000_000 + QUOTA);
    expect(await topUpLogs(app)).toHaveLength(1);
  });

  test("what one node has promised and not booked, another one books; both at once book it once", async () => {
    const app = await apps.create({ engine: "postgres" });
    const user = await app.userId("user");
    await using second = await startSecondNode(app);
    const grant = {
      key: "redemption:77",
      account: userAccount(user),
      amount: QUOTA,
      note: "",
      userId: user,
      username: "user",
      logType: 1,
      logContent: "x",
    };
    await app.parts.database.kysely
      .transaction()
      .execute((transaction) => app.parts.grants.promise(transaction, [grant]));
    const booked = await Promise.all([second.parts.grants.bookAll(), app.parts.grants.bookAll()]);
    expect(booked.sort()).toEqual([0, 1]);
    expect(await posted(app, user)).toBe(1_000_000 + QUOTA);
    expect(await topUpLogs(app)).toHaveLength(1);
  });
});
