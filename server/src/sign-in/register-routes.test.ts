import { describe, expect, test } from "bun:test";
import { buildUser, TEST_PASSWORD } from "../../test/support/factories.ts";
import { describeScenarios } from "../../test/support/scenario.ts";
import { ENGINES, useTestApps } from "../../test/support/test-app.ts";
import type { TestApp } from "../../test/support/test-app.ts";
import { affiliateAccount, userAccount } from "../ledger/account.ts";
import { AppError } from "../lib/app-error.ts";
import { movementLog } from "../resources/wallet/movement-log.ts";
import { createUserWithGifts } from "../resources/users/welcome-gifts.ts";

const REGISTER = "POST /api/user/register";
const FORM = { username: "newcomer", password: TEST_PASSWORD };
const GIFTS = { QuotaForNewUser: "1000", QuotaForInvitee: "200", QuotaForInviter: "300" };

describeScenarios("registration", {
  app: { options: GIFTS },
  scenarios: [
    {
      name: "makes an ordinary user with the sign-up gift, who can sign in",
      call: REGISTER,
      body: { ...FORM, password2: TEST_PASSWORD, role: 100, quota: 5, group: "vip" },
      expect: { data: undefined },
      entries: [{ kind: "grant", amount: 1000, note: "sign-up gift" }],
      async check(app) {
        const guest = await app.as("guest");
        const { data } = await guest.call("POST /api/user/login", { body: FORM });
        expect(data).toMatchObject({ username: "newcomer", role: 1, group: "default" });
      },
    },
    {
      name: "an invitation code that nobody has is ignored",
      call: REGISTER,
      body: { ...FORM, aff_code: "nonsense" },
      expect: {},
      entries: [{ amount: 1000 }],
    },
    {
      name: "an e-mail address that nobody has verified is not kept",
      call: REGISTER,
      body: { ...FORM, email: "somebody@x.test" },
      expect: {},
      entries: [{ amount: 1000 }],
      async check(app) {
        expect((await app.parts.users.findBySignInName("newcomer"))?.email).toBe("");
      },
    },
    {
      name: "a taken name is refused",
      as: "user",
      call: REGISTER,
      body: { ...FORM, username: "user" },
      expect: { success: false, message: "用户名已存在" },
    },
    {
      name: "passwords that differ are refused",
      call: REGISTER,
      body: { ...FORM, password2: "something-else" },
      expect: { success: false, message: "两次输入的密码不一致" },
    },
    {
      name: "a short password is refused",
      call: REGISTER,
      body: { ...FORM, password: "short67" },
      expect: { success: false, message: "密码长度不得小于 8 位！" },
    },
    {
      name: "a name of thirteen characters is refused",
      call: REGISTER,
      body: { ...FORM, username: "thirteenchars" },
      expect: { success: false, code: "user.name-too-long" },
    },
  ],
});

