import { screen, waitFor, within } from "@testing-library/react";
import { createUser, manageUser, searchUsers, updateUser } from "@tollgate/contract/users";
import { describe, expect, test } from "vitest";
import { buildSelf, buildUser } from "../../test/factories.ts";
import { FakeRefusal } from "../../test/fake-server.ts";
import { renderConsole } from "../../test/render-console.tsx";

const root = buildUser({ id: 1, username: "root", role: 100, quota: 100_000_000 });
const bob = buildUser({ id: 3, username: "bob", role: 10, display_name: "Bob B" });
const ann = buildUser({ id: 2, username: "ann", quota: 5_000_000 });
const gone = buildUser({ id: 4, username: "gone", DeletedAt: "2026-11-01T00:00:00Z" });

const asRoot = () => renderConsole("/user", { state: { users: [gone, bob, ann, root] } });
const asBob = () =>
  renderConsole("/user", {
    state: {
      users: [ann, { ...bob, quota: 2_000_000 }, { ...root, quota: 0, used_quota: 0 }],
      self: buildSelf({ id: 3, username: "bob", role: 10 }),
    },
  });
const row = async (name: string) => {
  const table = within(await screen.findByRole("table"));
  const found = (await table.findByText(name)).closest("tr");
  if (found === null) throw new Error(`no row ${name}`);
  return within(found);
};

describe("the user list", () => {
  test("shows who is who", async () => {
    await asRoot();
    expect((await row("bob")).getByText("管理员")).toBeTruthy();
    expect((await row("ann")).getByText("$10.00")).toBeTruthy();
    expect((await row("ann")).getByText("已激活")).toBeTruthy();
  });
  test("offers nothing on a cancelled row", async () => {
    await asRoot();
    const cancelled = await row("gone");
    expect(cancelled.getByRole("button", { name: "已注销" })).toBeTruthy();
    expect(cancelled.queryByRole("button", { name: /编辑|更多操作/ })).toBeNull();
  });
  test("offers an admin nothing on equals and superiors, and no promotion", async () => {
    const { user } = await asBob();
    expect((await row("root")).queryByRole("button", { name: /编辑|更多操作/ })).toBeNull();
    expect((await row("root")).getAllByText("—").length).toBe(3);
    expect((await row("bob")).queryByRole("button", { name: /编辑|更多操作/ })).toBeNull();
    await user.click((await row("ann")).getByRole("button", { name: "更多操作: ann" }));
    expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual([
      "禁用",
      "注销",
    ]);
  });
  test("is searched by keyword and group", async () => {
    const { user, server } = await asRoot();
    await user.type(await screen.findByRole("searchbox"), "ann{Enter}");
    await waitFor(() => expect(screen.queryByText("bob")).toBeNull());
    expect(server.callsOf(searchUsers)[0]?.query).toMatchObject({ keyword: "ann" });
  });
});

describe("from a row", () => {
  const choose = async (name: string, action: string) => {
    const console = await asRoot();
    await console.user.click((await row(name)).getByRole("button", { name: `更多操作: ${name}` }));
    await console.user.click(await screen.findByRole("menuitem", { name: action }));
    return console;
  };
  test("a user is disabled after a question, and enabled without one", async () => {
    const { user, server } = await choose("ann", "禁用");
    expect(server.callsOf(manageUser)).toEqual([]);
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "禁用" }));
    await waitFor(async () => expect((await row("ann")).getByText("已封禁")).toBeTruthy());
    await user.click((await row("ann")).getByRole("button", { name: "更多操作: ann" }));
    await user.click(await screen.findByRole("menuitem", { name: "启用" }));
    await waitFor(() =>
      expect(server.callsOf(manageUser).map((call) => call.body)).toEqual([
        { id: 2, action: "disable", mode: "add" },
        { id: 2, action: "enable", mode: "add" },
      ]),
    );
  });
  test("root makes an admin, and unmakes one", async () => {
    const { user } = await choose("ann", "提升为管理员");
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "提升为管理员" }),
    );
    await waitFor(async () => expect((await row("ann")).getByText("管理员")).toBeTruthy());
  });
  test("a user is cancelled only when one is sure", async () => {
    const { user, server } = await choose("ann", "注销");
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/相当于删除用户，此修改将不可逆/)).toBeTruthy();
    await user.click(question.getByRole("button", { name: "取消" }));
    expect(server.callsOf(manageUser)).toEqual([]);
  });
});

