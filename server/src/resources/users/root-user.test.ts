import { describe, expect, test } from "bun:test";
import { ENGINES, TEST_ROOT_PASSWORD, useTestApps } from "../../../test/support/test-app.ts";
import { userAccount } from "../../ledger/account.ts";
import { ensureRoot } from "./root-user.ts";

describe.each(ENGINES)("root on %s", (engine) => {
  const apps = useTestApps();

  test("the first start makes root with a balance and the password given", async () => {
    const { app, parts } = await apps.create({ engine });
    const root = await parts.users.findBySignInName("root");
    expect(root).toMatchObject({ display_name: "Root User", role: 100, status: 1, group: "default" });
    expect(await parts.passwords.verify(TEST_ROOT_PASSWORD, root?.password_hash ?? "")).toBe(true);
    const account = userAccount(root?.id ?? 0);
    expect((await parts.ledger.balances([account])).get(account)).toMatchObject({ posted: 100_000_000 });
    expect(app.randomRootPassword).toBeUndefined();
  });

  test("without a given password a random one is made and told once", async () => {
    const { app, parts } = await apps.create({ engine, config: { rootPassword: null } });
    const root = await parts.users.findBySignInName("root");
    expect(app.randomRootPassword).toMatch(/^\w{16}$/);
    expect(await parts.passwords.verify(app.randomRootPassword ?? "", root?.password_hash ?? "")).toBe(true);
    expect(await ensureRoot(parts, "another-password")).toBeUndefined();
    expect((await parts.users.findBySignInName("root"))?.password_hash).toBe(root?.password_hash);
  });

  test("of two nodes that start at once one makes root", async () => {
    const { parts } = await apps.create({ engine });
    const late = { ...parts, users: { ...parts.users, hasRoot: calledFirst(parts.users.hasRoot) } };
    expect(await ensureRoot(late, null)).toBeUndefined();
  });
});

/** Says once that there is no root yet, as a node sees it that looked a moment before the other made one. */
function calledFirst(hasRoot: () => Promise<boolean>): () => Promise<boolean> {
  let calls = 0;
  return () => (calls++ === 0 ? Promise.resolve(false) : hasRoot());
}
