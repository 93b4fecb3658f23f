import { describe, expect, test } from "bun:test";
import { ChannelStatus } from "@tollgate/contract/statuses";
import { buildChannel, buildToken, buildUser, TEST_PASSWORD } from "../../../test/support/factories.ts";
import { describeScenarios } from "../../../test/support/scenario.ts";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import type { TestApp } from "../../../test/support/test-app.ts";
import { userAccount } from "../../ledger/account.ts";

const SELF = "/api/user/self";

describeScenarios("one's own account", {
  async arrange({ parts }: TestApp) {
    await buildUser(parts, { username: "taken" });
    await buildChannel(parts, { models: ["b-model", "a-model"], group: ["default", "vip"] });
    await buildChannel(parts, { models: ["hidden-model"], group: ["inner"] });
    await buildChannel(parts, { models: ["off-model"], status: ChannelStatus.disabled });
    await buildChannel(parts, { models: ["vip-model"], group: ["vip"] });
  },
  scenarios: [
    {
      name: "a user reads the own account without its secrets",
      as: "user",
      call: `GET ${SELF}`,
      expect: {
        data: {
          id: expect.any(Number),
          username: "user",
          display_name: "user",
          role: 1,
          status: 1,
          email: "",
          group: "default",
          quota: 1_000_000,
          used_quota: 0,
          request_count: 0,
          aff_code: expect.stringMatching(/^\w{8}$/),
          aff_count: 0,
          aff_quota: 0,
          aff_history_quota: 0,
          inviter_id: 0,
          github_id: "",
          wechat_id: "",
          telegram_id: "",
          linux_do_id: "",
          setting: "",
        },
      },
    },
    {
      name: "names are changed, trimmed",
      as: "user",
      call: `PUT ${SELF}`,
      body: { username: " new-name ", display_name: " New Name " },
      expect: {},
      async check(app) {
        const user = await app.parts.users.find(await app.userId("user"));
        expect([user?.username, user?.display_name]).toEqual(["new-name", "New Name"]);
      },
    },
    {
      name: "a name that another user has is refused",
      as: "user",
      call: `PUT ${SELF}`,
      body: { username: "taken" },
      expect: { success: false, code: "user.name-taken", message: "用户名已存在" },
    },
    {
      name: "a name of thirteen characters is refused",
      as: "user",
      call: `PUT ${SELF}`,
      body: { username: "thirteenchars" },
      expect: { success: false, code: "user.name-too-long" },
    },
    {
      name: "a short password is refused",
      as: "user",
      call: `PUT ${SELF}`,
      body: { password: "short67" },
      expect: { success: false, code: "password.too-short", message: "密码长度不得小于 8 位！" },
    },
    {
      name: "a wrong current password is refused and nothing else is changed",
      as: "user",
      call: `PUT ${SELF}`,
      body: { original_password: "not-this-one", password: "long-enough", username: "renamed" },
      expect: { success: false, code: "password.original-wrong" },
      async check(app) {
        expect((await app.parts.users.find(await app.userId("user")))?.username).toBe("user");
      },
    },
    {
      name: "role, quota and group are not one's own to change",
      as: "user",
      call: `PUT ${SELF}`,
      body: { role: 100, quota: 999, group: "vip", status: 1 },
      expect: {},
      async check(app) {
        const user = await app.parts.users.find(await app.userId("user"));
        expect([user?.role, user?.group]).toEqual([1, "default"]);
      },
    },
    {
      name: "models of the usable groups are listed, each once, those of disabled channels are not",
      as: "user",
      call: "GET /api/user/models",
      expect: { data: ["a-model", "b-model", "vip-model"] },
    },
    {
      name: "models of one group are listed",
      as: "user",
      call: "GET /api/user/models?group=default",
      expect: { data: ["a-model", "b-model"] },
    },
    {
      name: "models of a group that one may not use are not",
      as: "user",
      call: "GET /api/user/models?group=inner",
      expect: { data: [] },
    },
  ],
});

