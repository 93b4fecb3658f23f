import { expect } from "vitest";
import { readAs } from "../support/console-calls.ts";
import { ROOT_PASSWORD, signIn } from "../support/console-session.ts";
import { filled, TEXTS } from "../support/console-texts.ts";
import { journey } from "../support/journey.ts";

const { optionSettings: texts, settings } = TEXTS.zh;
const { action, unsaved } = TEXTS.zh.common;
journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

journey("root changes options of several tabs and saves them at once", async ({ stage }) => {
  const page = await stage.newPage();
  await signIn(page, "root", ROOT_PASSWORD);
  await page.goto("/setting?tab=operation");
  const retries = page.getByRole("textbox", { name: texts.field.RetryTimes.name });
  const bar = page.getByRole("region", { name: settings.unsaved.bar });

  await retries.fill("21");
  await page.getByText(`${texts.field.RetryTimes.name} 必须是 0 到 20 之间的整数`).waitFor();
  await retries.fill("3");
  await page.getByRole("switch", { name: texts.field.RegisterEnabled.name }).waitFor({ state: "detached" });
  await page.getByRole("tab", { name: settings.tabs.system }).click();
  await page.getByRole("switch", { name: texts.field.RegisterEnabled.name }).click();
  await page.getByRole("tab", { name: settings.tabs.other }).click();
  await page.getByRole("textbox", { name: texts.field.SystemName.name }).fill("Gate");
  await bar.getByText(filled(settings.unsaved.changed, { count: 3 })).waitFor();
  await page.getByRole("link", { name: TEXTS.zh.shell.menu.tokens }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: unsaved.keep }).click();
  await bar.getByRole("button", { name: action.save }).click();
  await page.getByText(settings.saved).waitFor();
  await bar.waitFor({ state: "detached" });

  await page.getByRole("link", { name: "Gate" }).first().waitFor();
  expect(await readAs(page, 1, "/api/option/")).toEqual(
    expect.arrayContaining([
      { key: "RetryTimes", value: "3" },
      { key: "RegisterEnabled", value: "false" },
      { key: "SystemName", value: "Gate" },
    ]),
  );
  await page.goto("/setting?tab=other");
  await page.getByRole("searchbox", { name: texts.search.label }).fill("重试次数");
  await page.waitForURL(/search=/);
  expect(await retries.inputValue()).toBe("3");
});
