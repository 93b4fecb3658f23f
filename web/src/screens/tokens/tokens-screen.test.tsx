import { screen, waitFor, within } from "@testing-library/react";
import { createToken, deleteTokens, searchTokens, updateToken } from "@tollgate/contract/tokens";
import { describe, expect, test } from "vitest";
import { nowSeconds } from "../../lib/format-time.ts";
import { buildToken } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

const KEY = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKL";
const row = async (name: string) => {
  const cell = await screen.findByText(name);
  const found = cell.closest("tr");
  if (found === null) throw new Error(`no row ${name}`);
  return within(found);
};

describe("the token list", () => {
  test("warns that tokens are for one's own use", async () => {
    await renderConsole("/token");
    expect(
      await screen.findByText("令牌无法精确控制使用额度，只允许自用，请勿直接将令牌分发给他人。"),
    ).toBeTruthy();
  });
  test("hides keys until asked, and copies them as clients send them", async () => {
    const { user } = await renderConsole("/token", {
      state: { tokens: [buildToken({ name: "甲", key: KEY })] },
    });
    const first = await row("甲");
    expect(first.getByText("sk-abcd••••••IJKL")).toBeTruthy();
    await user.click(first.getByRole("button", { name: "查看 甲 的密钥" }));
    expect(first.getByText(`sk-${KEY}`)).toBeTruthy();
    await user.click(first.getByRole("button", { name: "复制 甲 的密钥" }));
    expect(await navigator.clipboard.readText()).toBe(`sk-${KEY}`);
  });
  test("names the four states and what is left", async () => {
    const tokens = [
      buildToken({ id: 1, name: "甲", unlimited_quota: true }),
      buildToken({ id: 2, name: "乙", status: 2, remain_quota: 1_250_000 }),
      buildToken({ id: 3, name: "丙", status: 3, expired_time: 1_600_000_000 }),
      buildToken({ id: 4, name: "丁", status: 4, remain_quota: 0, used_quota: 500_000 }),
    ];
    await renderConsole("/token", { state: { tokens } });
    expect((await row("甲")).getByText("无限制")).toBeTruthy();
    expect((await row("乙")).getByText("已禁用")).toBeTruthy();
    expect((await row("乙")).getByText("$2.50")).toBeTruthy();
    expect((await row("丙")).getByText("已过期")).toBeTruthy();
    expect((await row("丁")).getByText("已耗尽")).toBeTruthy();
    expect((await row("丁")).getByRole("progressbar", { name: "已用 100%" })).toBeTruthy();
  });
  test("searches by name once typing has settled, and says when nothing matches", async () => {
    const { user, server, location } = await renderConsole("/token", { state: { tokens: [buildToken()] } });
    await user.type(await screen.findByRole("searchbox", { name: "搜索名称" }), "无此名{Enter}");
    expect(await screen.findByText("没有符合条件的令牌")).toBeTruthy();
    expect(server.callsOf(searchTokens)).toHaveLength(1);
    expect(location().href).toBe("/token?keyword=%E6%97%A0%E6%AD%A4%E5%90%8D");
  });
  test("switches a token off, and says why it cannot be switched on", async () => {
    const tokens = [buildToken({ id: 1, name: "甲" }), buildToken({ id: 3, name: "丙", status: 3 })];
    const { user, server } = await renderConsole("/token", { state: { tokens } });
    await user.click((await row("甲")).getByRole("button", { name: "更多操作: 甲" }));
    await user.click(await screen.findByRole("menuitem", { name: "禁用" }));
    expect(await screen.findByText("操作成功完成！")).toBeTruthy();
    expect(server.callsOf(updateToken)[0]).toMatchObject({
      query: { status_only: true },
      body: { id: 1, status: 2 },
    });
    await user.click((await row("丙")).getByRole("button", { name: "更多操作: 丙" }));
    await user.click(await screen.findByRole("menuitem", { name: "启用" }));
    expect(await screen.findByText(/^令牌已过期，无法启用/)).toBeTruthy();
  });
  test("copies and deletes the selected ones", async () => {
    const tokens = [
      buildToken({ id: 1, name: "甲", key: "k1" }),
      buildToken({ id: 2, name: "乙", key: "k2" }),
      buildToken({ id: 3, name: "丙", key: "k3" }),
    ];
    const { user, server } = await renderConsole("/token", { state: { tokens } });
    await user.click(await screen.findByRole("checkbox", { name: "选择 甲" }));
    await user.click(screen.getByRole("checkbox", { name: "选择 丙" }));
    await user.click(screen.getByRole("button", { name: "复制所选令牌" }));
    expect(await navigator.clipboard.readText()).toBe("甲    sk-k1\n丙    sk-k3");
    await user.click(screen.getByRole("button", { name: "删除所选令牌" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "删除" }));
    expect(await screen.findByText("已删除 2 个令牌！")).toBeTruthy();
    expect(server.callsOf(deleteTokens)[0]?.body).toEqual({ ids: [1, 3] });
    await waitFor(() => expect(screen.queryByText("甲")).toBeNull());
  });
});

