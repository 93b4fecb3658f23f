import { afterEach, beforeEach, expect, test } from "bun:test";
import { openTestDatabase } from "../../test/support/test-database.ts";
import type { TestDatabase } from "../../test/support/test-database.ts";
import type { BulkStatement } from "../db/bulk.ts";
import { tokenAccount, userAccount } from "./account.ts";
import { createLedger } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";

const clock = { nowMs: () => 1_700_000_000_000 };
const USER = userAccount(1);
const TOKEN = tokenAccount(1);

let opened: TestDatabase;
let ledger: Ledger<string>;

/** Two charges with the same text cannot both commit: how a test makes a commit fail. */
const alongside = (items: string[]): BulkStatement[] => [
  {
    kind: "insert",
    table: "meta",
    columns: { key: "text", value: "text" },
    rows: items.map((item) => [item, "charged"]),
  },
];
const newLedger = () =>
  createLedger<string>({ database: opened.database, clock, nodeId: "node-a", alongside });
const balanceOf = async (account: number) => (await ledger.balances([account])).get(account);
const reserve = (holdId: string, amount: number) =>
  ledger.reserve({ holdId, payer: USER, limit: { account: TOKEN, guarded: true }, amount });

beforeEach(async () => {
  opened = await openTestDatabase("sqlite");
  ledger = newLedger();
  await opened.database.kysely.transaction().execute(async (transaction) => {
    await ledger.openAccount(transaction, USER, 1000);
    await ledger.openAccount(transaction, TOKEN, 1000);
  });
});
afterEach(async () => {
  const report = await ledger.audit();
  await opened[Symbol.asyncDispose]();
  expect(report.differences).toEqual([]);
});

test("a reservation is decided at once and writes nothing", async () => {
  expect(reserve("r1", 300)).toEqual({ ok: true });
  expect(await balanceOf(USER)).toMatchObject({ posted: 1000, held: 300 });
  expect(await opened.database.kysely.selectFrom("ledger_holds").selectAll().execute()).toEqual([]);
  expect(ledger.release({ holdId: "r1", payer: USER, limit: TOKEN })).toEqual({ ok: true });
  expect(await balanceOf(TOKEN)).toMatchObject({ posted: 1000, held: 0 });
});

test("a reservation is decided at once although another transaction is open", async () => {
  await opened.database.kysely.transaction().execute(async (transaction) => {
    await transaction.insertInto("meta").values({ key: "open", value: "" }).execute();
    expect(reserve("r1", 1)).toEqual({ ok: true });
  });
  await ledger.release({ holdId: "r1", payer: USER, limit: TOKEN });
});

test("a process that starts again has the same balances and no hold", async () => {
  reserve("r1", 300);
  reserve("r2", 300);
  await ledger.settle({ holdId: "r1", payer: USER, limit: TOKEN, amount: 120 });
  ledger = newLedger();
  expect(await balanceOf(USER)).toEqual({ posted: 880, held: 0, used: 120, requests: 1 });
  expect(ledger.reserve({ holdId: "r1", payer: USER, amount: 1 })).toMatchObject({ reason: "hold-resolved" });
  await expect(ledger.settle({ holdId: "r2", payer: USER, amount: 1 })).rejects.toThrow("hold-missing");
});

test("a commit that fails takes back what it changed, and only that", async () => {
  reserve("r1", 300);
  reserve("r2", 300);
  await ledger.settle({ holdId: "r1", payer: USER, limit: TOKEN, amount: 100, alongside: "same" });
  const failing = ledger.settle({ holdId: "r2", payer: USER, limit: TOKEN, amount: 100, alongside: "same" });
  reserve("r3", 50);
  await expect(failing).rejects.toThrow();
  await failing.catch(() => {});
  expect(await balanceOf(USER)).toEqual({ posted: 900, held: 350, used: 100, requests: 1 });
  expect(await ledger.holdCount()).toBe(2);
  await ledger.settle({ holdId: "r2", payer: USER, limit: TOKEN, amount: 100, alongside: "other" });
  await ledger.settle({ holdId: "r3", payer: USER, limit: TOKEN, amount: 50 });
  expect(await balanceOf(TOKEN)).toEqual({ posted: 750, held: 0, used: 250, requests: 3 });
});

test("one charge that cannot be written does not fail those of the same turn", async () => {
  for (const id of ["a", "b", "c"]) reserve(id, 100);
  const settle = (holdId: string, text: string) =>
    ledger.settle({ holdId, payer: USER, limit: TOKEN, amount: 10, alongside: text });
  const outcomes = await Promise.allSettled([settle("a", "one"), settle("b", "one"), settle("c", "two")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await balanceOf(USER)).toEqual({ posted: 980, held: 100, used: 20, requests: 2 });
  await ledger.release({ holdId: "b", payer: USER, limit: TOKEN });
});

test("what a node still holds is freed when it ends", async () => {
  reserve("r1", 300);
  expect(await ledger.freeHoldsOf("another node")).toBe(0);
  expect(await ledger.freeHoldsOf("node-a")).toBe(1);
  expect(await balanceOf(USER)).toMatchObject({ posted: 1000, held: 0 });
});
