import type { Page } from "playwright-core";
import { expect } from "vitest";
import { signIn as signInToApi } from "../../scripts/lib/console-client.mjs";
import { seed } from "../../scripts/lib/dev-seed.mjs";
import { ROOT_PASSWORD, signIn } from "../support/console-session.ts";
import { journey } from "../support/journey.ts";

journey.override({ gatewayEnv: { TOLLGATE_ROOT_PASSWORD: ROOT_PASSWORD } });

const LONG_NAME = "a name that somebody gave to remember a contract";
const RIGHT_TO_LEFT_NAME = "رمز الوصول الرئيسي";
const GROUP = "partners-with-a-very-long-name";
const BILLION_USD_UNITS = 500_000_000_000_000;

journey("long names and large amounts leave every list its room", async ({ stage, upstream }) => {
  const account = { username: "root", password: ROOT_PASSWORD };
  await seed({ baseUrl: stage.gateway.url, upstreamUrl: upstream.url, ...account });
  await addOddRows(stage.gateway.url, upstream.url);
  const page = await stage.newPage();
  await signIn(page, "root", ROOT_PASSWORD);
  for (const path of ["/channel", "/channel?tagMode=1", "/token", "/user", "/log"]) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(path);
    await page.getByRole("table").getByRole("row").nth(1).waitFor();
    await page.waitForFunction(() => document.querySelector("[aria-busy=true]") === null);
    expect(await hiddenWidth(page), `what ${path} hides at the side`).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("main").getByRole("listitem").first().waitFor();
    expect(await overlaps(page), `what overlaps on the cards of ${path}`).toEqual([]);
  }
});

async function addOddRows(baseUrl: string, upstreamUrl: string): Promise<void> {
  const root = await signInToApi(baseUrl, "root", ROOT_PASSWORD);
  await root.call("PUT", "/api/option/batch", {
    options: { GroupRatio: JSON.stringify({ default: 1, [GROUP]: 1 }) },
  });
  const channel = {
    type: 1,
    base_url: upstreamUrl,
    key: "sk-1",
    models: "gpt-4o",
    group: `default,${GROUP}`,
  };
  await root.call("POST", "/api/channel/", { ...channel, name: LONG_NAME, tag: LONG_NAME });
  await root.call("POST", "/api/channel/", { ...channel, name: RIGHT_TO_LEFT_NAME });
  await root.call("POST", "/api/token/", { name: RIGHT_TO_LEFT_NAME, remain_quota: 500_000_000_000 });
  const self = await root.call("GET", "/api/user/self");
  await root.call("PUT", "/api/user/", { ...self, quota: BILLION_USD_UNITS });
}

/** Pixels of the table that can only be seen by scrolling sideways. */
function hiddenWidth(page: Page): Promise<number> {
  return page.evaluate(() => {
    const region = document.querySelector("[role=region]:has(table)");
    return region === null ? -1 : region.scrollWidth - region.clientWidth;
  });
}

/** Values of a card whose text reaches into the value beside it. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main li dl > div")].flatMap((fact) => {
      const next = fact.nextElementSibling?.getBoundingClientRect();
      const own = fact.getBoundingClientRect();
      const edge = next !== undefined && Math.abs(next.top - own.top) < 4 ? next.left : innerWidth;
      const range = document.createRange();
      range.selectNodeContents(fact);
      const right = Math.max(...[...range.getClientRects()].map((box) => box.right));
      return right > edge + 1 && fact.querySelector(".truncate") === null ? [fact.textContent] : [];
    }),
  );
}
