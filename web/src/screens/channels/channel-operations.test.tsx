import { screen, waitFor, within } from "@testing-library/react";
import {
  cancelTestRun,
  deleteDisabledChannels,
  getTestRun,
  testAllChannels,
  updateChannelBalance,
} from "@tollgate/contract/channel-operations";
import { describe, expect, test } from "vitest";
import { buildChannel, buildRun } from "../../test/factories.ts";
import { FakeRefusal } from "../../test/fake-server.ts";
import { renderConsole } from "../../test/render-console.tsx";

const withChannels = (...channels: ReturnType<typeof buildChannel>[]) =>
  renderConsole("/channel", { state: { channels } });
type User = Awaited<ReturnType<typeof withChannels>>["user"];
const choose = async (user: User, name: string) => {
  await user.click(await screen.findByRole("button", { name: "全部渠道" }));
  await user.click(await screen.findByRole("menuitem", { name }));
};

describe("work over all channels", () => {
  test("a test of all shows how far it is, cannot be begun again, and ends with what it found", async () => {
    const { user, server } = await withChannels(buildChannel({ name: "甲" }));
    await screen.findByText("甲");
    let run = buildRun({ running: true, total: 3, done: 1, started_at: 9 });
    server.on(testAllChannels, () => run);
    server.on(getTestRun, () => run);
    await choose(user, "测试所有渠道");
    expect(await screen.findByText("正在测试所有渠道：1 / 3")).toBeTruthy();
    expect(screen.getByRole("progressbar", { name: "测试进度" }).getAttribute("aria-valuenow")).toBe(
      "33.33333333333333",
    );
    await user.click(screen.getByRole("button", { name: "全部渠道" }));
    const item = await screen.findByRole("menuitem", { name: "测试所有渠道" });
    expect(item.getAttribute("aria-disabled")).toBe("true");
    await user.keyboard("{Escape}");
    run = {
      ...run,
      running: false,
      done: 3,
      failed: 1,
      switched_off: 1,
      failures: [{ id: 2, name: "乙", message: "HTTP 401" }],
    };
    expect(
      await screen.findByText("测试完成，共 3 个渠道，失败 1 个，自动禁用 1 个", {}, { timeout: 3000 }),
    ).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "查看失败原因" }));
    expect(await screen.findByText("HTTP 401")).toBeTruthy();
  });
  test("a test that goes on when the list is opened is shown, and can be cancelled", async () => {
    const running = buildRun({ running: true, total: 3, started_at: 9 });
    const { user, server } = await withChannels(buildChannel());
    server.on(getTestRun, () => running);
    server.on(testAllChannels, () => running);
    server.on(cancelTestRun, () => ({ ...running, cancelled: true }));
    await choose(user, "测试所有渠道");
    await user.click(await screen.findByRole("button", { name: "取消" }));
    expect(server.callsOf(cancelTestRun)).toHaveLength(1);
  });
  test("a test that somebody else has begun refuses another, and is then shown", async () => {
    const { user, server } = await withChannels(buildChannel({ name: "甲" }));
    await screen.findByText("甲");
    server.on(testAllChannels, () => {
      throw new FakeRefusal("测试已在运行中");
    });
    server.on(getTestRun, () => buildRun({ running: true, total: 3, done: 2, started_at: 9 }));
    await choose(user, "测试所有渠道");
    expect(await screen.findByText("测试已在运行中")).toBeTruthy();
    expect(await screen.findByText("正在测试所有渠道：2 / 3")).toBeTruthy();
  });
  test("disabled channels are deleted after a question", async () => {
    const { user, server } = await withChannels(
      buildChannel({ id: 1, name: "甲" }),
      buildChannel({ id: 2, name: "乙", status: 2 }),
    );
    await choose(user, "删除禁用渠道");
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "删除" }));
    expect(await screen.findByText("已删除所有禁用渠道，共计 1 个")).toBeTruthy();
    expect(server.callsOf(deleteDisabledChannels)).toHaveLength(1);
    await waitFor(() => expect(screen.queryByText("乙")).toBeNull());
  });
  test("a repair tells for how many channels", async () => {
    const { user } = await withChannels(buildChannel());
    await choose(user, "修复数据库一致性");
    expect(await screen.findByText("已修复 3 个通道！")).toBeTruthy();
  });
});

describe("a balance", () => {
  test("is asked for with a press, and shown", async () => {
    const { user, server } = await withChannels(buildChannel({ id: 4, name: "甲" }));
    await user.click(await screen.findByRole("button", { name: "更新 甲 的余额: —" }));
    expect(await screen.findByText("通道 甲 余额更新成功！")).toBeTruthy();
    expect(await screen.findByText("$12.50")).toBeTruthy();
    expect(server.callsOf(updateChannelBalance)[0]?.id).toBe(4);
  });
  test("cannot be asked for where the vendor does not tell it", async () => {
    await withChannels(buildChannel({ name: "甲", type: 52 }));
    expect(await screen.findByText("甲")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /余额/ })).toBeNull();
    expect(screen.getByText(/Vidu · 暂不支持转发/)).toBeTruthy();
  });
});
