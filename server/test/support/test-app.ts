import { afterEach } from "bun:test";
import type { OptionKey } from "@tollgate/contract/options";
import { Role } from "@tollgate/contract/roles";
import { createApp } from "../../src/app.ts";
import type { App, AppOverrides } from "../../src/app.ts";
import type { Config } from "../../src/config.ts";
import { auditLedger } from "../../src/ledger/audit.ts";
import { openExistingDatabase } from "../../src/open-storage.ts";
import { ACCESS_TOKEN_PURPOSE, newAccessTokenText } from "../../src/resources/users/access-token.ts";
import { silentLogger } from "../../src/lib/logger.ts";
import { buildUser, CHEAP_PASSWORDS } from "./factories.ts";
import { startFakeUpstream } from "./fake-upstream/fake-upstream.ts";
import type { FakeUpstream } from "./fake-upstream/fake-upstream.ts";
import { createTestClient } from "./test-client.ts";
import type { TestClient } from "./test-client.ts";
import { createTestClock } from "./test-clock.ts";
import type { TestClock } from "./test-clock.ts";
import { testConfig } from "./test-config.ts";
import type { Engine } from "./test-database.ts";
import { createTestStorage } from "./test-storage.ts";

export { ENGINES } from "./test-database.ts";
export type { Engine } from "./test-database.ts";

/** Who calls; `user`, `admin` and `root` are made at first use, `root` is the one of the first start. */
export type TestRole = "guest" | "user" | "admin" | "root";

export interface TestAppOptions {
  engine: Engine;
  /** Options to set before the test, as wire texts. */
  options?: Partial<Record<OptionKey, string>>;
  config?: Partial<Config>;
  /** Default: a clock that stands still. Time limits of the relay need `systemClock`. */
  clock?: AppOverrides["clock"];
  overrides?: Omit<AppOverrides, "clock">;
}

/** A movement in the books that a test caused; opening balances are left out. */
export interface TestEntry {
  readonly kind: string;
  readonly account: number;
  readonly amount: number;
  readonly second_account: number | null;
  readonly second_amount: number;
  readonly note: string;
}

/** The real product on a data directory and database of its own. Disposing of it audits the books first. */
export interface TestApp extends AsyncDisposable {
  readonly engine: Engine;
  /** The running app; another one after `restart`. */
  readonly app: App;
  readonly parts: App["parts"];
  /** The clock that stands still, unless another was given. */
  readonly clock: TestClock;
  /** Calls without a socket. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** A client of the role, signed in by session cookie or by access token. */
  as(role: TestRole, style?: "session" | "access-token"): Promise<TestClient>;
  /** A client of one user. */
  asUser(userId: number, style?: "session" | "access-token"): Promise<TestClient>;
  /** The id of the role's user. */
  userId(role: Exclude<TestRole, "guest">): Promise<number>;
  /** Opens a free port; answers its URL. A second call answers the same. */
  listen(): string;
  /** The app's fake upstream, started at first use. */
  upstream(): Promise<FakeUpstream>;
  /** Whether a test has used the fake upstream. */
  readonly startedUpstream: FakeUpstream | undefined;
  /** Everything in the books but opening balances, oldest first. */
  entries(): Promise<TestEntry[]>;
  /** Stops the app as a signal would. */
  stop(): Promise<void>;
  /** Stops the app and starts it again on the same data, with other configuration if given. */
  restart(changes?: Partial<Config>): Promise<void>;
}

export const TEST_ROOT_PASSWORD = "root-password-1";