describe("a new user", () => {
  test("needs a name and a password of eight characters", async () => {
    const { user, server } = await asRoot();
    await user.click(await screen.findByRole("button", { name: "添加用户" }));
    await user.click(await screen.findByRole("button", { name: "保存" }));
    expect(await screen.findByText("用户名和密码不能为空！")).toBeTruthy();
    expect(screen.getByText("密码长度不得小于 8 位！")).toBeTruthy();
    expect(server.callsOf(createUser)).toEqual([]);
    await user.type(screen.getByRole("textbox", { name: "用户名" }), "eve");
    await user.type(screen.getByLabelText(/^密码/, { selector: "input" }), "long enough");
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("用户账户创建成功！")).toBeTruthy();
    expect(server.callsOf(createUser)[0]?.body).toMatchObject({ username: "eve", password: "long enough" });
  });
});

describe("the user editor", () => {
  const edit = async () => {
    const console = await asRoot();
    await console.user.click((await row("ann")).getByRole("button", { name: "编辑 ann" }));
    await screen.findByRole("textbox", { name: "用户名" });
    return console;
  };
  const addQuota = async (user: Awaited<ReturnType<typeof asRoot>>["user"], typed: string) => {
    await user.click(screen.getByRole("button", { name: "增减额度" }));
    const dialog = within(await screen.findByRole("dialog", { name: "增减额度" }));
    const amount = dialog.getByRole("textbox", { name: "增减数额" });
    await user.clear(amount);
    await user.type(amount, typed);
    await user.tab();
    expect(dialog.getByText("$10.00")).toBeTruthy();
    await user.click(dialog.getByRole("button", { name: "确定" }));
  };
  test("changes names and group, and no quota unless asked", async () => {
    const { user, server } = await edit();
    await user.type(screen.getByRole("textbox", { name: "显示名称" }), " B");
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("用户信息更新成功！")).toBeTruthy();
    expect(server.callsOf(updateUser)[0]?.body).toEqual({
      id: 2,
      username: "ann",
      display_name: "Ann B",
      group: "default",
    });
  });
  test("adds to the balance that was seen, and shows before and after", async () => {
    const { user, server } = await edit();
    await addQuota(user, "2.5");
    expect(await screen.findByText("$12.50")).toBeTruthy();
    expect(screen.getByText("保存后生效。")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("用户信息更新成功！")).toBeTruthy();
    expect(server.callsOf(updateUser)[0]?.body).toMatchObject({ quota: 6_250_000, quota_seen: 5_000_000 });
  });
  test("takes away too, and may undo it", async () => {
    const { user } = await edit();
    await addQuota(user, "-4");
    expect(await screen.findByText("$6.00")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "撤销增减" }));
    expect(screen.queryByText("$6.00")).toBeNull();
  });
  test("names one movement once: saving again after a failure cannot add twice", async () => {
    const { user, server } = await edit();
    let isDown = true;
    const attempts: unknown[] = [];
    server.on(updateUser, ({ body }) => {
      attempts.push(body.request_key);
      if (isDown) throw new FakeRefusal("boom", 500);
      return ann;
    });
    await addQuota(user, "1");
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("服务器内部错误，请联系管理员")).toBeTruthy();
    isDown = false;
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("用户信息更新成功！")).toBeTruthy();
    expect(attempts).toHaveLength(2);
    expect(attempts[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(attempts[1]).toBe(attempts[0]);
  });
});

test("users in English", async () => {
  await renderConsole("/user", { language: "en", state: { users: [ann] } });
  expect((await row("ann")).getByText("Active")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Add user" })).toBeTruthy();
});
