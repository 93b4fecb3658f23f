import type { Page } from "playwright-core";
import { expect } from "vitest";
import { seed } from "../../scripts/lib/dev-seed.mjs";
import { readAs } from "../support/console-calls.ts";
import { ROOT_PASSWORD, signIn } from "../support/console-session.ts";
import { filled, TEXTS } from "../support/console-texts.ts";
import { journey, type Stage } from "../support/journey.ts";

const zh = TEXTS.zh;
const MODEL = "gpt-4o-mini";
/** The shipped ratio of the model, doubled. */
const DOUBLED_RATIO = 0.15;
journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

/** As much of a log row as is looked at. */
interface ChargedRow {
  id: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
}

journey("a price is changed after a look at what it would have cost", async ({ stage, upstream }) => {
  const { page, key } = await consoleInUse(stage, upstream.url);
  const before = await chargedRows(page);
  await page.goto("/setting?tab=pricing");
  await page.getByRole("searchbox", { name: zh.pricingSettings.models.search }).fill(MODEL);
  await page
    .getByRole("button", { name: filled(zh.pricingSettings.action.edit, { model: MODEL }), exact: true })
    .click();
  const editor = page.getByRole("dialog", { name: zh.pricingSettings.editor.editTitle });
  await editor
    .getByRole("textbox", { name: zh.pricingSettings.table.ModelRatio.name })
    .fill(`${DOUBLED_RATIO}`);
  await editor.getByRole("button", { name: zh.pricingSettings.editor.apply }).click();

  await page.getByRole("button", { name: zh.pricingSettings.save.preview }).click();
  const preview = page.getByRole("dialog", { name: zh.pricingSettings.preview.title });
  await preview.getByRole("row", { name: new RegExp(`${MODEL}.*\\+100\\.0%`) }).waitFor();
  expect(await chargedRows(page), "a preview changes nothing").toEqual(before);
  await preview.getByRole("button", { name: zh.pricingSettings.preview.save }).click();
  await page.getByText(zh.settings.saved).waitFor();

  await ask(stage.gateway.url, key);
  const [newest] = await chargedRows(page);
  if (!newest) throw new Error("the call is not in the log");
  // The shipped completion ratio of 4 still multiplies the new price.
  expect(newest.quota).toBe(
    Math.round((newest.prompt_tokens + 4 * newest.completion_tokens) * DOUBLED_RATIO),
  );
});

journey("a charge is explained, to the unit, on the screen and as JSON", async ({ stage, upstream }) => {
  const { page } = await consoleInUse(stage, upstream.url);
  const [row] = await chargedRows(page);
  if (!row) throw new Error("nothing was charged");
  await page.goto(`/log?open=${row.id}`);
  await page.getByRole("list", { name: zh.logs.charge.lines }).waitFor();
  const overlap = await page
    .getByRole("region", { name: zh.logs.table })
    .evaluate((table) => table.scrollWidth - table.clientWidth);
  expect(overlap, "an opened row is as wide as its table").toBe(0);
  const charged = page.locator("dl").filter({ hasText: zh.logs.charge.charged }).last();
  await charged
    .getByText(filled(zh.common.quota.units, { amount: row.quota }))
    .first()
    .waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: zh.logs.charge.copyJson }).click();
  await page.getByText(zh.common.clipboard.copied).waitFor();
  const explanation: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  expect(explanation).toMatchObject({ id: row.id, charged_quota: row.quota, quota: row.quota });
});

journey("root proves the books with a button", async ({ stage, upstream }) => {
  const { page } = await consoleInUse(stage, upstream.url);
  await page.goto("/setting?tab=books");
  await page.getByRole("button", { name: zh.audit.run }).click();
  await page.getByText(zh.audit.right).waitFor();
  const checks = page.getByRole("list", { name: zh.audit.checks }).getByRole("listitem");
  expect(await checks.getByLabel(zh.audit.refuted).count()).toBe(0);
  expect(await checks.getByLabel(zh.audit.proved).count()).toBe(Object.keys(zh.audit.check).length);
});

/** Root at a product that has answered a few paid calls. */
async function consoleInUse(stage: Stage, upstreamUrl: string): Promise<{ page: Page; key: string }> {
  const { url: baseUrl } = stage.gateway;
  const key = await seed({ baseUrl, upstreamUrl, username: "root", password: ROOT_PASSWORD });
  const page = await stage.newPage();
  await signIn(page, "root", ROOT_PASSWORD);
  return { page, key };
}

/** Newest first. */
async function chargedRows(page: Page): Promise<ChargedRow[]> {
  // The contract's answer, which the server's own suite checks.
  const { items } = (await readAs(page, 1, `/api/log/?type=2&model_name=${MODEL}`)) as {
    items: ChargedRow[];
  };
  return items;
}

async function ask(baseUrl: string, key: string): Promise<void> {
  const answer = await fetch(`${baseUrl}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: MODEL, messages: [{ role: "user", content: "Once more, please." }] }),
  });
  expect(answer.status).toBe(200);
  await answer.arrayBuffer();
}