/** Starts an app. Use `useTestApps` in suites, which also ends it. */
export async function createTestApp(options: TestAppOptions): Promise<TestApp> {
  await using stack = new AsyncDisposableStack();
  const storage = await createTestStorage(options.engine);
  stack.defer(() => storage.remove());
  const clock = createTestClock();
  const start = (changes: Partial<Config> = {}) =>
    createApp(testConfig(storage, { rootPassword: TEST_ROOT_PASSWORD, ...options.config, ...changes }), {
      logger: silentLogger,
      passwords: CHEAP_PASSWORDS,
      ...options.overrides,
      clock: options.clock ?? clock,
    });
  let app = await start();
  let isRunning = true;
  const stop = async () => {
    isRunning = false;
    url = undefined;
    await app[Symbol.asyncDispose]();
  };
  stack.defer(async () => {
    const holds = isRunning ? await holdsLeft(app) : 0;
    await stop();
    await audit(app.parts.config, holds);
  });
  for (const [key, text] of Object.entries(options.options ?? {})) await app.parts.options.set(key, text);

  const request = async (path: string, init?: RequestInit) =>
    app.fetch(new Request(`http://gate.test${path}`, init));
  const userIds = new Map<string, Promise<number>>();
  const userId: TestApp["userId"] = (role) => {
    const known = userIds.get(role) ?? makeUser(app, role);
    userIds.set(role, known);
    return known;
  };
  const asUser: TestApp["asUser"] = async (id, style = "session") =>
    createTestClient(request, await identityOf(app, id, style));
  let url: string | undefined;
  let upstream: FakeUpstream | undefined;
  const resources = stack.move();

  return {
    engine: options.engine,
    get app() {
      return app;
    },
    get parts() {
      return app.parts;
    },
    clock,
    request,
    asUser,
    userId,
    as: async (role, style) =>
      role === "guest" ? createTestClient(request, {}) : asUser(await userId(role), style),
    listen: () => (url ??= app.listen().url),
    async upstream() {
      upstream ??= resources.use(await startFakeUpstream());
      return upstream;
    },
    get startedUpstream() {
      return upstream;
    },
    entries: () =>
      app.parts.database.kysely
        .selectFrom("ledger_entries")
        .select(["kind", "account", "amount", "second_account", "second_amount", "note"])
        .where("kind", "<>", "open")
        .orderBy("id")
        .execute(),
    stop,
    async restart(changes) {
      await stop();
      app = await start(changes);
      isRunning = true;
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Makes apps for the tests of a suite; after each test they are ended and their books audited. */
export function useTestApps(): { create(options: TestAppOptions): Promise<TestApp> } {
  const open: TestApp[] = [];
  afterEach(async () => {
    const problems: unknown[] = [];
    for (const app of open.splice(0)) {
      try {
        await app[Symbol.asyncDispose]();
      } catch (problem) {
        problems.push(problem);
      }
    }
    if (problems.length > 0) throw problems[0];
  });
  return {
    async create(options) {
      const app = await createTestApp(options);
      open.push(app);
      return app;
    },
  };
}

const SETTLED_WITHIN_MS = 2000;

/** Holds that are still there when calls under way have had time to settle: each is money that nobody gets back. */
async function holdsLeft({ parts: { database, ledger } }: App): Promise<number> {
  const deadlineMs = performance.now() + SETTLED_WITHIN_MS;
  for (;;) {
    await ledger.idle();
    const holds = await database.kysely.selectFrom("ledger_holds").select("id").execute();
    if (holds.length === 0 || performance.now() > deadlineMs) return holds.length;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Looks at what the app has left behind, through a door of its own. */
async function audit(config: Config, holds: number): Promise<void> {
  const database = openExistingDatabase(config.database);
  try {
    const { differences } = await auditLedger(database.kysely);
    if (differences.length > 0) throw new Error(`the books are wrong:\n${differences.join("\n")}`);
    if (holds > 0) throw new Error(`${holds} holds were neither settled nor released`);
  } finally {
    await database.close();
  }
}

async function makeUser({ parts }: App, role: Exclude<TestRole, "guest">): Promise<number> {
  if (role !== "root") return buildUser(parts, { username: role, role: Role[role] });
  const root = await parts.users.findBySignInName("root");
  if (root === undefined) throw new Error("the first start made no root");
  return root.id;
}

async function identityOf({ parts }: App, userId: number, style: "session" | "access-token") {
  if (style === "access-token") {
    const token = newAccessTokenText();
    const hash = parts.secrets.lookupHash(token, ACCESS_TOKEN_PURPOSE);
    await parts.users.update(userId, { access_token_hash: hash });
    return { authorization: token };
  }
  const secret = await parts.sessions.open({ userId, ip: "127.0.0.1", userAgent: "test" });
  return { cookie: `session=${secret}`, "new-api-user": String(userId) };
}
