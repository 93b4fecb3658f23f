import { describe, expect, test } from "bun:test";
import { ENGINES, useTestApps } from "../../../test/support/test-app.ts";
import { userAccount } from "../../ledger/account.ts";
import type { Logger } from "../../lib/logger.ts";
import { silentLogger } from "../../lib/logger.ts";
import { createPendingGrantStore } from "./pending-grant-store.ts";
import { createPendingGrants } from "./pending-grants.ts";

describe.each(ENGINES)("promised grants on %s", (engine) => {
  const apps = useTestApps();

  const grantTo = (userId: number, key: string) => ({
    key,
    account: userAccount(userId),
    amount: 50,
    note: "test",
    userId,
    username: "user",
    logType: 4,
    logContent: key,
  });

  test("what the ledger cannot book now is reported, kept, and booked later", async () => {
    const { parts, ...app } = await apps.create({ engine });
    const user = await app.userId("user");
    const problems: string[] = [];
    const logger: Logger = { ...silentLogger, error: (message) => problems.push(message) };
    let isDown = true;
    const ledger: Pick<typeof parts.ledger, "grant"> = {
      grant: (grant) => (isDown ? Promise.reject(new Error("down")) : parts.ledger.grant(grant)),
    };
    const store = createPendingGrantStore(parts);
    const grants = createPendingGrants({ store, ledger, clock: parts.clock, logger });
    await parts.database.kysely
      .transaction()
      .execute((transaction) =>
        grants.promise(transaction, [grantTo(user, "gift:1"), grantTo(user, "gift:2")]),
      );
    await grants.book(["gift:1"]);
    expect(problems).toEqual(["a grant could not be booked and will be tried again"]);
    isDown = false;
    expect([await grants.bookAll(), await grants.bookAll()]).toEqual([2, 0]);
    const account = userAccount(user);
    expect((await parts.ledger.balances([account])).get(account)?.posted).toBe(1_000_100);
  });

  test("one that the ledger refuses does not keep the others from being booked", async () => {
    const { parts, ...app } = await apps.create({ engine });
    const user = await app.userId("user");
    const lost = { ...grantTo(user, "gift:a"), account: userAccount(999_999) };
    await parts.database.kysely
      .transaction()
      .execute((transaction) => parts.grants.promise(transaction, [lost, grantTo(user, "gift:b")]));
    expect(await parts.grants.bookAll()).toBe(1);
    expect(await createPendingGrantStore(parts).list()).toMatchObject([{ key: "gift:a" }]);
  });

  test("a promise goes with the transaction that made it", async () => {
    const { parts, ...app } = await apps.create({ engine });
    const user = await app.userId("user");
    const failing = parts.database.kysely.transaction().execute(async (transaction) => {
      await parts.grants.promise(transaction, [grantTo(user, "gift:1")]);
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await parts.grants.bookAll()).toBe(0);
  });
});
