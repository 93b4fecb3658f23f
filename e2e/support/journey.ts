import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { launchBrowser } from "./browser.ts";
import { startGateway, startUpstream } from "./gateway.ts";
import type { Gateway, Upstream } from "./gateway.ts";
import { SCREENSHOTS } from "./product-programs.ts";

export interface Stage {
  readonly gateway: Gateway;
  /** Opens a page in a browser profile of its own, at a desktop's size unless told otherwise. */
  newPage(options?: BrowserContextOptions): Promise<Page>;
}

interface Fixtures {
  browser: Browser;
  upstream: Upstream;
  /** Environment of the product. */
  gatewayEnv: Record<string, string>;
  stage: Stage;
}

/**
 * A test with a product of its own, started empty, and as many browser profiles as it likes. It fails too when a page
 * threw an error that nobody caught, or broke the page's content security policy.
 */
export const journey = test.extend<Fixtures>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from the pattern.
    async ({}, use) => {
      const browser = await launchBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: "file" },
  ],
  upstream: [
    // oxlint-disable-next-line no-empty-pattern -- as above
    async ({}, use) => {
      const upstream = await startUpstream();
      await use(upstream);
      await upstream.stop();
    },
    { scope: "file" },
  ],
  gatewayEnv: {},
  stage: async ({ browser, gatewayEnv, task }, use) => {
    const gateway = await startGateway(gatewayEnv);
    const pages: Page[] = [];
    const faults: string[] = [];
    await use({
      gateway,
      async newPage(options) {
        const context = await browser.newContext({
          baseURL: gateway.url,
          viewport: { width: 1280, height: 800 },
          ...options,
        });
        const page = await context.newPage();
        page.setDefaultTimeout(15_000);
        pages.push(page);
        page.on("pageerror", (error) => faults.push(error.message));
        page.on("console", (message) => {
          if (message.text().includes("Content Security Policy")) faults.push(message.text());
        });
        return page;
      },
    });
    if (task.result?.state === "fail") await takePictures(pages, task.name);
    await Promise.all(pages.map((page) => page.context().close()));
    await gateway.remove();
    expect(faults, "what went wrong inside the pages").toEqual([]);
  },
});

async function takePictures(pages: readonly Page[], name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  const fileName = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80);
  for (const [index, page] of pages.entries()) {
    // A page that has crashed has no picture; the failure itself is reported all the same.
    await page
      .screenshot({ path: join(SCREENSHOTS, `${fileName}-${index + 1}.png`), fullPage: true })
      .catch(() => {});
  }
}
