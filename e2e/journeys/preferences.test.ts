import type { Page } from "playwright-core";
import { expect } from "vitest";
import { seed } from "../../scripts/lib/dev-seed.mjs";
import { ROOT_PASSWORD, signIn } from "../support/console-session.ts";
import { filled, TEXTS } from "../support/console-texts.ts";
import { journey } from "../support/journey.ts";

const { zh, en } = TEXTS;
journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains("dark"));
const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

journey("language, theme and side menu are remembered, and set before the first paint", async ({ stage }) => {
  const page = await stage.newPage({ colorScheme: "light" });
  await signIn(page, "root", ROOT_PASSWORD);
  expect([await language(page), await isDark(page)]).toEqual(["zh-CN", false]);

  await page.getByRole("button", { name: zh.shell.language.label }).click();
  await page.getByRole("menuitemradio", { name: zh.shell.language.en }).click();
  await page.getByRole("heading", { name: en.tokens.title }).waitFor();
  await page.getByRole("button", { name: en.shell.theme.label }).click();
  await page.getByRole("menuitemradio", { name: en.shell.theme.dark }).click();
  await page.getByRole("button", { name: en.shell.menu.collapse }).click();

  await page.reload();
  await page.getByRole("heading", { name: en.tokens.title }).waitFor();
  await page.getByRole("button", { name: en.shell.menu.expand }).waitFor();
  expect([await language(page), await isDark(page)]).toEqual(["en", true]);
});

journey("follow-system turns with the system", async ({ stage }) => {
  const page = await stage.newPage({ colorScheme: "dark" });
  await page.goto("/login");
  await page.getByRole("button", { name: zh.login.submit, exact: true }).waitFor();
  expect(await isDark(page)).toBe(true);
  await page.emulateMedia({ colorScheme: "light" });
  await page.waitForFunction(() => !document.documentElement.classList.contains("dark"));
});

journey("the page size of a table is remembered", async ({ stage, upstream }) => {
  const password = ROOT_PASSWORD;
  await seed({ baseUrl: stage.gateway.url, upstreamUrl: upstream.url, username: "root", password });
  const page = await stage.newPage();
  await signIn(page, "root", password);
  await page.getByRole("combobox", { name: zh.common.table.perPage }).click();
  await page.getByRole("option", { name: filled(zh.common.table.perPageValue, { count: 50 }) }).click();
  const answer = page.waitForResponse((response) => response.url().includes("/api/token"));
  await page.goto("/token");
  expect(new URL((await answer).url()).searchParams.get("page_size")).toBe("50");
});
