import { existsSync } from "node:fs";
import { resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "../..");

/** How to start something: the program and its first arguments. */
export interface Launch {
  readonly command: string;
  readonly args: readonly string[];
}

/** The product: the executable that `npm test` built, or the server from its sources. */
export function gatewayLaunch(): Launch {
  const built = process.env["E2E_PROGRAM"];
  return built
    ? { command: built, args: [] }
    : { command: bun(), args: [resolve(ROOT, "server/src/main.ts")] };
}

/** The fake upstream. */
export function fakeUpstreamLaunch(): Launch {
  const program = resolve(ROOT, "server/test/support/fake-upstream/fake-upstream-cli.ts");
  return { command: bun(), args: [program] };
}

/** The browser's program. */
export function chromiumPath(): string {
  const path = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";
  if (!existsSync(path))
    throw new Error(`there is no browser at ${path}: run \`npm test -- e2e\`, or set CHROMIUM_PATH`);
  return path;
}

/** Where pictures of failed journeys go. */
export const SCREENSHOTS = resolve(ROOT, "e2e/screenshots");

function bun(): string {
  return process.env["E2E_BUN"] ?? resolve(ROOT, "node_modules/bun/bin/bun.exe");
}
