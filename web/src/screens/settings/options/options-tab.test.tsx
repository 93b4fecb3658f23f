import { act, screen, within } from "@testing-library/react";
import { deleteLogs } from "@tollgate/contract/logs";
import { describe, expect, test } from "vitest";
import { optionSpec } from "./option-draft.ts";
import { OPTION_SECTIONS } from "./option-fields.ts";
import { renderOptions } from "./option-test-console.ts";

const bar = () => screen.queryByRole("region", { name: "未保存的修改" });
const saveButton = () => within(bar() ?? document.body).getByRole("button", { name: "保存" });

describe("options of a tab", () => {
  test("are saved together, and only those that changed", async () => {
    const { user, saved, options } = await renderOptions("operation");
    const retries = await screen.findByRole("textbox", { name: "失败重试次数" });
    expect(bar()).toBeNull();
    await user.clear(retries);
    await user.type(retries, "3");
    await user.click(screen.getByRole("switch", { name: "失败时自动禁用通道" }));
    await user.click(saveButton());
    expect(await screen.findByText("保存成功")).toBeTruthy();
    expect(saved()).toEqual([{ options: { RetryTimes: "3", AutomaticDisableChannelEnabled: "true" } }]);
    expect(options.get("RetryTimes")).toBe("3");
    expect(bar()).toBeNull();
  });

  test("outlast a change of tab, and are saved from another", async () => {
    const { user, saved } = await renderOptions("system");
    const address = await screen.findByRole("textbox", { name: "服务器地址" });
    await user.type(address, "https://gate.example/");
    await user.click(screen.getByRole("tab", { name: "其他设置" }));
    await user.type(await screen.findByRole("textbox", { name: "系统名称" }), " 2");
    await user.click(saveButton());
    expect(await screen.findByText("保存成功")).toBeTruthy();
    expect(saved()).toEqual([
      { options: { ServerAddress: "https://gate.example/", SystemName: "Tollgate 2" } },
    ]);
  });

  test("that are wrong say so in their own words and are not saved", async () => {
    const { user, saved } = await renderOptions("operation");
    const retries = await screen.findByRole("textbox", { name: "失败重试次数" });
    await user.clear(retries);
    await user.type(retries, "21");
    expect(await screen.findByText("失败重试次数 必须是 0 到 20 之间的整数")).toBeTruthy();
    expect(retries.getAttribute("aria-invalid")).toBe("true");
    expect(saveButton()).toHaveProperty("disabled", true);
    const statuses = screen.getByRole("textbox", { name: "自动重试状态码" });
    await user.clear(statuses);
    await user.type(statuses, "5xx");
    expect(await screen.findByText(/^自动重试状态码 必须是 HTTP 状态码或范围/)).toBeTruthy();
    const limits = screen.getByRole("textbox", { name: "每个用户的限制" });
    await user.click(limits);
    await user.paste('{\n"*": {"rps": 1}}');
    expect(await screen.findByText(/^每个用户的限制 第 2 行：\* → rps 无效/)).toBeTruthy();
    await user.keyboard("{Control>}s{/Control}");
    expect(await screen.findByText("请检查输入")).toBeTruthy();
    expect(saved()).toEqual([]);
    await user.click(screen.getByRole("button", { name: "放弃修改" }));
    expect(bar()).toBeNull();
    expect(retries).toHaveProperty("value", "0");
  });

  test("show their default where they differ from it, and go back to it", async () => {
    const { user, saved } = await renderOptions("operation", { options: { RetryTimes: "5" } });
    expect(await screen.findByText("默认：0")).toBeTruthy();
    await user.click(screen.getByRole("button", { name: "恢复默认：失败重试次数" }));
    await user.click(saveButton());
    expect(await screen.findByText("保存成功")).toBeTruthy();
    expect(saved()).toEqual([{ options: { RetryTimes: "0" } }]);
  });

  test("stay as they were typed when the server refuses", async () => {
    const { user } = await renderOptions("other", { isFull: true });
    await user.type(await screen.findByRole("textbox", { name: "系统名称" }), "!");
    await user.click(saveButton());
    expect(await screen.findByText("存储已满")).toBeTruthy();
    expect(screen.getByRole("textbox", { name: "系统名称" })).toHaveProperty("value", "Tollgate!");
  });

  test("that somebody else has saved meanwhile are not overwritten unasked", async () => {
    const { user, options, saved } = await renderOptions("other");
    await user.type(await screen.findByRole("textbox", { name: "系统名称" }), "!");
    options.set("SystemName", "Theirs");
    await user.click(saveButton());
    const question = within(await screen.findByRole("alertdialog"));
    expect(question.getByText(/系统名称/)).toBeTruthy();
    await user.click(question.getByRole("button", { name: "取消" }));
    expect(saved()).toEqual([]);
  });

  test("without a change there is nothing to save", async () => {
    const { user, saved } = await renderOptions("other");
    await screen.findByRole("textbox", { name: "系统名称" });
    await user.keyboard("{Control>}s{/Control}");
    expect(await screen.findByText("你似乎并没有修改什么")).toBeTruthy();
    expect(saved()).toEqual([]);
  });
});

