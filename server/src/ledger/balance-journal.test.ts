import { afterEach, beforeEach, expect, test } from "bun:test";
import { openTestDatabase } from "../../test/support/test-database.ts";
import type { TestDatabase } from "../../test/support/test-database.ts";
import type { BulkStatement } from "../db/bulk.ts";
import { userAccount } from "./account.ts";
import { auditBooks } from "./audit.ts";
import { createLedger } from "./ledger.ts";
import type { Ledger, LedgerOptions } from "./ledger.ts";

const clock = { nowMs: () => 1_700_000_000_000 };
const USERS = 300;
const OPENING = 1000;

let opened: TestDatabase;
let ledger: Ledger<string>;
let charges = 0;

/** Two charges with the same text cannot both commit: how a test makes a commit fail. */
const alongside = (items: string[]): BulkStatement[] => [
  {
    kind: "insert",
    table: "meta",
    columns: { key: "text", value: "text" },
    rows: items.map((item) => [item, ""]),
  },
];
const newLedger = (journal?: LedgerOptions<string>["journal"]) =>
  createLedger<string>({ database: opened.database, clock, nodeId: "node-a", alongside, journal });
const charge = async (user: number, amount: number, text?: string) => {
  const holdId = `r${++charges}`;
  ledger.reserve({ holdId, payer: userAccount(user), amount });
  await ledger.settle({ holdId, payer: userAccount(user), amount, alongside: text });
};
const { kysely, reader } = {
  kysely: () => opened.database.kysely,
  reader: () => opened.database.reader,
};
const rowOf = async (user: number) =>
  (await kysely().selectFrom("ledger_accounts").selectAll().where("id", "=", userAccount(user)).execute())[0];
const bookedOf = async (user: number) =>
  (await reader().selectFrom("ledger_balances").selectAll().where("id", "=", userAccount(user)).execute())[0];
const lines = async () => (await kysely().selectFrom("ledger_journal").select("number").execute()).length;

beforeEach(async () => {
  opened = await openTestDatabase("sqlite");
  ledger = newLedger();
  await kysely()
    .transaction()
    .execute(async (transaction) => {
      for (let user = 1; user <= USERS; user++)
        await ledger.openAccount(transaction, userAccount(user), OPENING);
    });
});
afterEach(async () => {
  const report = await ledger.audit();
  await ledger.idle();
  const rows = await kysely().selectFrom("ledger_accounts").selectAll().orderBy("id").execute();
  const booked = await kysely().selectFrom("ledger_balances").selectAll().orderBy("id").execute();
  const left = await lines();
  await opened[Symbol.asyncDispose]();
  expect(report.differences).toEqual([]);
  expect(rows).toEqual(booked);
  expect(left).toBe(0);
});

test("a charge is in the journal first and in the account's row later; the books have it from the first", async () => {
  await charge(1, 30);
  await charge(1, 5);
  expect(await rowOf(1)).toMatchObject({ posted: OPENING, used: 0, requests: 0 });
  expect(await bookedOf(1)).toMatchObject({ posted: OPENING - 35, used: 35, requests: 2 });
  expect((await auditBooks(reader())).differences).toEqual([]);
  await ledger.idle();
  expect(await rowOf(1)).toMatchObject({ posted: OPENING - 35, used: 35, requests: 2 });
});

test("the next process goes on with what the journal has", async () => {
  await charge(1, 30);
  await charge(2, 40);
  ledger = newLedger();
  await charge(1, 1);
  expect(await bookedOf(1)).toMatchObject({ posted: OPENING - 31, requests: 2 });
  expect(await bookedOf(2)).toMatchObject({ posted: OPENING - 40, requests: 1 });
  ledger = newLedger();
  expect((await ledger.balances([userAccount(1)])).get(userAccount(1))).toEqual({
    posted: OPENING - 31,
    held: 0,
    used: 31,
    requests: 2,
  });
});

test("the journal stays short while charges come, whoever they are of", async () => {
  ledger = newLedger({ balances: 100, lines: 50 });
  let longest = 0;
  for (let round = 0; round < 12; round++) {
    for (let user = 1; user <= USERS; user += 3) await charge(user, 1);
    longest = Math.max(longest, await lines());
  }
  expect(longest).toBeLessThan(250);
  expect((await rowOf(1))?.posted).toBeLessThan(OPENING);
});

test("a commit that fails writes no line, and what follows it is right", async () => {
  ledger = newLedger({ balances: 2, lines: 2 });
  for (let round = 0; round < 8; round++) {
    await charge(1, 10, `text ${round}`);
    await expect(charge(2, 10, `text ${round}`)).rejects.toThrow();
    await charge(3, 10);
  }
  expect((await ledger.balances([userAccount(2)])).get(userAccount(2))).toMatchObject({ posted: OPENING });
  await ledger.freeHoldsOf("node-a");
});
