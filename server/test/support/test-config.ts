import type { Config } from "../../src/config.ts";
import { readConfig } from "../../src/config.ts";
import type { TestStorage } from "./test-storage.ts";

/** Room for any suite: rate limits have tests of their own. */
const NO_LIMIT = { limit: 0, windowSeconds: 60 };

/** The configuration of a test app: what no environment would give, with room for many calls and a free port. */
export function testConfig(storage: TestStorage, changes: Partial<Config>): Config {
  const config = readConfig([], { TOLLGATE_DATA_DIR: storage.dataDir });
  if ("problem" in config) throw new Error(config.problem);
  return {
    ...config,
    database: storage.database,
    host: "127.0.0.1",
    port: 0,
    rateLimits: { general: NO_LIMIT, critical: NO_LIMIT, search: NO_LIMIT },
    shutdownTimeoutMs: 2000,
    ...changes,
  };
}
