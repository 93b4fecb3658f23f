import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { themeMode } from "../../lib/theme.ts";
import { renderConsole } from "../../test/render-console.tsx";

test("the side menu collapses and stays so", async () => {
  const { user } = await renderConsole("/token");
  await user.click(await screen.findByRole("button", { name: "收起侧边栏" }));
  expect(localStorage.getItem("sidebar-collapsed")).toBe("true");
  await user.click(screen.getByRole("button", { name: "展开侧边栏" }));
  expect(localStorage.getItem("sidebar-collapsed")).toBe("false");
});

test("language and theme change at once and are remembered", async () => {
  const { user } = await renderConsole("/token");
  await user.click(await screen.findByRole("button", { name: "语言" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "English" }));
  expect(await screen.findByRole("heading", { name: "Tokens" })).toBeTruthy();
  expect(localStorage.getItem("language")).toBe("en");
  expect(document.documentElement.lang).toBe("en");
  await user.click(screen.getByRole("button", { name: "Theme" }));
  await user.click(await screen.findByRole("menuitemradio", { name: "Dark" }));
  expect(localStorage.getItem("theme-mode")).toBe("dark");
  themeMode.set(undefined);
});

test("Ctrl+K jumps to a screen by a part of its name", async () => {
  const { user, location } = await renderConsole("/token");
  await screen.findByRole("heading", { name: "令牌管理" });
  await user.keyboard("{Control>}k{/Control}");
  await user.type(await screen.findByPlaceholderText("搜索页面或操作…"), "日志");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(location().pathname).toBe("/log"));
});

test("the footer tells the version", async () => {
  await renderConsole("/token");
  expect(await screen.findByText("v0.1.0")).toBeTruthy();
});
