import { describe, expect, test } from "bun:test";
import { SecretError } from "./secrets/secret-error.ts";
import { silentLogger } from "./lib/logger.ts";
import { createApp } from "./app.ts";
import type { App } from "./app.ts";
import type { Config } from "./config.ts";
import { buildChannel, buildToken, CHEAP_PASSWORDS } from "../test/support/factories.ts";
import { ENGINES, useTestApps } from "../test/support/test-app.ts";
import type { TestApp } from "../test/support/test-app.ts";
import { startSecondNode } from "../test/support/second-node.ts";
import { testRedisUrl } from "../test/support/test-redis.ts";
import { userAccount } from "./ledger/account.ts";
import { createLedger } from "./ledger/ledger.ts";
import { openExistingDatabase } from "./open-storage.ts";

describe.each(ENGINES)("app on %s", (engine) => {
  const apps = useTestApps();
  const overrides = { logger: silentLogger, passwords: CHEAP_PASSWORDS };

  const chat = async (app: TestApp) => {
    const upstream = await app.upstream();
    await buildChannel(app.parts, { base_url: upstream.url });
    const { key } = await buildToken(app.parts, { userId: await app.userId("user") });
    const send = () =>
      fetch(`${app.listen()}/v1/chat/completions`, {
        method: "POST",
        headers: { authorization: `Bearer sk-${key}`, "content-type": "application/json" },
        body: JSON.stringify({ model: "gpt-4o-mini", messages: [{ role: "user", content: "hi" }] }),
      });
    return { upstream, send };
  };

  test("the paths of the relay, the API and the console are told apart", async () => {
    const app = await apps.create({ engine, overrides: { consoleFolder: "/nonexistent" } });
    const status = async (path: string) => (await app.request(path)).status;
    expect([await status("/api/status/"), await status("/api/x")]).toEqual([200, 404]);
    expect([await status("/v1/models"), await status("/v1/x")]).toEqual([401, 404]);
    expect([await status("/"), await status("/channel")]).toEqual([503, 503]);
  });

  test("a second app on the same data directory is refused, and the first goes on", async () => {
    const app = await apps.create({ engine });
    await expect(createApp(app.parts.config, overrides)).rejects.toThrow(
      "in use by another running tollgate",
    );
    expect((await app.request("/api/status")).status).toBe(200);
  });

  test("what an app that could not start has opened is closed again", async () => {
    const app = await apps.create({ engine });
    await expect(app.restart({ secretKey: "a very different secret key" })).rejects.toBeInstanceOf(
      SecretError,
    );
    await app.restart();
    expect((await app.request("/api/status")).status).toBe(200);
  });

  test("a stop waits until a running answer has been sent and charged", async () => {
    const app = await apps.create({ engine });
    const { upstream, send } = await chat(app);
    upstream.enqueue({ latencyMs: 300 });
    const answer = send();
    await upstream.waitForRequest(0);
    const stopped = app.stop();
    expect(await (await answer).json()).toMatchObject({ object: "chat.completion" });
    await stopped;
    await app.restart();
    const payer = userAccount(await app.userId("user"));
    expect((await app.parts.ledger.balances([payer])).get(payer)).toMatchObject({ requests: 1, held: 0 });
  });

  test("what a node held when it died is free after its next start", async () => {
    const app = await apps.create({ engine });
    const payer = userAccount(await app.userId("user"));
    const { nodeId, config } = app.parts;
    await app.stop();
    // A hold as a killed process leaves it.
    const database = openExistingDatabase(config.database);
    const ledger = createLedger({ database, clock: app.clock, nodeId, alongside: () => [] });
    await ledger.reserve({ holdId: "r1", payer, amount: 100 });
    await database.close();
    await app.restart();
    expect(app.parts.nodeId).toBe(nodeId);
    expect((await app.parts.ledger.balances([payer])).get(payer)).toMatchObject({
      held: 0,
      posted: 1_000_000,
    });
  });
});

describe("nodes on one PostgreSQL and Redis", () => {
  const apps = useTestApps();

  test("share the rate windows of an address", async () => {
    const config: Partial<Config> = {
      redisUrl: testRedisUrl(),
      rateLimits: {
        general: { limit: 0, windowSeconds: 60 },
        critical: { limit: 5, windowSeconds: 60 },
        search: { limit: 0, windowSeconds: 60 },
      },
    };
    const app = await apps.create({ engine: "postgres", config });
    // A window that no other run counts in.
    app.clock.set(Date.now() + Math.floor(Math.random() * 1e12));
    await using second = await startSecondNode(app);
    const trySignIn = async (node: App) => {
      const body = JSON.stringify({ username: "nobody", password: "x" });
      const headers = { "content-type": "application/json" };
      const request = new Request("http://gate.test/api/user/login", { method: "POST", headers, body });
      return (await node.fetch(request)).status;
    };
    const statuses: number[] = [];
    for (let call = 0; call < 7; call++) statuses.push(await trySignIn(call % 2 === 0 ? app.app : second));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  });

  test("sessions, users and node numbers are those of the database", async () => {
    const app = await apps.create({ engine: "postgres" });
    await using second = await startSecondNode(app);
    const { identity } = await app.as("admin");
    const answer = await second.fetch(new Request("http://gate.test/api/group/", { headers: identity }));
    expect(answer.status).toBe(200);
    expect(second.parts.nodeId).not.toBe(app.parts.nodeId);
    expect(second.randomRootPassword).toBeUndefined();
  });
});
