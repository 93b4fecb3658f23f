import { screen, waitFor } from "@testing-library/react";
import { getSelf } from "@tollgate/contract/session";
import { describe, expect, test } from "vitest";
import { sessionUser } from "./session/session-user.ts";
import { buildSelf } from "./test/factories.ts";
import { FakeRefusal } from "./test/fake-server.ts";
import { renderConsole } from "./test/render-console.tsx";

describe("who may open what", () => {
  test("a guest is led to sign-in and remembers where he was going", async () => {
    const { location } = await renderConsole("/log?model=gpt-4o", { isGuest: true });
    await screen.findByRole("button", { name: "登录" });
    expect(location().pathname).toBe("/login");
    expect(location().search).toEqual({ redirect: "/log?model=gpt-4o" });
  });
  test("someone who is signed in has no business at sign-in", async () => {
    const { location } = await renderConsole("/login");
    await screen.findByRole("heading", { name: "令牌管理" });
    expect(location().pathname).toBe("/token");
  });
  test("an ordinary user may not see channels, neither in the menu nor by address", async () => {
    await renderConsole("/channel", { state: { self: buildSelf({ id: 2, role: 1 }) } });
    await screen.findByRole("heading", { name: "无权访问" });
    const entries = screen.getAllByRole("link").map((link) => link.textContent);
    expect(entries).toContain("令牌");
    expect(entries).not.toContain("渠道");
  });
  test("an unknown address says so", async () => {
    await renderConsole("/no/such/page", { isGuest: true });
    expect(await screen.findByRole("heading", { name: "页面不存在" })).toBeTruthy();
  });
});

describe("a session that ends", () => {
  test("at the server leads to sign-in with the message of the specification", async () => {
    const { server, location, queryClient } = await renderConsole("/token");
    await screen.findByRole("heading", { name: "令牌管理" });
    server.on(getSelf, () => {
      throw new FakeRefusal("session.required", 401);
    });
    await queryClient.refetchQueries({ queryKey: ["self"] });
    expect(await screen.findByText("未登录或登录已过期，请重新登录！")).toBeTruthy();
    expect(location().pathname).toBe("/login");
    expect(location().search).toMatchObject({ expired: "true", redirect: "/token" });
    expect(sessionUser.get()).toBeUndefined();
  });
  test("by signing out forgets what was loaded", async () => {
    const { user, location, queryClient } = await renderConsole("/token");
    await user.click(await screen.findByRole("button", { name: /用户菜单/ }));
    await user.click(await screen.findByRole("menuitem", { name: "退出登录" }));
    await waitFor(() => expect(location().pathname).toBe("/login"));
    expect(await screen.findByText("注销成功!")).toBeTruthy();
    expect(queryClient.getQueryData(["self"])).toBeUndefined();
  });
});
