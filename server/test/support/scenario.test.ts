import { describe, expect, test } from "bun:test";
import { userAccount } from "../../src/ledger/account.ts";
import { buildChannel, buildToken } from "./factories.ts";
import { runScenario } from "./scenario.ts";
import { createTestApp, ENGINES, useTestApps } from "./test-app.ts";
import type { TestApp } from "./test-app.ts";

describe.each(ENGINES)("scenarios on %s", (engine) => {
  const apps = useTestApps();

  /** A token that reaches the fake upstream. */
  const relaying = async (app: TestApp) => {
    const upstream = await app.upstream();
    await buildChannel(app.parts, { base_url: upstream.url });
    return buildToken(app.parts, { userId: await app.userId("user") });
  };
  const chat = {
    name: "a chat",
    call: "POST /v1/chat/completions",
    body: { model: "gpt-4o-mini", messages: [{ role: "user", content: "hi" }] },
    headers: ({ key }: { key: string }) => ({ authorization: `Bearer sk-${key}` }),
    expect: { json: expect.objectContaining({ object: "chat.completion" }) },
  } as const;

  test("a call that says what it causes passes", async () => {
    const app = await apps.create({ engine });
    const token = await relaying(app);
    const payer = userAccount(await app.userId("user"));
    await runScenario(
      app,
      {
        ...chat,
        entries: [{ kind: "charge", account: payer }],
        upstreamCalls: ["POST /v1/chat/completions"],
      },
      token,
    );
  });

  test("money that moves unsaid fails the scenario", async () => {
    const app = await apps.create({ engine });
    const token = await relaying(app);
    const silent = { ...chat, upstreamCalls: ["POST /v1/chat/completions"] };
    await expect(runScenario(app, silent, token)).rejects.toThrow("the ledger entries written");
  });

  test("an upstream that is called unsaid fails the scenario", async () => {
    const app = await apps.create({ engine });
    const token = await relaying(app);
    await expect(runScenario(app, { ...chat, entries: [{ kind: "charge" }] }, token)).rejects.toThrow(
      "the upstream calls made",
    );
  });

  test("a refusal that is not expected fails the scenario", async () => {
    const app = await apps.create({ engine });
    const scenario = { name: "x", call: "GET /api/user/self", expect: {} } as const;
    await expect(runScenario(app, scenario, undefined)).rejects.toThrow();
  });

  test("an app whose books are wrong cannot be disposed of in silence", async () => {
    const app = await createTestApp({ engine });
    const { kysely } = app.parts.database;
    await kysely.updateTable("ledger_accounts").set({ posted: 1 }).where("id", "=", userAccount(1)).execute();
    await expect(app[Symbol.asyncDispose]()).rejects.toThrow("user 1: posted 1, entries sum to 100000000");
  });

  test("a hold that is left behind fails the test", async () => {
    const app = await createTestApp({ engine });
    await app.parts.ledger.reserve({ holdId: "r1", payer: userAccount(1), amount: 1 });
    await expect(app[Symbol.asyncDispose]()).rejects.toThrow("1 holds were neither settled nor released");
  });

  test("an app may listen on a port of its own", async () => {
    const app = await apps.create({ engine });
    const answer = await fetch(`${app.listen()}/api/status`);
    expect(await answer.json()).toMatchObject({ success: true });
    expect(app.listen()).toBe(app.listen());
  });
});
