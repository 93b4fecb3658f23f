import type { Page } from "playwright-core";
import { expect } from "vitest";
import { accessibilityProblems } from "../support/axe-check.ts";
import { setOptions } from "../support/console-calls.ts";
import { ROOT_PASSWORD, signIn } from "../support/console-session.ts";
import { filled, TEXTS } from "../support/console-texts.ts";
import { journey } from "../support/journey.ts";
import { startOddUpstream } from "../support/odd-upstream.ts";

const texts = TEXTS.zh.channels;
const health = TEXTS.zh.channelHealth;
const models = TEXTS.zh.upstreamModels;
const { action, table } = TEXTS.zh.common;
const AS_ROOT = { "new-api-user": "1" };
journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

journey("a channel is found, changed in place, edited and tested by model", async ({ stage, upstream }) => {
  const page = await stage.newPage();
  const called = noteCalls(page);
  await signIn(page, "root", ROOT_PASSWORD);
  await addChannel(page, "Good", upstream.url);
  await addChannel(page, "Second", upstream.url);
  await findOne(page);
  await changeInPlace(page);
  await rememberTable(page);
  await editOne(page);
  await testOneModel(page);
  await repairAndRemove(page);
  expect([...called]).toEqual(
    expect.arrayContaining([
      "GET /api/channel",
      "GET /api/channel/search",
      "GET /api/channel/models",
      "GET /api/group",
      "GET /api/channel/{id}",
      "GET /api/channel/fetch_models/{id}",
      "PUT /api/channel",
      "GET /api/channel/test/{id}",
      "POST /api/channel/fix",
      "DELETE /api/channel/{id}",
      "POST /api/channel/batch",
    ]),
  );
});

journey(
  "balances are asked for, and a test of all is cancelled after it switched a channel off",
  async ({ stage, upstream }) => {
    const odd = await startOddUpstream();
    try {
      const page = await stage.newPage();
      const called = noteCalls(page);
      await signIn(page, "root", ROOT_PASSWORD);
      await addChannel(page, "Good", upstream.url);
      await addChannel(page, "Billing", odd.billingUrl);
      await page.goto("/channel");
      await askForBalances(page);
      await addChannel(page, "Refused", odd.refusingUrl);
      await addChannel(page, "Silent", odd.silentUrl);
      await setOptions(page, { AutomaticDisableChannelEnabled: true });
      await page.reload();
      await cancelTest(page);
      await readWhyItIsOff(page);
      expect([...called]).toEqual(
        expect.arrayContaining([
          "GET /api/channel/update_balance/{id}",
          "GET /api/channel/update_balance",
          "GET /api/channel/test",
          "POST /api/channel/test/cancel",
          "GET /api/channel/health",
          "GET /api/channel/{id}/incidents",
        ]),
      );
    } finally {
      await odd.close();
    }
  },
);

