import type { Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityProblems } from "../support/axe-check.ts";
import { ROOT_PASSWORD, signIn } from "../support/console-session.ts";
import { filled, TEXTS } from "../support/console-texts.ts";
import { journey } from "../support/journey.ts";

const texts = TEXTS.zh.channels;
const { action } = TEXTS.zh.common;
journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

journey("channels are made in a batch, tagged, run together and tested", async ({ stage, upstream }) => {
  const page = await stage.newPage();
  await signIn(page, "root", ROOT_PASSWORD);
  await addTwo(page, upstream.url);
  await tagBoth(page);
  await changeTogether(page);
  await editTag(page);
  await copyOne(page);
  await testAll(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  await removeDisabled(page);
  expect((await channels(page)).map(({ tag, priority, status }) => [tag, priority, status])).toEqual([
    ["east", 7, 1],
    ["east", 7, 1],
  ]);
});

/** Two keys, one channel each, with the models that the upstream lists. */
async function addTwo(page: Page, upstreamUrl: string): Promise<void> {
  const { editor } = texts;
  await page.goto("/channel");
  await page.getByRole("button", { name: texts.add }).first().click();
  const drawer = page.getByRole("dialog", { name: editor.addTitle });
  await drawer.getByRole("textbox", { name: editor.name, exact: true }).fill("Upstream");
  await drawer.getByRole("textbox", { name: editor.baseUrl }).fill(upstreamUrl);
  await drawer.getByRole("switch", { name: editor.keyBatch }).click();
  await drawer.getByRole("textbox", { name: editor.key, exact: true }).fill("sk-one\nsk-two\n");
  await drawer.getByText(filled(editor.keyBatchCount, { count: 2 })).waitFor();
  await drawer.getByRole("button", { name: editor.fetchModels }).click();
  const offered = page.getByRole("dialog", { name: editor.fetchModels });
  await offered.getByRole("checkbox", { name: "gpt-4o-mini", exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const [use = ""] = editor.fetchApply.split("{{");
  await offered.getByRole("button", { name: use }).click();
  await drawer.getByRole("button", { name: action.save }).click();
  await page.getByText(texts.done.created).waitFor();
  await page.getByText("#2 · OpenAI").waitFor();
}

async function tagBoth(page: Page): Promise<void> {
  await page.getByRole("switch", { name: texts.batch }).click();
  await page.getByRole("checkbox", { name: TEXTS.zh.common.table.selectAll }).click();
  await page.getByRole("button", { name: texts.action.setTag }).click();
  const dialog = page.getByRole("dialog", { name: texts.action.setTag });
  await dialog.getByRole("textbox").fill("east");
  await dialog.getByRole("button", { name: action.confirm }).click();
  await page.getByText(filled(texts.done.tagged, { count: 2 })).waitFor();
  await page.getByRole("switch", { name: texts.batch }).click();
}

/** A priority for the whole tag, and all of it off and on. */
async function changeTogether(page: Page): Promise<void> {
  await page.getByRole("switch", { name: texts.tagMode }).click();
  const enabled = (count: number) => page.getByText(filled(texts.tag.enabled, { enabled: count, count: 2 }));
  await enabled(2).waitFor();
  const priority = page.getByRole("textbox", { name: filled(texts.priorityOf, { name: "east" }) });
  await priority.fill("7");
  await priority.press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: action.confirm }).click();
  await expect.poll(async () => (await channels(page)).map((channel) => channel.priority)).toEqual([7, 7]);
  const more = page.getByRole("button", { name: `${texts.action.more}: east` });
  await more.click();
  await page.getByRole("menuitem", { name: texts.tag.disableAll }).click();
  await enabled(0).waitFor();
  await more.click();
  await page.getByRole("menuitem", { name: texts.tag.enableAll }).click();
  await enabled(2).waitFor();
}

/** What is left empty stays as it is. */
async function editTag(page: Page): Promise<void> {
  await page
    .getByRole("row")
    .filter({ hasText: "east" })
    .getByRole("button", { name: texts.tag.edit })
    .click();
  const drawer = page.getByRole("dialog", { name: texts.tag.edit });
  await drawer.getByRole("button", { name: texts.tag.fillModels }).click();
  await drawer.getByText("gpt-4o-mini", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await drawer.getByRole("button", { name: action.save }).click();
  await page.getByText(texts.done.tagUpdated).waitFor();
}

async function copyOne(page: Page): Promise<void> {
  const [expand = ""] = filled(TEXTS.zh.common.table.expandRow, { name: "\n" }).split("\n");
  await page.getByRole("button", { name: `${expand}east` }).click();
  await page
    .getByRole("button", { name: `${texts.action.more}: Upstream` })
    .first()
    .click();
  await page.getByRole("menuitem", { name: texts.action.copy }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: action.confirm }).click();
  await page.getByText(texts.done.copied).waitFor();
}

async function testAll(page: Page): Promise<void> {
  await page.getByRole("button", { name: texts.operations.title }).click();
  await page.getByRole("menuitem", { name: texts.operations.testAll }).click();
  await page.getByText(filled(texts.run.tests.done, { total: 2 }), { exact: true }).waitFor();
  expect((await channels(page)).filter((channel) => channel.response_time > 0)).toHaveLength(2);
}

async function removeDisabled(page: Page): Promise<void> {
  await page.getByRole("button", { name: texts.operations.title }).click();
  await page.getByRole("menuitem", { name: texts.operations.deleteDisabled }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: texts.action.delete }).click();
  await page.getByText(filled(texts.done.deletedDisabled, { count: 1 })).waitFor();
}

interface ChannelFigures {
  tag: string;
  priority: number;
  status: number;
  response_time: number;
}

async function channels(page: Page): Promise<ChannelFigures[]> {
  const answer = await page.request.get("/api/channel/", { headers: { "new-api-user": "1" } });
  // The contract's answer, which the server's own suite checks.
  const { data } = (await answer.json()) as { data: { items: ChannelFigures[] } };
  return data.items;
}
