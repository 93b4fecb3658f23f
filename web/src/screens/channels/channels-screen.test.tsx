import { screen, waitFor, within } from "@testing-library/react";
import { setTagOfChannels } from "@tollgate/contract/channel-tags";
import {
  copyChannel,
  deleteChannels,
  searchChannels,
  testChannel,
  updateChannel,
} from "@tollgate/contract/channels";
import { describe, expect, test } from "vitest";
import { buildChannel } from "../../test/factories.ts";
import { FakeRefusal } from "../../test/fake-server.ts";
import { renderConsole } from "../../test/render-console.tsx";

const row = async (name: string) => {
  const found = (await screen.findByText(name)).closest("tr");
  if (found === null) throw new Error(`no row ${name}`);
  return within(found);
};
const withChannels = (...channels: ReturnType<typeof buildChannel>[]) =>
  renderConsole("/channel", { state: { channels } });

describe("the channel list", () => {
  test("shows what matters about each", async () => {
    await withChannels(
      buildChannel({
        id: 7,
        name: "甲",
        type: 8,
        group: ["default", "vip", "svip"],
        response_time: 2010,
        used_quota: 1_250_000,
        balance: 3.5,
        balance_updated_time: 1,
        tag: "eu",
      }),
      buildChannel({ id: 8, name: "乙", status: 2 }),
    );
    const first = await row("甲");
    for (const text of ["#7 · Custom", "eu", "已启用", "vip", "+1", "2.01s", "$2.50", "$3.50"]) {
      expect(first.getByText(text)).toBeTruthy();
    }
    const second = await row("乙");
    expect(second.getByText("已禁用")).toBeTruthy();
    expect(second.getByText("未测试")).toBeTruthy();
  });
  test("tells why and when a channel was switched off by the system", async () => {
    const note = JSON.stringify({ status_reason: "余额不足", status_time: 1_763_700_000 });
    const { user } = await withChannels(buildChannel({ name: "甲", status: 3, other_info: note }));
    await user.hover((await row("甲")).getByRole("button", { name: "自动禁用" }));
    expect(await screen.findByText(/原因：余额不足/)).toBeTruthy();
  });
  test("leads to the first channel when there is none", async () => {
    await withChannels();
    expect(await screen.findByText("还没有渠道")).toBeTruthy();
    expect(screen.getAllByRole("button", { name: "添加渠道" })).toHaveLength(2);
  });
  test("searches by keyword, model, group and status; all of it in the address", async () => {
    const { user, server, location } = await withChannels(buildChannel({ name: "甲", group: ["vip"] }));
    await user.type(await screen.findByRole("searchbox", { name: "模型关键字" }), "gpt{Enter}");
    await user.click(screen.getByRole("combobox", { name: "分组" }));
    await user.click(await screen.findByRole("option", { name: "vip" }));
    await user.click(screen.getByRole("combobox", { name: "状态" }));
    await user.click(await screen.findByRole("option", { name: "已启用" }));
    await user.click(screen.getByRole("switch", { name: "使用 ID 排序" }));
    await waitFor(() =>
      expect(server.callsOf(searchChannels).at(-1)?.query).toMatchObject({
        model: "gpt",
        group: "vip",
        status: 1,
        id_sort: true,
      }),
    );
    expect(location().search).toEqual({ model: "gpt", group: "vip", status: "1", idSort: "1" });
  });
});

