import type { Page } from "playwright-core";
import { TEXTS } from "./console-texts.ts";

export const ROOT_PASSWORD = "a-long-password";
const zh = TEXTS.zh;

/** Fills in and sends the sign-in form. What follows is the journey's to check. */
export async function submitSignIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel(zh.login.username).fill(username);
  await page.getByLabel(zh.login.password, { exact: true }).fill(password);
  await page.getByRole("button", { name: zh.login.submit, exact: true }).click();
}

/** Signs in and waits until the first screen stands: the address changes before it does. */
export async function signIn(page: Page, username: string, password: string): Promise<void> {
  await page.goto("/login");
  await submitSignIn(page, username, password);
  await page.waitForURL("**/token");
  await page.getByRole("heading", { name: zh.tokens.title }).waitFor();
}
