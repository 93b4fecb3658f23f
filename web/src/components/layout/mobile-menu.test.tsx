import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderConsole } from "../../test/render-console.tsx";

test("the sheet menu opens, leads to a screen and closes", async () => {
  const { user, location } = await renderConsole("/token");
  await user.click(await screen.findByRole("button", { name: "打开菜单" }));
  const sheet = within(await screen.findByRole("dialog", { name: "导航" }));
  await user.click(sheet.getByRole("link", { name: "日志" }));
  await waitFor(() => expect(location().pathname).toBe("/log"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

test("the browser's tab is named after the screen and the system", async () => {
  const { router } = await renderConsole("/token");
  await waitFor(() => expect(document.title).toBe("令牌 · Tollgate"));
  await router.navigate({ to: "/" });
  await waitFor(() => expect(document.title).toBe("Tollgate"));
});
