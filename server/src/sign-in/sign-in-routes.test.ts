import { describe, expect, test } from "bun:test";
import { login } from "@tollgate/contract/session";
import { UserStatus } from "@tollgate/contract/statuses";
import { buildUser, TEST_PASSWORD } from "../../test/support/factories.ts";
import { describeScenarios } from "../../test/support/scenario.ts";
import { ENGINES, TEST_ROOT_PASSWORD, useTestApps } from "../../test/support/test-app.ts";
import type { TestApp } from "../../test/support/test-app.ts";

const LOGIN = "POST /api/user/login";
const wrong = { success: false, code: "user.sign-in-wrong" };

async function arrange({ parts }: TestApp) {
  const id = await buildUser(parts, { username: "ann", email: "ann@example.com" });
  await buildUser(parts, { username: "banned", status: UserStatus.disabled });
  await buildUser(parts, { username: "twin1", email: "twin@example.com" });
  await buildUser(parts, { username: "twin2", email: "twin@example.com" });
  return id;
}

describeScenarios("sign-in", {
  arrange,
  scenarios: [
    {
      name: "a user signs in by name",
      call: LOGIN,
      body: { username: " ann ", password: TEST_PASSWORD },
      expect: (id) => ({
        data: {
          id,
          username: "ann",
          display_name: "ann",
          role: 1,
          status: 1,
          group: "default",
          default_password: false,
        },
        headers: {
          "set-cookie": expect.stringMatching(
            /^session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/,
          ),
        },
      }),
    },
    {
      name: "a user signs in by e-mail address",
      call: LOGIN,
      body: { username: "ann@example.com", password: TEST_PASSWORD },
      expect: (id) => ({ data: expect.objectContaining({ id }) }),
    },
    {
      name: "an address that two users have signs in neither",
      call: LOGIN,
      body: { username: "twin@example.com", password: TEST_PASSWORD },
      expect: wrong,
    },
    {
      name: "a wrong password is refused and sets no cookie",
      call: LOGIN,
      body: { username: "ann", password: "wrong-password" },
      expect: { ...wrong, message: "用户名或密码错误，或用户已被封禁", headers: { "set-cookie": null } },
    },
    {
      name: "an unknown name gets the same answer as a wrong password",
      call: LOGIN,
      body: { username: "nobody", password: "wrong-password" },
      expect: { ...wrong, message: "用户名或密码错误，或用户已被封禁", headers: { "set-cookie": null } },
    },
    {
      name: "a banned user gets the same answer even with the right password",
      call: LOGIN,
      body: { username: "banned", password: TEST_PASSWORD },
      expect: wrong,
    },
    {
      name: "name and password are required, in the reader's language",
      call: LOGIN,
      body: { username: "  ", password: TEST_PASSWORD },
      headers: { "accept-language": "en-GB,en;q=0.9" },
      expect: { success: false, code: "user.sign-in-incomplete", message: "Enter user name and password" },
    },
    {
      name: "signing out without a session succeeds",
      call: "GET /api/user/logout",
      expect: { headers: { "set-cookie": expect.stringContaining("session=; Path=/; Max-Age=0") } },
    },
  ],
});

