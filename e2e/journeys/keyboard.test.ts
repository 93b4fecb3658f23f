import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ROOT_PASSWORD } from "../support/console-session.ts";
import { TEXTS } from "../support/console-texts.ts";
import { journey } from "../support/journey.ts";

const zh = TEXTS.zh;
journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

journey("everything that a first visit needs works without a mouse", async ({ stage }) => {
  const page = await stage.newPage();
  await page.goto("/login");
  await page.getByLabel(zh.login.username).waitFor();
  // The name has the focus from the start.
  await page.keyboard.type("root");
  await page.keyboard.press("Tab");
  await page.keyboard.type(ROOT_PASSWORD);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/token");

  await page.getByRole("button", { name: zh.tokens.add }).first().waitFor();
  await tabTo(page, zh.tokens.add);
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: zh.tokens.editor.addTitle });
  await drawer.waitFor();
  await page.waitForFunction(() => document.activeElement?.closest("[role=dialog]") !== null);

  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "hidden" });
  expect(await focusedName(page)).toContain(zh.tokens.add);
});

journey("the first Tab offers to skip the menu", async ({ stage }) => {
  const page = await stage.newPage();
  await page.goto("/");
  await page.getByRole("main").waitFor();
  await page.keyboard.press("Tab");
  expect(await focusedName(page)).toContain(zh.shell.skip);
  await page.keyboard.press("Enter");
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
});

const MOST_STOPS = 60;

async function tabTo(page: Page, name: string): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press("Tab");
    if ((await focusedName(page)).includes(name)) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    return focused?.getAttribute("aria-label") ?? focused?.textContent ?? "";
  });
}