describe.each(ENGINES)("one's own account on %s", (engine) => {
  const apps = useTestApps();

  test("a new password signs in, ends the other sessions and keeps this one", async () => {
    const app = await apps.create({ engine });
    const [here, there] = [await app.as("user"), await app.as("user")];
    const body = { original_password: TEST_PASSWORD, password: "another-one" };
    expect(await here.call(`PUT ${SELF}`, { body })).toMatchObject({ success: true });
    expect(await here.call(`GET ${SELF}`)).toMatchObject({ status: 200 });
    expect(await there.call(`GET ${SELF}`)).toMatchObject({ status: 401, code: "session.required" });
    const guest = await app.as("guest");
    const signIn = (password: string) =>
      guest.call("POST /api/user/login", { body: { username: "user", password } });
    expect((await signIn(TEST_PASSWORD)).success).toBe(false);
    expect((await signIn("another-one")).success).toBe(true);
  });

  test("a new access token works at once, and the one before no more", async () => {
    const app = await apps.create({ engine });
    const user = await app.as("user");
    const guest = await app.as("guest");
    const makeToken = async () => String((await user.call("GET /api/user/token")).data);
    const self = (authorization: string) => guest.call(`GET ${SELF}`, { headers: { authorization } });
    const first = await makeToken();
    expect(first).toMatch(/^\w{32}$/);
    expect(await self(first)).toMatchObject({ status: 200, data: { username: "user" } });
    const second = await makeToken();
    expect(await self(first)).toMatchObject({ status: 401 });
    expect(await self(`Bearer ${second}`)).toMatchObject({ status: 200 });
    const stored = await app.parts.users.find(await app.userId("user"));
    expect(stored?.access_token_hash).not.toContain(second);
  });

  test("who cancels the own account is signed out everywhere, keys stop, and the books stay as they are", async () => {
    const app = await apps.create({ engine });
    const [here, there] = [await app.as("user"), await app.as("user")];
    const id = await app.userId("user");
    const { key } = await buildToken(app.parts, { userId: id });
    expect(await here.call(`DELETE ${SELF}`)).toMatchObject({ status: 200, success: true });
    for (const client of [here, there])
      expect(await client.call(`GET ${SELF}`)).toMatchObject({ status: 401 });
    const relayed = await app.request("/v1/models", { headers: { authorization: `Bearer sk-${key}` } });
    expect(relayed.status).toBe(401);
    const body = { username: "user", password: TEST_PASSWORD };
    expect((await (await app.as("guest")).call("POST /api/user/login", { body })).success).toBe(false);
    expect((await app.parts.ledger.balances([userAccount(id)])).get(userAccount(id))?.posted).toBe(1_000_000);
  });

  test("root's account cannot be cancelled", async () => {
    const root = await (await apps.create({ engine })).as("root");
    expect(await root.call(`DELETE ${SELF}`)).toMatchObject({
      success: false,
      message: "不能删除超级管理员账户",
    });
    expect(await root.call(`GET ${SELF}`)).toMatchObject({ status: 200 });
  });

  test("credentials of a proxy in front do not hide the session", async () => {
    const app = await apps.create({ engine });
    const user = await app.as("user");
    expect(
      await user.call(`GET ${SELF}`, { headers: { authorization: "Basic dXNlcjpwYXNz" } }),
    ).toMatchObject({ status: 200 });
    expect(await user.call(`GET ${SELF}`, { headers: { authorization: "nonsense" } })).toMatchObject({
      status: 401,
    });
  });

  test("the quota shown is what is left to spend", async () => {
    const app = await apps.create({ engine });
    const user = await app.as("user");
    const payer = userAccount(await app.userId("user"));
    await app.parts.ledger.reserve({ holdId: "r1", payer, amount: 300_000 });
    expect((await user.call(`GET ${SELF}`)).data).toMatchObject({ quota: 700_000, used_quota: 0 });
    await app.parts.ledger.settle({ holdId: "r1", payer, amount: 100_000 });
    expect((await user.call(`GET ${SELF}`)).data).toMatchObject({
      quota: 900_000,
      used_quota: 100_000,
      request_count: 1,
    });
  });
});