test("a search goes through all tabs, by name, explanation and key", async () => {
  const { user } = await renderOptions("other");
  await user.type(await screen.findByRole("searchbox", { name: "搜索设置" }), "retrytimes");
  expect(await screen.findByRole("heading", { name: "运营设置 · 重试与选路" })).toBeTruthy();
  expect(screen.getByRole("textbox", { name: "失败重试次数" })).toBeTruthy();
  expect(screen.queryByRole("textbox", { name: "系统名称" })).toBeNull();
  await user.clear(screen.getByRole("searchbox", { name: "搜索设置" }));
  await user.type(screen.getByRole("searchbox", { name: "搜索设置" }), "zzz");
  expect(await screen.findByText("没有找到相关设置")).toBeTruthy();
});

test("sign-in by password is switched off after a warning only", async () => {
  const { user } = await renderOptions("system");
  const toggle = await screen.findByRole("switch", { name: "允许通过密码进行登录" });
  await user.click(toggle);
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "取消" }));
  expect(toggle.getAttribute("aria-checked")).toBe("true");
  await user.click(toggle);
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "确认关闭" }));
  expect(toggle.getAttribute("aria-checked")).toBe("false");
});

test("leaving the screen with unsaved options is asked about", async () => {
  const { user, router } = await renderOptions("other");
  await user.type(await screen.findByRole("textbox", { name: "系统名称" }), "!");
  act(() => void router.navigate({ href: "/token" }));
  expect(await screen.findByText("放弃未保存的修改？")).toBeTruthy();
});

test("old logs are removed after a question, by a chosen moment", async () => {
  const { user, server } = await renderOptions("operation");
  const before = await screen.findByRole("textbox", { name: "清除此时间之前的日志" });
  await user.clear(before);
  await user.click(screen.getByRole("button", { name: "清除历史日志" }));
  expect(await screen.findByText("请选择日志记录时间")).toBeTruthy();
  await user.type(before, "2026-01-02 03:04:05");
  await user.click(screen.getByRole("button", { name: "清除历史日志" }));
  const question = within(await screen.findByRole("alertdialog"));
  await user.click(question.getByRole("button", { name: "清除历史日志" }));
  expect(await screen.findByText("1234 条日志已清理！")).toBeTruthy();
  const [call] = server.callsOf(deleteLogs);
  expect(call?.query).toEqual({ target_timestamp: Date.parse("2026-01-02T03:04:05") / 1000 });
});

test("every choice has a text for each of its words", () => {
  const fields = Object.values(OPTION_SECTIONS).flatMap((sections) => sections.flatMap((s) => s.fields));
  for (const { key, choices } of fields) {
    const { shape } = optionSpec(key);
    expect([key, choices]).toEqual([key, shape.kind === "choice" ? shape.words : undefined]);
  }
});
