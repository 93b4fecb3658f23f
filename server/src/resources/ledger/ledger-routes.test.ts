import { describe, expect, test } from "bun:test";
import { auditLedger } from "@tollgate/contract/ledger";
import type { AuditReport } from "../../ledger/audit.ts";
import { buildUser } from "../../../test/support/factories.ts";
import { createTestApp, ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import { ledgerRoutes } from "./ledger-routes.ts";

describe.each(ENGINES)("the audit on %s", (engine) => {
  const apps = useTestApps();

  test("says that the books are right and how much of them it has seen", async () => {
    const app = await apps.create({ engine });
    await buildUser(app.parts);
    const root = await app.as("root");
    const { data } = await root.send(auditLedger);
    expect(data).toEqual({
      ok: true,
      differences: [],
      notes: expect.any(Array),
      checks: expect.any(Array),
      archived_entries: 0,
      accounts: expect.any(Number),
      entries: expect.any(Number),
      duration_ms: expect.any(Number),
    });
    expect(data.accounts).toBeGreaterThanOrEqual(2);
  });

  test("names the first difference", async () => {
    const app = await apps.create({ engine });
    const root = await app.as("root");
    const { kysely } = app.parts.database;
    const account = await kysely
      .selectFrom("ledger_accounts")
      .select(["id", "posted"])
      .executeTakeFirstOrThrow();
    const post = (posted: number) =>
      kysely.updateTable("ledger_accounts").set({ posted }).where("id", "=", account.id).execute();
    await post(account.posted + 5);
    const { data } = await root.send(auditLedger);
    await post(account.posted);
    expect(data).toMatchObject({
      ok: false,
      differences: [expect.stringContaining(String(account.posted + 5))],
    });
  });
});

test("a second audit is refused while one is running", async () => {
  const audit = Promise.withResolvers<AuditReport>();
  await using app = await createTestApp({
    engine: "sqlite",
    overrides: { routes: () => ledgerRoutes({ audit: () => audit.promise }) },
  });
  const root = await app.as("root");
  const first = root.send(auditLedger);
  // The first call is on its way to the ledger before the second one is read.
  const second = await root.send(auditLedger);
  expect(second).toMatchObject({ success: false, code: "ledger.audit-running" });
  audit.resolve({ differences: [], notes: [], checks: [], accounts: 1, entries: 1, archivedEntries: 0 });
  expect((await first).data).toMatchObject({ ok: true, accounts: 1, entries: 1 });
  expect((await root.send(auditLedger)).success).toBe(true);
});
