import type { Page } from "playwright-core";

/** The caller's number, which the console sends with every call; the session's cookie goes along by itself. */
const asUser = (userId: number) => ({ "new-api-user": `${userId}` });

/** Reads from the console's API with the page's session. */
export async function readAs(page: Page, userId: number, path: string): Promise<unknown> {
  const { success, message, data } = await (await page.request.get(path, { headers: asUser(userId) })).json();
  if (success !== true) throw new Error(`${path} was refused: ${message}`);
  return data;
}

/** Sets options with root's session, all or none. */
export async function setOptions(
  rootsPage: Page,
  options: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  const answer = await rootsPage.request.put("/api/option/batch", { data: { options }, headers: asUser(1) });
  const { success, message } = await answer.json();
  if (success !== true) throw new Error(`the options were refused: ${message}`);
}

/** The units that the page's user has, and those that invitations have earned. */
export async function ownQuota(page: Page, userId: number): Promise<{ quota: number; aff_quota: number }> {
  // The contract's answer, which the server's own suite checks.
  return (await readAs(page, userId, "/api/user/self")) as { quota: number; aff_quota: number };
}
