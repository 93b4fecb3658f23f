import { screen, within } from "@testing-library/react";
import { applyModelDifference, detectAllModelDifferences } from "@tollgate/contract/upstream-models";
import { beforeAll, describe, expect, test } from "vitest";
import { buildChannel } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

// A chunk of its own, whose first load may take longer than a query waits.
beforeAll(() => Promise.all([import("./channels-screen.tsx"), import("./upstream-models-drawer.tsx")]));

const MARK = "查看 甲 的上游模型变化：新增 2 个，消失 1 个";
const show = (difference = { checked_at: 1_763_700_000, added: ["new", "newer"], gone: ["old"] }) =>
  renderConsole("/channel", {
    state: { channels: [buildChannel({ id: 7, name: "甲" })], modelDifferences: { 7: difference } },
  });
const open = async (user: Awaited<ReturnType<typeof show>>["user"]) => {
  await user.click(await screen.findByRole("button", { name: MARK }));
  return within(await screen.findByRole("dialog", { name: "上游模型变化" }));
};

describe("a change of the vendor's models", () => {
  test("is accepted as a whole, and its mark goes", async () => {
    const { user, server } = await show();
    const drawer = await open(user);
    await user.click(await drawer.findByRole("button", { name: "全部采用（+2 −1）" }));
    expect(await screen.findByText("渠道的模型已更新")).toBeTruthy();
    expect(server.callsOf(applyModelDifference)[0]?.body).toMatchObject({
      id: 7,
      add_models: ["new", "newer"],
      remove_models: ["old"],
    });
    expect(await drawer.findByText("没有待处理的变化")).toBeTruthy();
    expect(screen.queryByRole("button", { name: MARK })).toBeNull();
  });
  test("is accepted in part, and the rest ignored", async () => {
    const { user, server } = await show();
    const drawer = await open(user);
    await user.click(await drawer.findByRole("checkbox", { name: "newer" }));
    await user.click(drawer.getByRole("button", { name: "采用所选（+1 −0）" }));
    await drawer.findByRole("button", { name: "全部采用（+1 −1）" });
    await user.click(drawer.getByRole("button", { name: "全部忽略" }));
    expect(await screen.findByText("不再提示这些变化")).toBeTruthy();
    expect(server.callsOf(applyModelDifference).map(({ body }) => body)).toMatchObject([
      { add_models: ["newer"], remove_models: [], ignore_models: [] },
      { add_models: [], remove_models: [], ignore_models: ["new", "old"] },
    ]);
  });
  test("all of a kind are ticked at once", async () => {
    const { user } = await show();
    const drawer = await open(user);
    await user.click(await drawer.findByRole("checkbox", { name: "上游新增（2 个）" }));
    expect(drawer.getByRole("button", { name: "采用所选（+2 −0）" })).toBeTruthy();
  });
});

test("a channel without a change is asked about from its menu", async () => {
  const { user } = await show({ checked_at: 0, added: [], gone: [] });
  await user.click(await screen.findByRole("button", { name: "更多操作: 甲" }));
  await user.click(await screen.findByRole("menuitem", { name: "上游模型变化" }));
  expect(await screen.findByText("尚未检查")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "立即检查" }));
  expect(await screen.findByText(/^上次检查/)).toBeTruthy();
});

test("the vendors of all channels are asked at once", async () => {
  const { user, server } = await show();
  await user.click(await screen.findByRole("button", { name: "全部渠道" }));
  await user.click(await screen.findByRole("menuitem", { name: "检查所有渠道的上游模型" }));
  expect(await screen.findByText("正在检查上游模型：0 / 1")).toBeTruthy();
  expect(server.callsOf(detectAllModelDifferences)).toHaveLength(1);
});
