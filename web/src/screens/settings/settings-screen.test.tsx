import { screen, within } from "@testing-library/react";
import { newAccessToken, updateSelf } from "@tollgate/contract/session";
import { describe, expect, test } from "vitest";
import { buildChannel, buildStatus } from "../../test/factories.ts";
import { renderConsole } from "../../test/render-console.tsx";

const models = Array.from({ length: 12 }, (_, index) => `model-${index + 1}`);

describe("one's own account", () => {
  test("shows balance, used quota and requests", async () => {
    await renderConsole("/setting?tab=personal");
    for (const text of ["Root User", "超级管理员", "$200.00", "$2.50", "4,321"]) {
      expect(await screen.findByText(text)).toBeTruthy();
    }
  });
  test("shows raw units where the operator chose so", async () => {
    const status = buildStatus({ display_in_currency: false });
    await renderConsole("/setting", { state: { status } });
    expect(await screen.findByText("100.0M")).toBeTruthy();
  });
  test("lists the first ten models, all on demand, and copies a name", async () => {
    const { user } = await renderConsole("/setting", { state: { channels: [buildChannel({ models })] } });
    expect(await screen.findByRole("button", { name: "复制 model-10" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: "复制 model-11" })).toBeNull();
    await user.click(screen.getByRole("button", { name: "展开更多（12 个）" }));
    await user.click(screen.getByRole("button", { name: "复制 model-12" }));
    expect(await navigator.clipboard.readText()).toBe("model-12");
  });
});

describe("the system access token", () => {
  test("is made after a question, shown once and copied", async () => {
    const { user, server } = await renderConsole("/setting");
    await user.click(await screen.findByRole("button", { name: "生成系统访问令牌" }));
    const question = within(await screen.findByRole("alertdialog"));
    await user.click(question.getByRole("button", { name: "取消" }));
    expect(server.callsOf(newAccessToken)).toEqual([]);
    await user.click(screen.getByRole("button", { name: "生成系统访问令牌" }));
    await user.click(
      within(await screen.findByRole("alertdialog")).getByRole("button", { name: "生成系统访问令牌" }),
    );
    const shown = await screen.findByRole("textbox", { name: "系统访问令牌" });
    expect(shown).toHaveProperty("value", "tollgate-access-token-0001");
    expect(await screen.findByText("令牌已重置并已复制到剪贴板")).toBeTruthy();
    expect(await navigator.clipboard.readText()).toBe("tollgate-access-token-0001");
  });
});

describe("the password", () => {
  const fill = async (original: string, fresh: string, again: string) => {
    const { user, ...rest } = await renderConsole("/setting");
    await user.type(await screen.findByLabelText("原密码"), original);
    await user.type(screen.getByLabelText("新密码"), fresh);
    await user.type(screen.getByLabelText("确认新密码"), again);
    await user.click(screen.getByRole("button", { name: "修改密码" }));
    return rest;
  };
  test("is changed and the form emptied", async () => {
    const { server } = await fill("correct horse", "new-password", "new-password");
    expect(await screen.findByText("密码修改成功！")).toBeTruthy();
    expect(server.callsOf(updateSelf)[0]?.body).toEqual({
      original_password: "correct horse",
      password: "new-password",
    });
    expect(screen.getByLabelText("新密码")).toHaveProperty("value", "");
  });
  test("must be entered the same twice", async () => {
    const { server } = await fill("correct horse", "new-password", "new-passwort");
    expect(await screen.findByText("两次输入的密码不一致")).toBeTruthy();
    expect(server.callsOf(updateSelf)).toEqual([]);
  });
  test("needs eight characters", async () => {
    await fill("correct horse", "short", "short");
    expect(await screen.findByText("密码长度不得小于 8 位！")).toBeTruthy();
  });
  test("stays when the current one is wrong", async () => {
    await fill("wrong", "new-password", "new-password");
    expect(await screen.findByText("原密码错误")).toBeTruthy();
    expect(screen.getByLabelText("新密码")).toHaveProperty("value", "new-password");
  });
});

test("settings in English", async () => {
  await renderConsole("/setting", { language: "en" });
  expect(await screen.findByRole("heading", { name: "Settings" })).toBeTruthy();
  expect(screen.getByText("Balance")).toBeTruthy();
});
