import { screen, waitFor, within } from "@testing-library/react";
import { createRedemptions, updateRedemption } from "@tollgate/contract/redemptions";
import { afterEach, describe, expect, test, vi } from "vitest";
import { buildRedemption } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

const codes = [
  buildRedemption({ id: 3, name: "用过", status: 3, used_user_id: 7, redeemed_time: 1_763_100_000 }),
  buildRedemption({ id: 2, name: "停用", status: 2, key: "bbbb2222bbbb2222" }),
  buildRedemption({ id: 1, name: "新码", key: "aaaa1111aaaa1111" }),
];
const open = () => renderConsole("/redemption", { state: { redemptions: codes } });
const row = async (name: string) => {
  const found = (await screen.findByText(name)).closest("tr");
  if (found === null) throw new Error(`no row ${name}`);
  return within(found);
};

describe("the code list", () => {
  test("names the states, and who redeemed", async () => {
    await open();
    expect((await row("新码")).getByText("未使用")).toBeTruthy();
    expect((await row("停用")).getByText("已禁用")).toBeTruthy();
    expect((await row("用过")).getByText("已使用")).toBeTruthy();
    expect((await row("用过")).getByText("#7")).toBeTruthy();
  });
  test("hides codes until asked", async () => {
    const { user } = await open();
    const fresh = await row("新码");
    expect(fresh.getByText("aaaa••••••1111")).toBeTruthy();
    await user.click(fresh.getByRole("button", { name: "查看 新码 的兑换码" }));
    expect(fresh.getByText("aaaa1111aaaa1111")).toBeTruthy();
  });
  test("copies the selected ones", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("checkbox", { name: "选择 新码 #1" }));
    await user.click(screen.getByRole("checkbox", { name: "选择 停用 #2" }));
    await user.click(screen.getByRole("button", { name: "复制所选兑换码" }));
    expect(await navigator.clipboard.readText()).toBe("停用    bbbb2222bbbb2222\n新码    aaaa1111aaaa1111");
  });
  test("offers what a state allows", async () => {
    const { user } = await open();
    const offered = async (name: string) => {
      const line = await row(name);
      const isEditable = line.queryByRole("button", { name: `编辑 ${name}` }) !== null;
      await user.click(line.getByRole("button", { name: `更多操作: ${name}` }));
      const items = (await screen.findAllByRole("menuitem")).map((item) => item.textContent);
      await user.keyboard("{Escape}");
      await waitFor(() => expect(screen.queryByRole("menuitem")).toBeNull());
      return [isEditable, ...items];
    };
    expect(await offered("新码")).toEqual([true, "禁用", "删除"]);
    expect(await offered("停用")).toEqual([false, "启用", "删除"]);
    expect(await offered("用过")).toEqual([false, "删除"]);
  });
  test("switches a code off", async () => {
    const { user, server } = await open();
    await user.click((await row("新码")).getByRole("button", { name: "更多操作: 新码" }));
    await user.click(await screen.findByRole("menuitem", { name: "禁用" }));
    await waitFor(async () => expect((await row("新码")).getByText("已禁用")).toBeTruthy());
    expect(server.callsOf(updateRedemption)[0]).toMatchObject({
      query: { status_only: true },
      body: { id: 1, status: 2 },
    });
  });
  test("is cleared of codes that nobody can redeem, after a question", async () => {
    const { user } = await open();
    await user.click(await screen.findByRole("button", { name: "清理失效兑换码" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "删除" }));
    expect(await screen.findByText("已删除 2 个失效兑换码！")).toBeTruthy();
    await waitFor(() => expect(screen.queryByText("用过")).toBeNull());
  });
});

describe("the code editor", () => {
  afterEach(() => vi.restoreAllMocks());

  test("makes codes with the presets, and offers them as a file named after them", async () => {
    const { user, server } = await open();
    await user.click(await screen.findByRole("button", { name: "添加兑换码" }));
    await user.type(await screen.findByRole("textbox", { name: "名称" }), "春节/活动");
    await user.click(screen.getByRole("button", { name: "10$" }));
    const count = screen.getByRole("textbox", { name: "生成数量" });
    await user.clear(count);
    await user.type(count, "2");
    await user.click(screen.getByRole("button", { name: "保存" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText("兑换码创建成功，是否下载兑换码？")).toBeTruthy();
    expect(server.callsOf(createRedemptions)[0]?.body).toEqual({
      name: "春节/活动",
      quota: 5_000_000,
      count: 2,
      expired_time: 0,
    });
    const files: string[] = [];
    let content: Blob | undefined;
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
      content = blob instanceof Blob ? blob : undefined;
      return "blob:codes";
    });
    vi.spyOn(URL, "revokeObjectURL").mockImplementation(() => undefined);
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      files.push(this.download);
    });
    await user.click(question.getByRole("button", { name: "下载" }));
    await waitFor(() => expect(files).toEqual(["春节-活动.txt"]));
    expect(await content?.text()).toBe("code-1\ncode-2\n");
  });
  test("needs to know how many", async () => {
    const { user, server } = await open();
    await user.click(await screen.findByRole("button", { name: "添加兑换码" }));
    const count = await screen.findByRole("textbox", { name: "生成数量" });
    await user.clear(count);
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("兑换码个数必须大于0")).toBeTruthy();
    expect(server.callsOf(createRedemptions)).toEqual([]);
  });
  test("changes name and quota of an unused code", async () => {
    const { user, server } = await open();
    await user.click((await row("新码")).getByRole("button", { name: "编辑 新码" }));
    const name = await screen.findByRole("textbox", { name: "名称" });
    await waitFor(() => expect(name).toHaveProperty("value", "新码"));
    await user.type(name, "2");
    await user.click(screen.getByRole("button", { name: "保存" }));
    expect(await screen.findByText("兑换码更新成功！")).toBeTruthy();
    expect(server.callsOf(updateRedemption)[0]?.body).toEqual({
      id: 1,
      name: "新码2",
      quota: 500_000,
      expired_time: 0,
    });
  });
});

test("redemption codes in English", async () => {
  await renderConsole("/redemption", { language: "en", state: { redemptions: codes } });
  expect((await row("停用")).getByText("Disabled")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Redemption codes" })).toBeTruthy();
});