describe("a channel's row", () => {
  test("changes priority and weight in place", async () => {
    const { user, server } = await withChannels(buildChannel({ name: "甲" }));
    const priority = await screen.findByRole("textbox", { name: "甲 的优先级" });
    await user.clear(priority);
    await user.type(priority, "-5{Enter}");
    await waitFor(() => expect(server.callsOf(updateChannel)[0]?.body).toEqual({ id: 1, priority: -5 }));
    await waitFor(() => expect(priority).toHaveProperty("value", "-5"));
    const weight = screen.getByRole("textbox", { name: "甲 的权重" });
    await user.clear(weight);
    await user.type(weight, "-1{Enter}");
    expect(await screen.findByText("权重必须是非负整数！")).toBeTruthy();
    expect(weight).toHaveProperty("value", "0");
  });
  test("puts a number back when the server refuses it", async () => {
    const { user, server } = await withChannels(buildChannel({ name: "甲", weight: 3 }));
    server.on(updateChannel, () => {
      throw new FakeRefusal("channel.not-found");
    });
    const weight = await screen.findByRole("textbox", { name: "甲 的权重" });
    await user.clear(weight);
    await user.type(weight, "9{Enter}");
    expect(await screen.findByText("渠道未找到，请刷新页面后重试。")).toBeTruthy();
    expect(weight).toHaveProperty("value", "3");
  });
  test("is tested; the time is told and shown", async () => {
    const { user } = await withChannels(buildChannel({ name: "甲" }));
    await user.click((await row("甲")).getByRole("button", { name: "测试" }));
    expect(await screen.findByText("通道 甲 测试成功，耗时 0.64 秒。")).toBeTruthy();
    expect(await (await row("甲")).findByText("0.64s")).toBeTruthy();
  });
  test("says why a test failed", async () => {
    const { user, server } = await withChannels(buildChannel({ name: "甲" }));
    server.on(testChannel, () => {
      throw new FakeRefusal("上游返回 401");
    });
    await user.click((await row("甲")).getByRole("button", { name: "测试" }));
    expect(await screen.findByText("上游返回 401")).toBeTruthy();
  });
  test("is tested model by model, results side by side", async () => {
    const { user, server } = await withChannels(buildChannel({ name: "甲", models: ["good", "bad"] }));
    server.on(testChannel, ({ query }) => {
      if (query.model === "bad") throw new FakeRefusal("no such model");
      throw new FakeRefusal("other");
    });
    await user.click((await row("甲")).getByRole("button", { name: "更多操作: 甲" }));
    await user.click(await screen.findByRole("menuitem", { name: "选择模型测试…" }));
    const dialog = within(await screen.findByRole("dialog", { name: "测试渠道" }));
    await user.click(dialog.getByRole("button", { name: "测试 bad" }));
    expect(await dialog.findByText("失败")).toBeTruthy();
    expect(server.callsOf(testChannel)[0]?.query).toEqual({ model: "bad" });
  });
  test("is switched off, copied and deleted, each after the right question", async () => {
    const { user, server } = await withChannels(buildChannel({ name: "甲" }));
    const choose = async (item: string) => {
      await user.click((await row("甲")).getByRole("button", { name: "更多操作: 甲" }));
      await user.click(await screen.findByRole("menuitem", { name: item }));
    };
    await choose("禁用");
    expect(await (await row("甲")).findByText("已禁用")).toBeTruthy();
    await choose("复制渠道");
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "确定" }));
    expect(await screen.findByText("甲_复制")).toBeTruthy();
    expect(server.callsOf(copyChannel)[0]?.id).toBe(1);
    await choose("删除");
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "删除" }));
    await waitFor(() => expect(screen.queryByText("甲")).toBeNull());
  });
});

describe("batch mode", () => {
  const three = () => [
    buildChannel({ id: 1, name: "甲" }),
    buildChannel({ id: 2, name: "乙" }),
    buildChannel({ id: 3, name: "丙" }),
  ];
  const selectTwo = async () => {
    const console = await withChannels(...three());
    expect(await screen.findByText("甲")).toBeTruthy();
    expect(screen.queryByRole("checkbox", { name: "选择 甲" })).toBeNull();
    await console.user.click(screen.getByRole("switch", { name: "批量操作" }));
    await console.user.click(await screen.findByRole("checkbox", { name: "选择 甲" }));
    await console.user.click(screen.getByRole("checkbox", { name: "选择 乙" }));
    return console;
  };
  test("says what must be selected first", async () => {
    const { user } = await withChannels(...three());
    await user.click(await screen.findByRole("switch", { name: "批量操作" }));
    await user.click(await screen.findByRole("button", { name: "删除所选通道" }));
    expect(await screen.findByText("请先选择要删除的通道！")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "批量设置标签" }));
    expect(await screen.findByText("请先选择要设置标签的渠道！")).toBeTruthy();
  });
  test("deletes the selected channels together", async () => {
    const { user, server } = await selectTwo();
    await user.click(screen.getByRole("button", { name: "删除所选通道" }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "删除" }));
    expect(await screen.findByText("已删除 2 个通道！")).toBeTruthy();
    expect(server.callsOf(deleteChannels)[0]?.body).toEqual({ ids: [1, 2] });
  });
  test("puts the selected channels under a tag, which must have a name", async () => {
    const { user, server } = await selectTwo();
    await user.click(screen.getByRole("button", { name: "批量设置标签" }));
    const dialog = within(await screen.findByRole("dialog", { name: "批量设置标签" }));
    await user.click(dialog.getByRole("button", { name: "确定" }));
    expect(await dialog.findByText("标签不能为空！")).toBeTruthy();
    await user.type(dialog.getByRole("textbox", { name: /^标签/ }), "eu{Enter}");
    expect(await screen.findByText("已为 2 个渠道设置标签！")).toBeTruthy();
    expect(server.callsOf(setTagOfChannels)[0]?.body).toEqual({ ids: [1, 2], tag: "eu" });
    expect(await (await row("乙")).findByText("eu")).toBeTruthy();
  });
});

test("channels in English", async () => {
  await renderConsole("/channel", {
    language: "en",
    state: { channels: [buildChannel({ name: "one", status: 3 })] },
  });
  expect((await row("one")).getByText("Auto-disabled")).toBeTruthy();
  expect(screen.getByRole("columnheader", { name: "Priority" })).toBeTruthy();
});
