import type { Page } from "playwright-core";
import { expect } from "vitest";
import { seed } from "../../scripts/lib/dev-seed.mjs";
import { accessibilityProblems } from "../support/axe-check.ts";
import { ROOT_PASSWORD, signIn } from "../support/console-session.ts";
import { TEXTS } from "../support/console-texts.ts";
import type { Language } from "../support/console-texts.ts";
import { journey } from "../support/journey.ts";

journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

interface Look {
  language: Language;
  theme: "light" | "dark";
  width: number;
}

const LOOKS = (["zh", "en"] as const).flatMap((language) =>
  (["light", "dark"] as const).flatMap((theme) =>
    [1280, 390].map((width): [string, Look] => [
      `${language}, ${theme}, ${width} px wide`,
      { language, theme, width },
    ]),
  ),
);

journey.for(LOOKS)("every screen is accessible in %s", async ([, look], { stage, upstream }) => {
  await seed({
    baseUrl: stage.gateway.url,
    upstreamUrl: upstream.url,
    username: "root",
    password: ROOT_PASSWORD,
  });
  const page = await stage.newPage({ viewport: { width: look.width, height: 800 } });
  const problems: Record<string, string[]> = {};
  const check = async (name: string) => {
    const found = await accessibilityProblems(page);
    if (found.length > 0) problems[name] = found;
  };

  await page.goto("/login");
  await page.getByRole("button", { name: TEXTS.zh.login.submit, exact: true }).waitFor();
  await signIn(page, "root", ROOT_PASSWORD);
  await setLook(page, look);
  for (const visit of visits(TEXTS[look.language])) {
    await page.goto(visit.path);
    await visit.open(page);
    await check(visit.name);
  }
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem("user"));
  await page.goto("/login?expired=true");
  await page.getByRole("button", { name: TEXTS[look.language].login.submit, exact: true }).waitFor();
  await check("sign-in");
  expect(problems).toEqual({});
});

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
    { name: "tokens", path: "/token", open: (page: Page) => page.getByText("playground").first().waitFor() },
    { name: "token editor", path: "/token", open: drawer(texts.tokens.add, texts.tokens.editor.addTitle) },
    { name: "logs", path: "/log", open: (page: Page) => page.getByText("gpt-4o-mini").first().waitFor() },
    { name: "settings", path: "/setting", open: heading(texts.settings.title) },
    { name: "nothing here", path: "/nowhere", open: heading(texts.common.notFound.title) },
  ];
}
