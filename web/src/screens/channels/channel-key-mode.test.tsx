import { screen, within } from "@testing-library/react";
import { releaseChannelKey } from "@tollgate/contract/channel-health";
import { createChannel, updateChannel } from "@tollgate/contract/channels";
import { beforeAll, describe, expect, test } from "vitest";
import { nowSeconds } from "../../lib/format-time.ts";
import { buildChannel } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";
import { keyModeOf, settingWithKeyMode } from "./channel-key-mode.ts";

// Chunks of their own, whose first load may take longer than a query waits.
beforeAll(() => Promise.all([import("./channels-screen.tsx"), import("./channel-editor.tsx")]));

const chooseMode = async (user: Awaited<ReturnType<typeof renderConsole>>["user"], mode: string) => {
  await user.click(await screen.findByRole("combobox", { name: "多密钥方式" }));
  await user.click(await screen.findByRole("option", { name: mode }));
};

describe("the mode of keys in the extra settings", () => {
  test("is read, put in and taken out; the other settings stay", () => {
    const before = '{"proxy":"http://p:1","multi_key_mode":"random"}';
    expect([keyModeOf(before), keyModeOf(""), keyModeOf("no json")]).toEqual(["random", "", ""]);
    expect(JSON.parse(settingWithKeyMode(before, "polling"))).toEqual({
      proxy: "http://p:1",
      multi_key_mode: "polling",
    });
    expect(JSON.parse(settingWithKeyMode(before, ""))).toEqual({ proxy: "http://p:1" });
    expect(settingWithKeyMode('{"multi_key_mode":"random"}', "")).toBe("");
  });
});

describe("a channel with several keys", () => {
  test("is created as one, with its keys one a line", async () => {
    const { user, server } = await renderConsole("/channel/add");
    await user.type(await screen.findByRole("textbox", { name: "名称" }), "一个");
    await chooseMode(user, "多个密钥，轮流使用");
    expect(screen.queryByRole("switch", { name: "批量创建" })).toBeNull();
    await user.type(screen.getByRole("textbox", { name: /^密钥/ }), "k1{Enter}k2");
    expect(screen.getByText("共 2 个密钥")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "填入相关模型" }));
    await user.click(screen.getByRole("button", { name: "保存" }));
    await screen.findByText("渠道创建成功！");
    const body = server.callsOf(createChannel)[0]?.body;
    expect(body).toMatchObject({ key: "k1\nk2" });
    expect(JSON.parse(Object(body).setting)).toEqual({ multi_key_mode: "polling" });
  });
  test("shows how each key fares, and one that is parked can be used again", async () => {
    const setting = '{"multi_key_mode":"random"}';
    const { user, server } = await renderConsole("/channel/edit/5", {
      state: {
        channels: [buildChannel({ id: 5, setting })],
        keys: [
          { number: 1, ending: "abcd", state: "working", away: null },
          { number: 2, ending: "wxyz", state: "parked", away: { cause: "auth", until: nowSeconds() + 60 } },
        ],
      },
    });
    const list = within(await screen.findByRole("list", { name: "密钥状态" }));
    expect(list.getByText(/^密钥被拒绝，.* 后重试$/)).toBeTruthy();
    expect(list.queryByRole("button", { name: "恢复使用密钥 1" })).toBeNull();
    await user.click(list.getByRole("button", { name: "恢复使用密钥 2" }));
    expect(await screen.findByText("密钥 2 已恢复使用")).toBeTruthy();
    expect(server.callsOf(releaseChannelKey)[0]).toMatchObject({ id: 5, body: { number: 2 } });
    expect(server.callsOf(updateChannel)).toEqual([]);
    expect(list.queryByText("停用")).toBeNull();
  });
});