describe("the token editor", () => {
  test("needs a name", async () => {
    const { user, server } = await renderConsole("/token");
    await user.click((await screen.findAllByRole("button", { name: "添加令牌" }))[0] ?? document.body);
    await user.click(await screen.findByRole("button", { name: "保存" }));
    expect(await screen.findByText("请输入令牌名称")).toBeTruthy();
    expect(server.callsOf(createToken)).toEqual([]);
  });
  test("creates with the presets", async () => {
    const { user, server } = await renderConsole("/token");
    await user.click((await screen.findAllByRole("button", { name: "添加令牌" }))[0] ?? document.body);
    await user.type(await screen.findByRole("textbox", { name: "名称" }), "新令牌");
    await user.click(screen.getByRole("button", { name: "50$" }));
    await user.click(screen.getByRole("button", { name: "一小时" }));
    await user.click(screen.getByRole("button", { name: "10 个" }));
    expect(screen.getByRole("textbox", { name: "额度" })).toHaveProperty("value", "50");
    expect(screen.getByText("= 25,000,000 点额度")).toBeTruthy();
    await user.type(screen.getByRole("textbox", { name: "IP 白名单" }), "10.0.0.1{Enter}10.0.0.0/8");
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("令牌创建成功，请在列表页面点击复制获取令牌！")).toBeTruthy();
    const body = server.callsOf(createToken)[0]?.body;
    expect(body).toMatchObject({
      name: "新令牌",
      remain_quota: 25_000_000,
      count: 10,
      allow_ips: ["10.0.0.1", "10.0.0.0/8"],
      model_limits: [],
      group: "",
    });
    // An hour from when the button was pressed.
    const expires =
      typeof body === "object" && body !== null && "expired_time" in body ? Number(body.expired_time) : 0;
    expect(Math.abs(expires - nowSeconds() - 3600)).toBeLessThan(60);
  });
  test("refuses a date that is none", async () => {
    const { user } = await renderConsole("/token");
    await user.click((await screen.findAllByRole("button", { name: "添加令牌" }))[0] ?? document.body);
    await user.type(await screen.findByRole("textbox", { name: "名称" }), "新令牌");
    await user.type(screen.getByRole("textbox", { name: "过期时间" }), "明天");
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("过期时间格式错误！")).toBeTruthy();
  });
  test("changes what is stored, read again from the server", async () => {
    const token = buildToken({ name: "旧名", allow_ips: ["10.0.0.1"], group: "vip" });
    const { user, server } = await renderConsole("/token", { state: { tokens: [token] } });
    await user.click((await row("旧名")).getByRole("button", { name: "编辑" }));
    const name = await screen.findByRole("textbox", { name: "名称" });
    await waitFor(() => expect(name).toHaveProperty("value", "旧名"));
    await user.type(name, "2");
    await user.click(screen.getByRole("switch", { name: "设为无限额度" }));
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("令牌更新成功！")).toBeTruthy();
    expect(server.callsOf(updateToken)[0]?.body).toMatchObject({
      id: 1,
      name: "旧名2",
      unlimited_quota: true,
      allow_ips: ["10.0.0.1"],
      group: "vip",
    });
  });
});

describe("the group auto in the token editor", () => {
  test("brings a list of groups in order, and going on to the next", async () => {
    const { user, server } = await renderConsole("/token", { state: { tokens: [] } });
    await user.click((await screen.findAllByRole("button", { name: "添加令牌" }))[0] ?? document.body);
    await user.type(await screen.findByRole("textbox", { name: "名称" }), "自动");
    expect(screen.queryByRole("switch", { name: /^跨分组重试/ })).toBeNull();
    await user.click(screen.getByRole("combobox", { name: "令牌分组" }));
    await user.click(await screen.findByRole("option", { name: /^auto/ }));
    await user.click(await screen.findByRole("switch", { name: /^跨分组重试/ }));
    for (const group of ["vip", "default"]) {
      await user.type(screen.getByRole("combobox", { name: "自动选择的分组" }), group);
      await user.click(await screen.findByRole("option", { name: group }));
    }
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(server.callsOf(createToken)[0]?.body).toMatchObject({
        group: "auto",
        auto_groups: ["vip", "default"],
        cross_group_retry: true,
      }),
    );
  });
  test("is forgotten with its list when another group is chosen", async () => {
    const { user, server } = await renderConsole("/token", {
      state: {
        tokens: [buildToken({ name: "甲", group: "auto", auto_groups: ["gone"], cross_group_retry: true })],
      },
    });
    await user.click(await screen.findByRole("button", { name: "编辑" }));
    await user.click(await screen.findByRole("combobox", { name: "令牌分组" }));
    await user.click(await screen.findByRole("option", { name: /^vip/ }));
    await user.click(screen.getByRole("button", { name: "保存" }));
    await waitFor(() =>
      expect(server.callsOf(updateToken)[0]?.body).toMatchObject({
        group: "vip",
        auto_groups: [],
        cross_group_retry: false,
      }),
    );
  });
});

test("tokens in English", async () => {
  await renderConsole("/token", {
    language: "en",
    state: { tokens: [buildToken({ name: "mine", status: 4 })] },
  });
  expect((await row("mine")).getByText("Exhausted")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Add token" })).toBeTruthy();
});