describe.each(ENGINES)("registration on %s", (engine) => {
  const apps = useTestApps();

  const registerAs = async (app: TestApp, body: object) =>
    (await app.as("guest")).call(REGISTER, { body: { ...FORM, ...body } });
  const posted = async (app: TestApp, account: number) =>
    (await app.parts.ledger.balances([account])).get(account)?.posted;

  test.each<[string, Record<string, string>, object, string]>([
    ["switched off", { RegisterEnabled: "false" }, {}, "user.registration-off"],
    ["by password off", { PasswordRegisterEnabled: "false" }, {}, "user.password-registration-off"],
    ["e-mail wanted", { EmailVerificationEnabled: "true" }, {}, "user.email-required"],
    [
      "e-mail cannot be verified",
      { EmailVerificationEnabled: "true" },
      { email: "a@x.test", verification_code: "123456" },
      "user.email-unavailable",
    ],
    [
      "Turnstile cannot be checked",
      { TurnstileSiteKey: "k", TurnstileSecretKey: "s", TurnstileCheckEnabled: "true" },
      {},
      "user.turnstile-unavailable",
    ],
  ])("%s: nobody is let in unchecked", async (_, options, body, code) => {
    const app = await apps.create({ engine, options });
    expect(await registerAs(app, body)).toMatchObject({ success: false, code });
    expect(await app.parts.users.findBySignInName("newcomer")).toBeUndefined();
  });

  test("an invitation pays both, is counted, and tells both in their logs", async () => {
    const app = await apps.create({ engine, options: GIFTS });
    const inviter = await buildUser(app.parts, { username: "inviter", quota: 0 });
    const inviting = await app.asUser(inviter);
    const code = String((await inviting.call("GET /api/user/aff")).data);
    expect(await registerAs(app, { aff_code: code })).toMatchObject({ success: true });
    const newcomer = await app.parts.users.findBySignInName("newcomer");
    expect(newcomer?.inviter_id).toBe(inviter);
    expect(await posted(app, userAccount(newcomer?.id ?? 0))).toBe(1200);
    expect((await inviting.call("GET /api/user/self")).data).toMatchObject({
      quota: 0,
      aff_count: 1,
      aff_quota: 300,
      aff_history_quota: 300,
    });
    const root = await app.as("root");
    const { items } = Object((await root.call("GET /api/log/?type=4")).data);
    const told = items.map((log: { username: string; content: string }) => `${log.username}: ${log.content}`);
    expect(told.sort()).toEqual([
      "inviter: 邀请用户赠送 $0.000600 额度",
      "newcomer: 使用邀请码赠送 $0.000400 额度",
      "newcomer: 新用户注册赠送 $0.002000 额度",
    ]);
  });

  test("an invitation that earns nothing is counted all the same, and moves no money", async () => {
    const app = await apps.create({ engine });
    const inviter = await app.userId("user");
    const code = (await app.parts.users.find(inviter))?.aff_code ?? "";
    await registerAs(app, { aff_code: code });
    expect(await app.parts.users.find(inviter)).toMatchObject({ aff_count: 1, aff_history: 0 });
    expect(await app.entries()).toEqual([]);
  });

  test("a banned user invites nobody", async () => {
    const app = await apps.create({ engine, options: GIFTS });
    const inviter = await app.userId("user");
    const code = (await app.parts.users.find(inviter))?.aff_code ?? "";
    await app.parts.users.update(inviter, { status: 2 });
    expect(await registerAs(app, { aff_code: code })).toMatchObject({ success: true });
    expect(await app.parts.users.findBySignInName("newcomer")).toMatchObject({ inviter_id: 0 });
    expect(await posted(app, affiliateAccount(inviter))).toBe(0);
  });

  test("a crash between the user and the gifts loses none of them, and a second start pays none twice", async () => {
    const app = await apps.create({ engine, options: GIFTS });
    const inviter = await app.userId("user");
    const { parts } = app;
    const person = await parts.users.find(inviter);
    const id = await createUserWithGifts(
      // The process dies right after the commit: nothing is booked.
      { ...parts, grants: { promise: parts.grants.promise, book: () => Promise.resolve() } },
      { username: "newcomer", displayName: "", passwordHash: "", role: 1 },
      person,
    );
    // And another died after the ledger's commit, before the promise was forgotten.
    const log = movementLog({ createdAt: 0, type: 4, userId: id, username: "newcomer", content: "gift" });
    await parts.ledger.grant({
      key: `signup:${id}`,
      account: userAccount(id),
      amount: 1000,
      alongside: () => log,
    });
    await app.restart();
    expect(await posted(app, userAccount(id))).toBe(1200);
    expect(await posted(app, affiliateAccount(inviter))).toBe(300);
    await app.restart();
    expect(await posted(app, userAccount(id))).toBe(1200);
    const root = await app.as("root");
    expect((await root.call("GET /api/log/?type=4")).data).toMatchObject({ total: 3 });
  });

  test("a name that is taken leaves no promise behind", async () => {
    const app = await apps.create({ engine, options: GIFTS });
    const newcomer = { username: "root", displayName: "", passwordHash: "", role: 1 };
    await expect(createUserWithGifts(app.parts, newcomer)).rejects.toBeInstanceOf(AppError);
    expect(await app.parts.grants.bookAll()).toBe(0);
  });
});