describe.each(ENGINES)("sessions on %s", (engine) => {
  const apps = useTestApps();

  test("a cookie is good until its owner signs out, and only with the user's number beside it", async () => {
    const app = await apps.create({ engine });
    const guest = await app.as("guest");
    const signedIn = await guest.send(login, {
      query: {},
      body: { username: "root", password: TEST_ROOT_PASSWORD },
    });
    const cookie = (signedIn.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const self = (headers: Record<string, string>) => guest.call("GET /api/user/self", { headers });
    expect(await self({ cookie, "new-api-user": String(signedIn.data.id) })).toMatchObject({ status: 200 });
    expect(await self({ cookie })).toMatchObject({ status: 401, code: "session.user-missing" });
    expect(await self({ cookie, "new-api-user": "99" })).toMatchObject({
      status: 401,
      code: "session.user-mismatch",
    });
    await guest.call("GET /api/user/logout", { headers: { cookie } });
    expect(await self({ cookie, "new-api-user": String(signedIn.data.id) })).toMatchObject({
      status: 401,
      code: "session.required",
    });
  });

  test("a session ends after thirty days", async () => {
    const app = await apps.create({ engine });
    const root = await app.as("root");
    app.clock.advance(30 * 86_400_000 - 1000);
    expect(await root.call("GET /api/user/self")).toMatchObject({ status: 200 });
    app.clock.advance(1000);
    expect(await root.call("GET /api/user/self")).toMatchObject({ status: 401, code: "session.required" });
  });

  test("signing in again ends the browser's former session", async () => {
    const app = await apps.create({ engine });
    const root = await app.as("root");
    await root.call(LOGIN, { body: { username: "root", password: TEST_ROOT_PASSWORD } });
    expect(await root.call("GET /api/user/self")).toMatchObject({ status: 401 });
  });

  test("a ban and a change of role count at the next call", async () => {
    const app = await apps.create({ engine });
    const admin = await app.as("admin");
    const id = await app.userId("admin");
    await app.parts.users.update(id, { role: 1 });
    expect(await admin.call("GET /api/group/")).toMatchObject({ status: 403, code: "session.forbidden" });
    await app.parts.users.update(id, { status: UserStatus.disabled });
    expect(await admin.call("GET /api/user/self")).toMatchObject({ status: 401, code: "user.banned" });
  });

  test("a user keeps at most fifty sessions", async () => {
    const app = await apps.create({ engine });
    const oldest = await app.as("root");
    for (let count = 0; count < 50; count++) {
      app.clock.advance(1000);
      await app.as("root");
    }
    expect(await oldest.call("GET /api/user/self")).toMatchObject({ status: 401 });
  });

  test("with password sign-in off only root is let in", async () => {
    const app = await apps.create({ engine, options: { PasswordLoginEnabled: "false" } });
    await buildUser(app.parts, { username: "ann" });
    const guest = await app.as("guest");
    const signIn = (username: string, password: string) =>
      guest.call(LOGIN, { body: { username, password } });
    expect(await signIn("ann", TEST_PASSWORD)).toMatchObject({ code: "user.sign-in-disabled" });
    expect(await signIn("nobody", "x")).toMatchObject({ code: "user.sign-in-disabled" });
    expect(await signIn("root", "x")).toMatchObject({ code: "user.sign-in-disabled" });
    expect(await signIn("root", TEST_ROOT_PASSWORD)).toMatchObject({ success: true });
  });

  test("a root with the family's default password is warned", async () => {
    const app = await apps.create({ engine });
    const { parts } = app;
    await parts.users.update(await app.userId("root"), {
      password_hash: await parts.passwords.hash("123456"),
    });
    const guest = await app.as("guest");
    const answer = await guest.send(login, { query: {}, body: { username: "root", password: "123456" } });
    expect(answer.data.default_password).toBe(true);
  });

  test("a password with an old kind of hash signs in once and is stored anew", async () => {
    const app = await apps.create({ engine });
    const id = await buildUser(app.parts, { username: "old" });
    const bcrypt = await Bun.password.hash(TEST_PASSWORD, { algorithm: "bcrypt", cost: 4 });
    await app.parts.users.update(id, { password_hash: bcrypt });
    const guest = await app.as("guest");
    const signIn = () => guest.call(LOGIN, { body: { username: "old", password: TEST_PASSWORD } });
    expect(await signIn()).toMatchObject({ success: true });
    expect((await app.parts.users.find(id))?.password_hash).toStartWith("$argon2id$");
    expect(await signIn()).toMatchObject({ success: true });
  });

  test("behind TLS the cookie is for HTTPS only", async () => {
    const app = await apps.create({ engine, config: { sessionCookieSecure: true } });
    const guest = await app.as("guest");
    const answer = await guest.call(LOGIN, { body: { username: "root", password: TEST_ROOT_PASSWORD } });
    expect(answer.headers.get("set-cookie")).toEndWith("; HttpOnly; SameSite=Strict; Secure");
  });

  test("a sign-in is remembered", async () => {
    const app = await apps.create({ engine });
    const guest = await app.as("guest");
    await guest.call(LOGIN, { body: { username: "root", password: TEST_ROOT_PASSWORD } });
    const root = await app.parts.users.find(await app.userId("root"));
    expect(root?.last_login_at).toBe(Math.floor(app.clock.nowMs() / 1000));
  });
});
