import { screen, waitFor } from "@testing-library/react";
import { register } from "@tollgate/contract/session";
import type userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { buildStatus } from "../../test/factories.ts";
import { FakeRefusal } from "../../test/fake-server.ts";
import { renderConsole } from "../../test/render-console.tsx";

type User = ReturnType<typeof userEvent.setup>;

async function atRegistration(path = "/register", status = {}) {
  const view = await renderConsole(path, { isGuest: true, state: { status: buildStatus(status) } });
  view.server.on(register, ({ body }) => {
    if (body.username === "taken") throw new FakeRefusal("user.name-taken");
  });
  return view;
}

async function fillIn(user: User, username: string, password: string, password2 = password) {
  await user.type(await screen.findByLabelText(/^用户名/), username);
  await user.type(screen.getByLabelText(/^密码/), password);
  await user.type(screen.getByLabelText(/^确认密码/), `${password2}{Enter}`);
}

describe("registration", () => {
  test("makes the account, says so and leads to sign-in", async () => {
    const { user, server, location } = await atRegistration();
    await fillIn(user, " ann ", "long-enough");
    expect(await screen.findByText("注册成功！")).toBeTruthy();
    await waitFor(() => expect(location().pathname).toBe("/login"));
    expect(server.callsOf(register)[0]?.body).toEqual({
      username: "ann",
      password: "long-enough",
      password2: "long-enough",
    });
  });
  test("sends the code of who invited", async () => {
    const { user, server } = await atRegistration("/register?aff=AbC123");
    expect(await screen.findByText("您正在通过邀请链接注册")).toBeTruthy();
    await fillIn(user, "ann", "long-enough");
    await waitFor(() => expect(server.callsOf(register)[0]?.body).toMatchObject({ aff_code: "AbC123" }));
  });
  test.each([
    ["a short password", "ann", "short", "short", "密码长度不得小于 8 位！"],
    ["a second password that differs", "ann", "long-enough", "long-enouhg", "两次输入的密码不一致"],
    ["a long name", "a-name-of-many-letters", "long-enough", "long-enough", "用户名长度不得超过 12 位！"],
    ["no name", " ", "long-enough", "long-enough", "用户名和密码不能为空！"],
  ])("refuses %s before it calls", async (_, username, password, password2, message) => {
    const { user, server } = await atRegistration();
    await fillIn(user, username, password, password2);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(server.callsOf(register)).toEqual([]);
  });
  test("shows the server's refusal and keeps what was typed", async () => {
    const { user, location } = await atRegistration();
    await fillIn(user, "taken", "long-enough");
    expect(await screen.findByText("用户名已存在")).toBeTruthy();
    expect(location().pathname).toBe("/register");
    expect(screen.getByLabelText(/^密码/)).toHaveProperty("value", "long-enough");
  });
  test.each([
    [{ register_enabled: false }, "管理员关闭了新用户注册"],
    [
      { password_register_enabled: false },
      "管理员关闭了通过密码进行注册，请使用第三方账户验证的形式进行注册",
    ],
  ])("is closed where the operator has closed it: %j", async (status, message) => {
    await atRegistration("/register", status);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "注册" })).toBeNull();
  });
  test("is offered at sign-in only where it is open", async () => {
    await atRegistration("/login");
    expect(await screen.findByRole("link", { name: "注册" })).toBeTruthy();
  });
  test("is not offered at sign-in where it is closed", async () => {
    await atRegistration("/login", { register_enabled: false });
    expect(await screen.findByRole("button", { name: "登录" })).toBeTruthy();
    expect(screen.queryByRole("link", { name: "注册" })).toBeNull();
  });
});

test("registration in English", async () => {
  await renderConsole("/register", { isGuest: true, language: "en" });
  expect(await screen.findByRole("button", { name: "Sign up" })).toBeTruthy();
});
