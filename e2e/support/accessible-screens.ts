import type { Page } from "playwright-core";
import { seed } from "../../scripts/lib/dev-seed.mjs";
import { accessibilityProblems } from "./axe-check.ts";
import { ROOT_PASSWORD, signIn } from "./console-session.ts";
import { filled, TEXTS } from "./console-texts.ts";
import type { Language } from "./console-texts.ts";
import type { Stage } from "./journey.ts";

/** How the console may look to somebody. */
export interface Look {
  language: Language;
  theme: "light" | "dark";
}

/** Each look with its name. */
export const LOOKS = (["zh", "en"] as const).flatMap((language) =>
  (["light", "dark"] as const).map((theme): [string, Look] => [`${language}, ${theme}`, { language, theme }]),
);

/** What axe finds on each screen of a console in use; screens without a finding are left out. */
export async function problemsByScreen(
  stage: Stage,
  upstreamUrl: string,
  look: Look,
  width: number,
): Promise<Record<string, string[]>> {
  await seed({ baseUrl: stage.gateway.url, upstreamUrl, username: "root", password: ROOT_PASSWORD });
  const page = await stage.newPage({ viewport: { width, height: 800 } });
  const problems: Record<string, string[]> = {};
  const check = async (name: string) => {
    const found = await accessibilityProblems(page);
    if (found.length > 0) problems[name] = found;
  };
  await signIn(page, "root", ROOT_PASSWORD);
  await setLook(page, look);
  const texts = TEXTS[look.language];
  for (const visit of visits(texts)) {
    await page.goto(visit.path);
    await visit.open(page);
    await check(visit.name);
  }
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem("user"));
  await page.goto("/login?expired=true");
  await page.getByRole("button", { name: texts.login.submit, exact: true }).click();
  await page.getByRole("alert").first().waitFor();
  await check("sign-in with messages");
  await page.goto("/register?aff=code");
  await page.getByRole("button", { name: texts.register.submit, exact: true }).click();
  await page.getByText(texts.register.invited).waitFor();
  await check("registration with messages");
  return problems;
}

async function setLook(page: Page, { language, theme }: Look): Promise<void> {
  await page.evaluate(
    ([chosenLanguage, chosenTheme]) => {
      localStorage.setItem("language", chosenLanguage);
      localStorage.setItem("theme-mode", chosenTheme);
    },
    [language, theme] as const,
  );
}

/** Every screen and what opens on it; `open` resolves when it is to be seen. */
function visits(texts: (typeof TEXTS)[Language]) {
  const [expand = ""] = filled(texts.common.table.expandRow, { name: "\n" }).split("\n");
  const expandFirstLog = async (page: Page) => {
    await page.getByRole("button", { name: expand }).first().click();
    await page.getByRole("list", { name: texts.logs.charge.lines }).waitFor();
  };
  const heading = (name: string) => (page: Page) =>
    page.getByRole("heading", { name, exact: true }).first().waitFor();
  const drawer = (button: string, title: string) => async (page: Page) => {
    await page.getByRole("button", { name: button }).first().click();
    await page.getByRole("dialog", { name: title }).waitFor();
  };
  return [
    { name: "home", path: "/", open: (page: Page) => page.getByRole("main").waitFor() },
    {
      name: "channels",
      path: "/channel",
      open: (page: Page) => page.getByText("Fake upstream").first().waitFor(),
    },
    {
      name: "channel editor",
      path: "/channel",
      open: drawer(texts.channels.add, texts.channels.editor.addTitle),
    },
    {
      name: "channel editor, a type with fields of its own",
      path: "/channel/add",
      async open(page: Page) {
        await page.getByRole("combobox", { name: texts.channels.editor.type }).click();
        await page.getByRole("option", { name: "Vertex AI" }).click();
        await page.getByText(texts.channels.editor.regionHint).waitFor();
        await page.getByRole("button", { name: texts.channels.editor.advanced }).click();
      },
    },
    {
      name: "tag editor",
      path: "/channel?tagMode=1",
      open: drawer(texts.channels.tag.edit, texts.channels.tag.edit),
    },
    { name: "tokens", path: "/token", open: (page: Page) => page.getByText("playground").first().waitFor() },
    { name: "token editor", path: "/token", open: drawer(texts.tokens.add, texts.tokens.editor.addTitle) },
    { name: "logs", path: "/log", open: (page: Page) => page.getByText("gpt-4o-mini").first().waitFor() },
    { name: "log detail", path: "/log", open: expandFirstLog },
    { name: "users", path: "/user", open: (page: Page) => page.getByText("#1").first().waitFor() },
    { name: "new user", path: "/user", open: drawer(texts.users.add, texts.users.editor.addTitle) },
    { name: "redemption codes", path: "/redemption", open: heading(texts.redemptions.title) },
    {
      name: "redemption code editor",
      path: "/redemption",
      open: drawer(texts.redemptions.add, texts.redemptions.editor.addTitle),
    },
    { name: "wallet", path: "/topup", open: heading(texts.wallet.redeem.title) },
    { name: "audit of the books", path: "/setting?tab=books", open: heading(texts.audit.title) },
    { name: "settings", path: "/setting", open: heading(texts.settings.title) },
    {
      // Those that a search finds, of every kind that has a field of its own; all at once would keep axe busy.
      name: "options with something wrong",
      path: "/setting?tab=operation&search=group",
      async open(page: Page) {
        const { field } = texts.optionSettings;
        await page.getByRole("textbox", { name: field.GroupCallLimits.name }).fill("{");
        await page.getByRole("region", { name: texts.settings.unsaved.bar }).waitFor();
        await page.getByRole("combobox", { name: field.BackupGroup.name }).waitFor();
      },
    },
    // After the log has been read, since a test is a row of it.
    {
      name: "channels by tag, with a test of all",
      path: "/channel?tagMode=1&batch=1",
      async open(page: Page) {
        const { operations, run } = texts.channels;
        await page.getByRole("button", { name: `${expand}demo` }).click();
        await page.getByRole("button", { name: operations.title }).click();
        await page.getByRole("menuitem", { name: operations.testAll }).click();
        await page.getByText(filled(run.tests.done, { total: 1 })).waitFor();
      },
    },
    { name: "nothing here", path: "/nowhere", open: heading(texts.common.notFound.title) },
  ];
}
