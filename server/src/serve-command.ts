import { createApp } from "./app.ts";
import type { App, AppOverrides } from "./app.ts";
import type { Config } from "./config.ts";
import { loadTokenizers } from "./pricing/token-count/load-tokenizers.ts";
import { VERSION } from "./version.ts";

const OWNER_ONLY = 0o077;
const SIGNALS = ["SIGTERM", "SIGINT"] as const;
/** What a shell reports of a program that a signal has ended. */
const EXIT_CODES: Record<(typeof SIGNALS)[number], number> = { SIGTERM: 143, SIGINT: 130 };

/**
 * Serves until a signal asks it to stop: then running answers finish and are charged, and all is closed in order. A
 * second signal ends the process at once. Throws StartError or SecretError when it cannot start.
 */
export async function serveCommand(
  config: Config,
  print: (line: string) => void,
  overrides: AppOverrides = {},
): Promise<number> {
  // What is in the data directory is for this user alone, even where the directory itself is open to others.
  process.umask(OWNER_ONLY);
  const asked = stopAsked();
  await using app = await createApp(config, overrides);
  const { url } = app.listen();
  // In slices, while it already serves: until they are there, tokens are estimated.
  void loadTokenizers();
  print(startLines(config, app, url).join("\n"));
  await asked;
  print("Stopping: running answers finish first. A second signal ends at once.");
  return 0;
}

/** A signal to the whole process group arrives again from npm, which passes it on: that is not a second wish. */
const SAME_WISH_MS = 1000;

/** Resolves at the first signal; a second one, a moment later or more, ends the process. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    let firstAtMs: number | undefined;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        firstAtMs ??= performance.now();
        if (performance.now() - firstAtMs > SAME_WISH_MS) process.exit(EXIT_CODES[signal]);
        resolve();
      });
    }
  });
}

function startLines(config: Config, app: App, url: string): string[] {
  const lines = [
    `Tollgate ${VERSION}`,
    `  open      ${url}`,
    `  data      ${config.dataDir}`,
    `  database  ${config.database.label}`,
  ];
  if (app.randomRootPassword !== undefined)
    lines.push(
      `  sign in   as root with the password ${app.randomRootPassword}`,
      "            It is shown only this once. Change it after signing in.",
    );
  for (const notice of config.notices) lines.push(`  note      ${notice}`);
  return lines;
}
