import OpenAI from "openai";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { ROOT_PASSWORD, signIn } from "../support/console-session.ts";
import { filled, TEXTS } from "../support/console-texts.ts";
import { journey } from "../support/journey.ts";

const zh = TEXTS.zh;
const MODEL = "gpt-4o-mini";
/** The shipped price of the model: ratio of the prompt, and of the completion to the prompt. */
const MODEL_RATIO = 0.075;
const COMPLETION_RATIO = 4;
journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

journey("from an empty product to answers that are charged to the unit", async ({ stage, upstream }) => {
  const page = await stage.newPage();
  await signIn(page, "root", ROOT_PASSWORD);
  await addChannel(page, upstream.url);
  await testChannel(page);
  const key = await addToken(page);

  const balanceBefore = await balanceOf(page);
  const client = new OpenAI({ apiKey: key, baseURL: `${stage.gateway.url}/v1`, maxRetries: 0 });
  const usages = [await ask(client), await askStreaming(client)];
  const charges = usages.map(({ prompt_tokens, completion_tokens }) =>
    Math.round((prompt_tokens + completion_tokens * COMPLETION_RATIO) * MODEL_RATIO),
  );

  const rows = await logsOf(page, "first");
  expect(rows.map((row) => row.quota).toSorted()).toEqual(charges.toSorted());
  expect(rows.map((row) => row.is_stream).toSorted()).toEqual([false, true]);
  expect(await balanceOf(page)).toBe(balanceBefore - charges.reduce((sum, charge) => sum + charge, 0));

  await page.goto("/log");
  const charged = page
    .getByRole("table", { name: zh.logs.table })
    .getByRole("row")
    .filter({ hasText: "first" });
  await charged.first().waitFor();
  expect(await charged.filter({ hasText: MODEL }).count()).toBe(2);
});

async function addChannel(page: Page, upstreamUrl: string): Promise<void> {
  const texts = zh.channels.editor;
  await page.getByRole("link", { name: zh.shell.menu.channels }).click();
  await page.getByRole("button", { name: zh.channels.add }).first().click();
  const drawer = page.getByRole("dialog", { name: texts.addTitle });
  await drawer.getByRole("textbox", { name: texts.name, exact: true }).fill("Upstream");
  await drawer.getByRole("textbox", { name: texts.baseUrl }).fill(`${upstreamUrl}/`);
  await drawer.getByRole("textbox", { name: texts.key, exact: true }).fill("sk-upstream");
  await drawer.getByRole("textbox", { name: texts.customModels }).fill(`${MODEL},gpt-4o`);
  await drawer.getByRole("button", { name: texts.customAdd, exact: true }).click();
  await drawer.getByRole("button", { name: zh.common.action.save }).click();
  await page.getByText(zh.channels.done.created).waitFor();
}

async function testChannel(page: Page): Promise<void> {
  await page.getByRole("button", { name: zh.channels.action.test, exact: true }).click();
  const [before = ""] = filled(zh.channels.done.tested, { name: "Upstream" }).split("，");
  await page.getByText(before).waitFor();
}

/** Makes a token and copies its key from the list, as a person does. */
async function addToken(page: Page): Promise<string> {
  await page.getByRole("link", { name: zh.shell.menu.tokens }).click();
  await page.getByRole("button", { name: zh.tokens.add }).first().click();
  const drawer = page.getByRole("dialog", { name: zh.tokens.editor.addTitle });
  await drawer.getByRole("textbox", { name: zh.tokens.editor.name, exact: true }).fill("first");
  await drawer.getByRole("button", { name: zh.common.action.save }).click();
  await page.getByText(zh.tokens.done.created).waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: filled(zh.tokens.copyKey, { name: "first" }) }).click();
  await page.getByText(zh.common.clipboard.copied).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

const question = { model: MODEL, messages: [{ role: "user" as const, content: "What is a tollgate?" }] };

async function ask(client: OpenAI): Promise<OpenAI.CompletionUsage> {
  const { choices, usage } = await client.chat.completions.create(question);
  expect(choices[0]?.message.content).toContain("What is a tollgate?");
  return requireUsage(usage);
}

async function askStreaming(client: OpenAI): Promise<OpenAI.CompletionUsage> {
  const stream = await client.chat.completions.create({
    ...question,
    stream: true,
    stream_options: { include_usage: true },
  });
  let text = "";
  let usage: OpenAI.CompletionUsage | null | undefined;
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? "";
    usage = chunk.usage ?? usage;
  }
  expect(text).toContain("What is a tollgate?");
  return requireUsage(usage);
}

function requireUsage(usage: OpenAI.CompletionUsage | null | undefined): OpenAI.CompletionUsage {
  if (!usage) throw new Error("the answer came without its usage");
  return usage;
}

/** Calls the console's API with the page's session. */
async function read(page: Page, path: string): Promise<unknown> {
  const answer = await page.request.get(path, { headers: { "new-api-user": "1" } });
  const { data } = await answer.json();
  return data;
}

async function balanceOf(page: Page): Promise<number> {
  // The contract's answer, which the server's own suite checks.
  const self = (await read(page, "/api/user/self")) as { quota: number };
  return self.quota;
}

async function logsOf(page: Page, tokenName: string): Promise<{ quota: number; is_stream: boolean }[]> {
  // As above.
  const { items } = (await read(page, `/api/log/?type=2&token_name=${tokenName}`)) as {
    items: { quota: number; is_stream: boolean }[];
  };
  return items;
}
