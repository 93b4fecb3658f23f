import { screen, waitFor } from "@testing-library/react";
import { login } from "@tollgate/contract/session";
import { describe, expect, test } from "vitest";
import { sessionUser } from "../../session/session-user.ts";
import { renderConsole } from "../../test/render-console.tsx";

const atSignIn = (path = "/login", state = {}) => renderConsole(path, { isGuest: true, state });

describe("sign-in", () => {
  test("asks for both name and password before it calls", async () => {
    const { user, server } = await atSignIn();
    await user.click(await screen.findByRole("button", { name: "登录" }));
    expect((await screen.findByRole("alert")).textContent).toBe("请输入用户名和密码！");
    expect(server.callsOf(login)).toEqual([]);
  });
  test("keeps the user and goes to the tokens", async () => {
    const { user, location } = await atSignIn();
    await user.type(await screen.findByLabelText("用户名或邮箱"), " root ");
    await user.type(screen.getByLabelText("密码"), "correct horse{Enter}");
    await waitFor(() => expect(location().pathname).toBe("/token"));
    expect(await screen.findByText("登录成功！")).toBeTruthy();
    expect(sessionUser.get()).toEqual({ id: 1, username: "root", display_name: "Root User", role: 100 });
  });
  test("goes back to where the session ended, but never to another site", async () => {
    const first = await atSignIn("/login?redirect=%2Flog%3Fmodel%3Da");
    await first.user.type(await screen.findByLabelText("用户名或邮箱"), "root");
    await first.user.type(screen.getByLabelText("密码"), "correct horse{Enter}");
    await waitFor(() => expect(first.location().href).toBe("/log?model=a"));
  });
  test.each(["//evil.example", "https://evil.example", "/\\evil.example"])("ignores %s", async (address) => {
    const { user, location } = await atSignIn(`/login?redirect=${encodeURIComponent(address)}`);
    await user.type(await screen.findByLabelText("用户名或邮箱"), "root");
    await user.type(screen.getByLabelText("密码"), "correct horse{Enter}");
    await waitFor(() => expect(location().pathname).toBe("/token"));
  });
  test("shows the server's refusal and lets the password be typed again", async () => {
    const { user, location } = await atSignIn();
    await user.type(await screen.findByLabelText("用户名或邮箱"), "root");
    await user.type(screen.getByLabelText("密码"), "wrong{Enter}");
    expect(await screen.findByText("用户名或密码错误，或用户已被封禁")).toBeTruthy();
    expect(location().pathname).toBe("/login");
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("密码")));
  });
  test("warns of the default password and leads to changing it", async () => {
    const { user, location } = await atSignIn("/login", { password: "123456" });
    await user.type(await screen.findByLabelText("用户名或邮箱"), "root");
    await user.type(screen.getByLabelText("密码"), "123456{Enter}");
    await screen.findByRole("alertdialog", { name: "您正在使用默认密码！" });
    await user.click(screen.getByRole("button", { name: "去修改密码" }));
    await waitFor(() => expect(location().pathname).toBe("/setting"));
  });
  test("says that the session has expired", async () => {
    await atSignIn("/login?expired=true");
    expect(await screen.findByText("未登录或登录已过期，请重新登录！")).toBeTruthy();
  });
});

test("sign-in in English", async () => {
  const { user } = await renderConsole("/login", { isGuest: true, language: "en" });
  await user.click(await screen.findByRole("button", { name: "Sign in" }));
  expect((await screen.findByRole("alert")).textContent).toBe("Enter user name and password");
});
