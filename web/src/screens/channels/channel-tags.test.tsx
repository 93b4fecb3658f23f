import { screen, waitFor, within } from "@testing-library/react";
import { disableTag, enableTag, updateTag } from "@tollgate/contract/channel-tags";
import { listChannels } from "@tollgate/contract/channels";
import { expect, test } from "vitest";
import { buildChannel } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

const open = async () => {
  const parts = await renderConsole("/channel?tagMode=1", {
    state: {
      channels: [
        buildChannel({ id: 1, name: "甲", tag: "eu", priority: 5, weight: 1, response_time: 1000 }),
        buildChannel({ id: 2, name: "乙", tag: "eu", priority: 5, weight: 2, status: 2, models: ["o3"] }),
        buildChannel({ id: 3, name: "丙" }),
      ],
    },
  });
  await screen.findByText("2 个渠道");
  return parts;
};
const more = async (user: Awaited<ReturnType<typeof open>>["user"], item: string) => {
  await user.click(screen.getByRole("button", { name: "更多操作: eu" }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
};
const answer = async (user: Awaited<ReturnType<typeof open>>["user"], button: string) =>
  user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: button }));

test("channels of a tag are one row that opens", async () => {
  const { user, server } = await open();
  expect(server.callsOf(listChannels)[0]?.query).toMatchObject({ tag_mode: true });
  expect(screen.getByText("已启用 1 / 2")).toBeTruthy();
  expect(screen.getByText("丙")).toBeTruthy();
  expect(screen.queryByText("甲")).toBeNull();
  await user.click(screen.getByRole("button", { name: "展开 eu" }));
  expect(await screen.findByText("甲")).toBeTruthy();
});

test("all channels of a tag are enabled and disabled", async () => {
  const { user, server } = await open();
  await more(user, "全部启用");
  expect(await screen.findByText("已启用 2 / 2")).toBeTruthy();
  await more(user, "全部禁用");
  expect(await screen.findByText("已启用 0 / 2")).toBeTruthy();
  expect([enableTag, disableTag].map((endpoint) => server.callsOf(endpoint)[0]?.body)).toEqual([
    { tag: "eu" },
    { tag: "eu" },
  ]);
});

test("a priority is given to all channels of a tag after a question", async () => {
  const { user, server } = await open();
  const priority = screen.getByRole("textbox", { name: "eu 的优先级" });
  expect(priority).toHaveProperty("value", "5");
  await user.clear(priority);
  await user.type(priority, "1.5{Enter}");
  expect(await screen.findByText("优先级必须是整数！")).toBeTruthy();
  await user.clear(priority);
  await user.type(priority, "8{Enter}");
  expect(await screen.findByText("确定要修改所有子渠道优先级为 8 吗？")).toBeTruthy();
  await answer(user, "取消");
  await waitFor(() => expect(priority).toHaveProperty("value", "5"));
  expect(server.callsOf(updateTag)).toEqual([]);
});

test("weights that differ show none, and a common one replaces them", async () => {
  const { user, server } = await open();
  const weight = screen.getByRole("textbox", { name: "eu 的权重" });
  expect(weight).toHaveProperty("value", "");
  await user.type(weight, "-2{Enter}");
  expect(await screen.findByText("权重必须是非负整数！")).toBeTruthy();
  await user.type(weight, "7{Enter}");
  await answer(user, "确定");
  await waitFor(() => expect(weight).toHaveProperty("value", "7"));
  expect(server.callsOf(updateTag)[0]?.body).toEqual({ tag: "eu", weight: 7 });
});

test("a tag is edited; what is empty stays, and an edit of nothing is refused", async () => {
  const { user, server } = await open();
  await user.click(screen.getByRole("button", { name: "编辑标签" }));
  const dialog = within(await screen.findByRole("dialog", { name: "编辑标签" }));
  await user.click(dialog.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("没有任何修改！")).toBeTruthy();
  expect(server.callsOf(updateTag)).toEqual([]);
  await user.type(dialog.getByRole("textbox", { name: "模型重定向" }), "a=b");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  expect(await dialog.findByText("模型映射必须是合法的 JSON 格式！")).toBeTruthy();
  await user.clear(dialog.getByRole("textbox", { name: "模型重定向" }));
  await user.click(dialog.getByRole("button", { name: "填入该标签现有的模型" }));
  expect(await dialog.findByRole("button", { name: "移除 o3" })).toBeTruthy();
  await user.type(dialog.getByRole("textbox", { name: "标签名称" }), "-west");
  await user.click(dialog.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("标签更新成功！")).toBeTruthy();
  expect(server.callsOf(updateTag)[0]?.body).toEqual({
    tag: "eu",
    new_tag: "eu-west",
    models: ["gpt-4o", "gpt-4o-mini", "o3"],
    groups: null,
    model_mapping: null,
  });
  expect(await screen.findByText("eu-west")).toBeTruthy();
});

test("a tag without a name is dissolved", async () => {
  const { user, server } = await open();
  await user.click(screen.getByRole("button", { name: "编辑标签" }));
  const dialog = within(await screen.findByRole("dialog", { name: "编辑标签" }));
  await user.clear(dialog.getByRole("textbox", { name: "标签名称" }));
  await user.click(dialog.getByRole("button", { name: "保存" }));
  expect(await screen.findByText("甲")).toBeTruthy();
  expect(server.callsOf(updateTag)[0]?.body).toMatchObject({ tag: "eu", new_tag: "" });
});
