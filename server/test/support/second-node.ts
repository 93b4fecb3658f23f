import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createApp } from "../../src/app.ts";
import type { App } from "../../src/app.ts";
import type { Config } from "../../src/config.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { CHEAP_PASSWORDS } from "./factories.ts";
import type { TestApp } from "./test-app.ts";

/** Starts another node on a test app's PostgreSQL database, with a data directory of its own and the same secret key. */
export function startSecondNode({ parts, clock }: TestApp, changes: Partial<Config> = {}): Promise<App> {
  const { config } = parts;
  if (config.database.engine !== "postgres") throw new Error("nodes share a PostgreSQL database only");
  const secretKey = readFileSync(join(config.dataDir, "secret.key"), "utf8").trim();
  return createApp(
    { ...config, dataDir: join(config.dataDir, "second-node"), secretKey, ...changes },
    { clock, logger: silentLogger, passwords: CHEAP_PASSWORDS },
  );
}
