import { createApp } from "../../src/app.ts";
import type { App, AppOverrides } from "../../src/app.ts";
import type { Config } from "../../src/config.ts";
import { auditLedger } from "../../src/ledger/audit.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { openExistingDatabase } from "../../src/open-storage.ts";
import { CHEAP_PASSWORDS } from "./factories.ts";
import { chargesThatDoNotRecompute } from "./recomputed-charges.ts";
import { testConfig } from "./test-config.ts";
import type { TestStorage } from "./test-storage.ts";

export const TEST_ROOT_PASSWORD = "root-password-1";
const SETTLED_WITHIN_MS = 2000;

/** An app that a test may stop and start again on the same data. */
export interface AppUnderTest {
  readonly app: App;
  stop(): Promise<void>;
  restart(changes?: Partial<Config>): Promise<void>;
  /** Stops it and looks at what it has left behind. Throws when a hold is left or the books are wrong. */
  end(): Promise<void>;
}

export async function startAppUnderTest(
  storage: TestStorage,
  config: Partial<Config>,
  overrides: AppOverrides,
): Promise<AppUnderTest> {
  const start = (changes: Partial<Config> = {}) =>
    createApp(testConfig(storage, { rootPassword: TEST_ROOT_PASSWORD, ...config, ...changes }), {
      logger: silentLogger,
      passwords: CHEAP_PASSWORDS,
      ...overrides,
    });
  let app = await start();
  let isRunning = true;
  const stop = async () => {
    isRunning = false;
    await app[Symbol.asyncDispose]();
  };
  return {
    get app() {
      return app;
    },
    stop,
    async restart(changes) {
      await stop();
      app = await start(changes);
      isRunning = true;
    },
    async end() {
      const holds = isRunning ? await holdsLeft(app) : 0;
      await stop();
      await audit(app.parts.config, holds);
    },
  };
}

/** Holds that are still there when calls under way have had time to settle: each is money that nobody gets back. */
async function holdsLeft({ parts: { ledger } }: App): Promise<number> {
  const deadlineMs = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    await ledger.idle();
    const holds = await ledger.holdCount();
    if (holds === 0 || performance.now() > deadlineMs) return holds;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Through a door of its own, after everything else is closed. */
async function audit(config: Config, holds: number): Promise<void> {
  const database = openExistingDatabase(config.database);
  try {
    const { differences } = await auditLedger(database.kysely);
    if (differences.length > 0) throw new Error(`the books are wrong:\n${differences.join("\n")}`);
    const problems = await chargesThatDoNotRecompute(database);
    if (problems.length > 0) throw new Error(`charges are not what their rows say:\n${problems.join("\n")}`);
    if (holds > 0) throw new Error(`${holds} holds were neither settled nor released`);
  } finally {
    await database.close();
  }
}
