import { describe, expect, test } from "bun:test";
import { SecretError } from "./secrets/secret-error.ts";
import { silentLogger } from "./lib/logger.ts";
import { createApp } from "./app.ts";
import { buildChannel, buildToken, CHEAP_PASSWORDS } from "../test/support/factories.ts";
import { ENGINES, useTestApps } from "../test/support/test-app.ts";
import type { TestApp } from "../test/support/test-app.ts";
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
