import { afterEach, beforeEach, expect, test } from "bun:test";
import { openTestDatabase } from "../../test/support/test-database.ts";
import type { TestDatabase } from "../../test/support/test-database.ts";
import { tokenAccount, userAccount } from "./account.ts";
import { createLedger } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";

const clock = { nowMs: () => 1_700_000_000_000 };
const USER = userAccount(1);
const TOKEN = tokenAccount(1);
const alongside = () => [];

let opened: TestDatabase;
let ledger: Ledger<string>;

const open = async (balances: Record<number, number>) => {
  await opened.database.kysely.transaction().execute(async (transaction) => {
    for (const [account, opening] of Object.entries(balances))
      await ledger.openAccount(transaction, Number(account), opening);
  });
};
const balanceOf = async (account: number) => (await ledger.balances([account])).get(account);

beforeEach(async () => {
  opened = await openTestDatabase("postgres");
  ledger = createLedger<string>({ database: opened.database, clock, nodeId: "node-a", alongside });
});
afterEach(async () => {
  const report = await ledger.audit();
  await opened[Symbol.asyncDispose]();
  expect(report.differences).toEqual([]);
});

test("holds of a dead node are freed, those of a living one stay", async () => {
  await open({ [USER]: 100, [TOKEN]: 100 });
  await ledger.reserve({
    holdId: "dead",
    payer: USER,
    limit: { account: TOKEN, guarded: true },
    amount: 10,
  });
  const other = createLedger<string>({ database: opened.database, clock, nodeId: "node-b", alongside });
  await other.reserve({ holdId: "alive", payer: USER, amount: 20 });
  expect(await other.freeHoldsOf("node-a")).toBe(1);
  expect(await balanceOf(USER)).toMatchObject({ posted: 100, held: 20 });
  expect(await balanceOf(TOKEN)).toMatchObject({ held: 0 });
  await other.release({ holdId: "alive", payer: USER });
});

test("two nodes cannot spend the same unit", async () => {
  await open({ [USER]: 100 });
  const second = opened.reopen();
  const other = createLedger<string>({ database: second, clock, nodeId: "node-b", alongside });
  const outcomes = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      (n % 2 === 0 ? ledger : other).reserve({ holdId: `r${n}`, payer: USER, amount: 1 }),
    ),
  );
  expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(100);
  await second.close();
});
