import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import { chromiumPath } from "./product-programs.ts";

/** Without these a sandboxless machine cannot run it, or it looks for its maker's servers. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
];

/** Starts a browser with an empty profile of its own. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), headless: true, args: FLAGS });
}
