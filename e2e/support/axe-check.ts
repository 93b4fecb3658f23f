import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds wrong on the page as it is now, and still when it looks again: one line for each broken rule. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  const found = await problemsNow(page);
  // A colour may have begun to change while axe was looking.
  return found.length === 0 ? found : problemsNow(page);
}

async function problemsNow(page: Page): Promise<string[]> {
  await settled(page);
  // The debugger's door, so that the page's content security policy stays as users have it.
  await page.evaluate(AXE);
  // The script above has put it there.
  const { violations } = (await page.evaluate(
    "axe.run(document, { resultTypes: ['violations'] })",
  )) as AxeResults;
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(" | ")}`,
  );
}

/** What still loads, and colours in the middle of a transition, are nobody's choice. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.getAnimations().length === 0 && document.querySelector("[aria-busy=true]") === null,
  );
}
