import { afterEach } from "bun:test";
import type { OptionKey } from "@tollgate/contract/options";
import { Role } from "@tollgate/contract/roles";
import type { App, AppOverrides } from "../../src/app.ts";
import type { Config } from "../../src/config.ts";
import { ACCESS_TOKEN_PURPOSE, newAccessTokenText } from "../../src/resources/users/access-token.ts";
import { startAppUnderTest } from "./app-under-test.ts";
import { buildUser } from "./factories.ts";
import { startFakeUpstream } from "./fake-upstream/fake-upstream.ts";
import type { FakeUpstream } from "./fake-upstream/fake-upstream.ts";
import { createTestClient } from "./test-client.ts";
import type { TestClient } from "./test-client.ts";
import { createTestClock } from "./test-clock.ts";
import type { TestClock } from "./test-clock.ts";
import type { Engine } from "./test-database.ts";
import { createTestStorage } from "./test-storage.ts";
import type { TestStorage } from "./test-storage.ts";

export { TEST_ROOT_PASSWORD } from "./app-under-test.ts";
export { ENGINES } from "./test-database.ts";
export type { Engine } from "./test-database.ts";

/** Who calls; `user`, `admin` and `root` are made at first use, `root` is the one of the first start. */
export type TestRole = "guest" | "user" | "admin" | "root";

export interface TestAppOptions {
  engine: Engine;
  /** Where the app starts. Default: a copy of an empty database on the engine. */
  storage?: TestStorage;
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

/** Starts an app. Use `useTestApps` in suites, which also ends it. */
export async function createTestApp(options: TestAppOptions): Promise<TestApp> {
  await using stack = new AsyncDisposableStack();
  const storage = options.storage ?? (await createTestStorage(options.engine));
  stack.defer(() => storage.remove());
  const clock = createTestClock();
  const overrides = { ...options.overrides, clock: options.clock ?? clock };
  const tested = await startAppUnderTest(storage, options.config ?? {}, overrides);
  stack.defer(() => tested.end());
  for (const [key, text] of Object.entries(options.options ?? {}))
    await tested.app.parts.options.set(key, text);

  let url: string | undefined;
  let upstream: FakeUpstream | undefined;
  const resources = stack.move();
  return {
    engine: options.engine,
    get app() {
      return tested.app;
    },
    get parts() {
      return tested.app.parts;
    },
    clock,
    ...peopleOf(tested),
    listen: () => (url ??= tested.app.listen().url),
    async upstream() {
      upstream ??= resources.use(await startFakeUpstream());
      return upstream;
    },
    get startedUpstream() {
      return upstream;
    },
    entries: () => entriesOf(tested.app),
    stop: tested.stop,
    async restart(changes) {
      url = undefined;
      await tested.restart(changes);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Those who call the app, without a socket. */
function peopleOf(tested: { readonly app: App }): Pick<TestApp, "request" | "as" | "asUser" | "userId"> {
  const request = async (path: string, init?: RequestInit) =>
    tested.app.fetch(new Request(`http://gate.test${path}`, init));
  const userIds = new Map<string, Promise<number>>();
  const userId: TestApp["userId"] = (role) => {
    const known = userIds.get(role) ?? makeUser(tested.app, role);
    userIds.set(role, known);
    return known;
  };
  const asUser: TestApp["asUser"] = async (id, style = "session") =>
    createTestClient(request, await identityOf(tested.app, id, style));
  return {
    request,
    asUser,
    userId,
    as: async (role, style) =>
      role === "guest" ? createTestClient(request, {}) : asUser(await userId(role), style),
  };
}

function entriesOf({ parts }: App): Promise<TestEntry[]> {
  return parts.database.kysely
    .selectFrom("ledger_entries")
    .select(["kind", "account", "amount", "second_account", "second_amount", "note"])
    .where("kind", "<>", "open")
    .orderBy("created_at_ms")
    .orderBy("key")
    .execute();
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