journey("a refused key is parked alone, told of, and released", async ({ stage }) => {
  const odd = await startOddUpstream();
  try {
    const page = await stage.newPage();
    await signIn(page, "root", ROOT_PASSWORD);
    const key = "sk-good\nsk-refused\nsk-other";
    await addChannel(page, "Keys", odd.keysUrl, { key, setting: '{"multi_key_mode":"polling"}' });
    await setOptions(page, { RetryTimes: 2 });
    const body = { model: "gpt-4o-mini", messages: [{ role: "user", content: "Hello" }] };
    for (let call = 0; call < 3; call++)
      expect(
        (await page.request.post("/pg/chat/completions", { data: body, headers: AS_ROOT })).status(),
      ).toBe(200);
    await page.goto("/channel");
    await rowOf(page, "Keys")
      .getByText(filled(health.parkedKeys, { count: 1, total: 3 }))
      .click();
    const story = page.getByRole("list", { name: health.incidents.list });
    await story.getByText(/密钥 2.*401/).waitFor();
    await page.keyboard.press("Escape");
    await page.goto("/channel/edit/1");
    await page.getByText(health.keys.parked, { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", { name: filled(health.keys.releaseOf, { number: 2 }) }).click();
    await page.getByText(filled(health.keys.released, { number: 2 })).waitFor();
    await page.getByText(health.keys.parked, { exact: true }).waitFor({ state: "hidden" });
  } finally {
    await odd.close();
  }
});

journey("what a vendor adds and drops is marked, and accepted or ignored", async ({ stage }) => {
  const odd = await startOddUpstream();
  try {
    const page = await stage.newPage();
    await signIn(page, "root", ROOT_PASSWORD);
    odd.list(["gpt-4o-mini", "gpt-4o", "known"]);
    await addChannel(page, "Listing", odd.listingUrl);
    await page.goto("/channel");
    await checkModels(page);
    odd.list(["gpt-4o", "known", "newest", "unwanted"]);
    await checkModels(page);
    await page
      .getByRole("button", { name: filled(models.mark, { name: "Listing", added: 2, gone: 1 }) })
      .click();
    const drawer = page.getByRole("dialog", { name: models.title });
    await drawer.getByRole("checkbox", { name: "newest" }).click();
    await drawer.getByRole("checkbox", { name: "gpt-4o-mini" }).click();
    expect(await accessibilityProblems(page)).toEqual([]);
    await drawer.getByRole("button", { name: filled(models.acceptChosen, { added: 1, gone: 1 }) }).click();
    await page.getByText(models.accepted).waitFor();
    await drawer.getByRole("button", { name: models.ignoreAll }).click();
    await drawer.getByText(models.noneTitle).waitFor();
    await drawer.getByRole("button", { name: models.check }).click();
    await drawer.getByText(models.noneTitle).waitFor();
    const stored = await page.request.get("/api/channel/1", { headers: AS_ROOT });
    expect(await stored.json()).toMatchObject({ data: { models: "gpt-4o,newest" } });
  } finally {
    await odd.close();
  }
});

/** Asks all vendors and waits until they have answered. */
async function checkModels(page: Page): Promise<void> {
  await page.getByRole("button", { name: texts.operations.title }).click();
  await page.getByRole("menuitem", { name: texts.operations.checkModels }).click();
  await page.getByText(filled(texts.run.models.done, { total: 1 })).waitFor();
  await page.getByRole("button", { name: texts.run.dismiss }).click();
}

/** The calls of the console's API that a page makes, numbers left out. */
function noteCalls(page: Page): ReadonlySet<string> {
  const called = new Set<string>();
  page.on("request", (request) => {
    const path = new URL(request.url()).pathname.replace(/\/$/, "").replaceAll(/\/\d+/g, "/{id}");
    if (path.startsWith("/api/")) called.add(`${request.method()} ${path}`);
  });
  return called;
}

async function addChannel(page: Page, name: string, baseUrl: string, more: object = {}): Promise<void> {
  const fields = { name, type: 1, key: `sk-${name}`, base_url: baseUrl, group: "default" };
  const answer = await page.request.post("/api/channel/", {
    data: { ...fields, models: "gpt-4o-mini,gpt-4o", ...more },
    headers: AS_ROOT,
  });
  expect(await answer.json()).toMatchObject({ success: true });
}

const rowOf = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

async function chooseInRow(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole("button", { name: `${texts.action.more}: ${name}` }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** By name and by model; what is asked for stands in the address. */
async function findOne(page: Page): Promise<void> {
  await page.goto("/channel");
  await rowOf(page, "Second").waitFor();
  await page.getByRole("searchbox", { name: texts.search }).fill("Good");
  await page.waitForURL(/keyword=Good/);
  await rowOf(page, "Second").waitFor({ state: "hidden" });
  await page.getByRole("searchbox", { name: texts.searchModel }).fill("no-such-model");
  await page.getByText(texts.nothingFound).waitFor();
  await page.goto("/channel");
  await rowOf(page, "Second").waitFor();
}

async function changeInPlace(page: Page): Promise<void> {
  const weight = page.getByRole("textbox", { name: filled(texts.weightOf, { name: "Good" }) });
  await weight.fill("-5");
  await weight.press("Enter");
  await page.getByText("权重必须是非负整数！").first().waitFor();
  await weight.fill("4");
  const saved = page.waitForResponse((response) => response.request().method() === "PUT");
  await weight.press("Enter");
  expect((await saved).request().postDataJSON()).toEqual({ id: 1, weight: 4 });
}

/** Columns and page size outlast the page. */
async function rememberTable(page: Page): Promise<void> {
  const models = page.getByRole("columnheader", { name: texts.column.models });
  expect(await models.count()).toBe(0);
  await page.getByRole("button", { name: table.columns }).click();
  await page.getByRole("menuitemcheckbox", { name: texts.column.models }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("combobox", { name: table.perPage }).click();
  await page.getByRole("option", { name: filled(table.perPageValue, { count: 20 }) }).click();
  await page.goto("/channel");
  await models.waitFor();
  await page.getByText(filled(table.perPageValue, { count: 20 })).waitFor();
}

/** The stored key is used to ask for the vendor's models; the type fills no models over chosen ones. */
async function editOne(page: Page): Promise<void> {
  const { editor } = texts;
  await rowOf(page, "Good").getByRole("button", { name: texts.action.edit, exact: true }).click();
  const drawer = page.getByRole("dialog", { name: editor.editTitle });
  await drawer.getByRole("button", { name: editor.fetchModels }).click();
  const offered = page.getByRole("dialog", { name: editor.fetchModels });
  await offered.getByRole("checkbox", { name: "gpt-4o-mini", exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await offered.waitFor({ state: "hidden" });
  await drawer.getByRole("textbox", { name: editor.name, exact: true }).fill("Better");
  await drawer.getByRole("button", { name: action.save }).click();
  await page.getByText(texts.done.updated).waitFor();
  await rowOf(page, "Better").waitFor();
}

async function testOneModel(page: Page): Promise<void> {
  await chooseInRow(page, "Better", texts.action.testModel);
  const dialog = page.getByRole("dialog", { name: texts.test.title });
  await dialog.getByRole("button", { name: filled(texts.test.of, { model: "gpt-4o" }), exact: true }).click();
  const [passed = ""] = texts.test.ok.split(" · ");
  await dialog.getByText(passed).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: action.close }).first().click();
}

async function repairAndRemove(page: Page): Promise<void> {
  await page.getByRole("button", { name: texts.operations.title }).click();
  await page.getByRole("menuitem", { name: texts.operations.repair }).click();
  await page.getByText(/已修复 \d+ 个通道！/).waitFor();
  await page.getByRole("switch", { name: texts.batch }).click();
  await page.getByRole("button", { name: texts.action.deleteSelected }).click();
  await page.getByText("请先选择要删除的通道！").waitFor();
  await chooseInRow(page, "Second", texts.action.delete);
  await page.getByRole("alertdialog").getByRole("button", { name: texts.action.delete }).click();
  await rowOf(page, "Second").waitFor({ state: "hidden" });
  await addChannel(page, "Third", "http://127.0.0.1:9");
  await page.reload();
  await rowOf(page, "Third").waitFor();
  await page.getByRole("checkbox", { name: table.selectAll }).click();
  await page.getByRole("button", { name: texts.action.deleteSelected }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: texts.action.delete }).click();
  await page.getByText(filled(texts.done.deletedMany, { count: 2 })).waitFor();
}

async function askForBalances(page: Page): Promise<void> {
  await page.getByRole("button", { name: filled(texts.refreshBalanceOf, { name: "Billing" }) }).click();
  await rowOf(page, "Billing").getByText("$12.50").waitFor();
  await page.getByRole("button", { name: texts.operations.title }).click();
  await page.getByRole("menuitem", { name: texts.operations.updateBalances }).click();
  await page.getByText(filled(texts.run.balances.done, { total: 2 })).waitFor();
}

/** The upstream that never answers is not waited for. */
async function cancelTest(page: Page): Promise<void> {
  await rowOf(page, "Silent").waitFor();
  await page.getByRole("button", { name: texts.operations.title }).click();
  await page.getByRole("menuitem", { name: texts.operations.testAll }).click();
  await page.getByRole("progressbar", { name: texts.run.tests.progress }).waitFor();
  await page.getByText(filled(texts.run.tests.running, { done: 3, total: 4 })).waitFor();
  await page.getByRole("button", { name: texts.operations.title }).click();
  const again = page.getByRole("menuitem", { name: texts.operations.testAll });
  expect(await again.getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: texts.run.cancel, exact: true }).click();
  const [cancelled = ""] = texts.run.tests.cancelled.split("{{");
  await page.getByText(cancelled).waitFor();
}

/** The row is greyed; the status says why and when, and the incidents tell the story. */
async function readWhyItIsOff(page: Page): Promise<void> {
  const row = rowOf(page, "Refused");
  await row.getByText(texts.status.autoDisabled, { exact: true }).hover();
  await page
    .getByText(/原因：.*401/)
    .first()
    .waitFor();
  const nameColour = (name: string) =>
    page.getByText(name, { exact: true }).evaluate((element) => getComputedStyle(element).color);
  expect(await nameColour("Refused")).not.toBe(await nameColour("Good"));
  await page.mouse.move(0, 0);
  await row.getByRole("button", { name: filled(health.incidents.open, { name: "Refused" }) }).click();
  const story = page.getByRole("list", { name: health.incidents.list });
  const [, off = ""] = filled(health.sentence.disabled, { time: "\n", reason: "" }).split("\n");
  await story.getByText(off.trim()).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
}
