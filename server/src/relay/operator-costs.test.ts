import { describe, expect, test } from "bun:test";
import { ENGINES, openTestDatabase } from "../../test/support/test-database.ts";
import { createTestClock } from "../../test/support/test-clock.ts";
import { costAccount } from "../ledger/account.ts";
import { createLedger } from "../ledger/ledger.ts";
import { bookOperatorCosts } from "./operator-costs.ts";
import type { OperatorCostDeps } from "./operator-costs.ts";

describe.each(ENGINES)("the operator's cost on %s", (engine) => {
  test("is booked once for each attempt, by whoever comes first to its channel's account", async () => {
    await using opened = await openTestDatabase(engine);
    const { database } = opened;
    const ledger = createLedger({
      database,
      clock: createTestClock(),
      nodeId: "one",
      alongside: () => [],
    });
    const faults: unknown[] = [];
    const deps: OperatorCostDeps = {
      ledger,
      openAccount: (account) =>
        database.kysely.transaction().execute((trx) => ledger.openAccount(trx, account, 0)),
      reportFault: (_message, error) => faults.push(error),
    };
    const attempts = [
      { channel_id: 1, duration_ms: 1, operator_quota: 40 },
      { channel_id: 2, duration_ms: 1, operator_quota: 5 },
      { channel_id: 3, duration_ms: 1 },
      { channel_id: 1, duration_ms: 1, operator_quota: 2 },
    ];
    const book = (requestId: string) => bookOperatorCosts({ requestId, attempts }, deps);
    await Promise.all([book("20251201000000000one"), book("20251201000000000two")]);
    await book("20251201000000000one");
    const accounts = [1, 2, 3].map(costAccount);
    const balances = await ledger.balances(accounts);
    expect(accounts.map((account) => balances.get(account)?.posted)).toEqual([84, 10, 0]);
    expect(faults).toEqual([]);
    const { differences, notes } = await ledger.audit();
    expect(differences).toEqual([]);
    expect(notes).toEqual([
      "upstreams billed 94 units for failed attempts at 2 channels: the operator's cost",
    ]);
  });
});

test("a cost that cannot be booked is reported and stops nothing", async () => {
  const faults: string[] = [];
  await bookOperatorCosts(
    { requestId: "r", attempts: [{ channel_id: 1, duration_ms: 1, operator_quota: 40 }] },
    {
      ledger: { adjust: () => Promise.reject(new Error("away")) },
      openAccount: () => Promise.resolve(),
      reportFault: (message) => faults.push(message),
    },
  );
  expect(faults).toEqual(["the operator's cost of r could not be booked"]);
});
