import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { ENGINES, openTestDatabase } from "../../test/support/test-database.ts";
import type { TestDatabase } from "../../test/support/test-database.ts";
import { stopAtInsertInto } from "../../test/support/failing-insert.ts";
import type { BulkStatement } from "../db/bulk.ts";
import { affiliateAccount, tokenAccount, userAccount } from "./account.ts";
import { createLedger } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";

const clock = { nowMs: () => 1_700_000_000_000 };
const USER = userAccount(1);
const TOKEN = tokenAccount(1);

/** Commits a row in `meta` beside each charge, so that a test can see what committed together. */
const alongside = (items: string[]): BulkStatement[] => [
  {
    kind: "insert",
    table: "meta",
    columns: { key: "text", value: "text" },
    rows: items.map((item) => [item, "charged"]),
  },
];

describe.each(ENGINES)("ledger on %s", (engine) => {
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
    opened = await openTestDatabase(engine);
    ledger = createLedger<string>({ database: opened.database, clock, nodeId: "node-a", alongside });
  });
  afterEach(async () => {
    const report = await ledger.audit();
    await opened[Symbol.asyncDispose]();
    expect(report.differences).toEqual([]);
  });

  test("a reservation lowers what is available and a settlement posts the true charge", async () => {
    await open({ [USER]: 1000, [TOKEN]: 500 });
    const hold = { holdId: "r1", payer: USER, limit: { account: TOKEN, guarded: true }, amount: 300 };
    expect(await ledger.reserve(hold)).toEqual({ ok: true });
    expect(await balanceOf(USER)).toEqual({ posted: 1000, held: 300, used: 0, requests: 0 });
    await ledger.settle({ holdId: "r1", payer: USER, limit: TOKEN, amount: 120 });
    expect(await balanceOf(USER)).toEqual({ posted: 880, held: 0, used: 120, requests: 1 });
    expect(await balanceOf(TOKEN)).toEqual({ posted: 380, held: 0, used: 120, requests: 1 });
  });

  const rowsBeside = () => opened.database.kysely.selectFrom("meta").select("key").execute();
  const tellingGrant = (key: string) =>
    ledger.grant({ key, account: USER, amount: 5, alongside: (posted) => `granted ${posted}` });

  test("a movement commits with the row that tells of it, which knows what was posted", async () => {
    const earned = affiliateAccount(1);
    await open({ [USER]: 100, [earned]: 50 });
    const adjustment = {
      key: "a1",
      account: USER,
      change: { to: 130 },
      alongside: (posted: number) => `adjusted ${posted}`,
    };
    await Promise.all([
      ledger.adjust(adjustment),
      ledger.adjust(adjustment),
      ledger.transfer({
        key: "t1",
        from: earned,
        to: USER,
        amount: 50,
        alongside: (posted) => `moved ${posted}`,
      }),
      tellingGrant("g1"),
    ]);
    expect((await rowsBeside()).map(({ key }) => key).sort()).toEqual([
      "adjusted 30",
      "granted 5",
      "moved 50",
    ]);
    expect(await balanceOf(USER)).toMatchObject({ posted: 185 });
  });

  test("a refused movement has no row beside it", async () => {
    await open({ [USER]: 100 });
    expect(
      await ledger.grant({ key: "g", account: TOKEN, amount: 1, alongside: () => "told" }),
    ).toMatchObject({
      reason: "account-missing",
    });
    expect(await rowsBeside()).toEqual([]);
  });

  test("a crash between the money and its row leaves neither; said again, both come once", async () => {
    await open({ [USER]: 100 });
    const stopped = await stopAtInsertInto(opened.database, "meta");
    await expect(tellingGrant("g1")).rejects.toThrow("stopped");
    expect(await balanceOf(USER)).toMatchObject({ posted: 100 });
    // A process that is started after it sees the same.
    ledger = createLedger<string>({ database: opened.database, clock, nodeId: "node-b", alongside });
    expect(await balanceOf(USER)).toMatchObject({ posted: 100 });
    await stopped.goOn();
    expect(await tellingGrant("g1")).toEqual({ ok: true, amount: 5 });
    expect(await tellingGrant("g1")).toEqual({ ok: true, replayed: true });
    expect(await rowsBeside()).toEqual([{ key: "granted 5" }]);
    expect(await balanceOf(USER)).toMatchObject({ posted: 105 });
  });

  test("a reservation above what is available is refused and changes nothing", async () => {
    await open({ [USER]: 100 });
    expect(await ledger.reserve({ holdId: "r1", payer: USER, amount: 101 })).toEqual({
      ok: false,
      reason: "insufficient",
      account: USER,
      available: 100,
    });
    expect(await balanceOf(USER)).toEqual({ posted: 100, held: 0, used: 0, requests: 0 });
  });

  test("a limited token refuses although the user could pay, an unlimited one does not", async () => {
    await open({ [USER]: 1000, [TOKEN]: 10 });
    const hold = (id: string, guarded: boolean) =>
      ledger.reserve({ holdId: id, payer: USER, limit: { account: TOKEN, guarded }, amount: 50 });
    expect(await hold("r1", true)).toMatchObject({ ok: false, account: TOKEN, available: 10 });
    expect(await hold("r2", false)).toEqual({ ok: true });
    await ledger.settle({ holdId: "r2", payer: USER, limit: TOKEN, amount: 50 });
    expect(await balanceOf(TOKEN)).toMatchObject({ posted: -40, used: 50 });
  });

  test("of 200 concurrent reservations exactly the affordable ones pass", async () => {
    await open({ [USER]: 50 });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, n) => ledger.reserve({ holdId: `r${n}`, payer: USER, amount: 1 })),
    );
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(50);
  });

  test("a hold resolves once: a second settlement or release changes nothing", async () => {
    await open({ [USER]: 100 });
    await ledger.reserve({ holdId: "r1", payer: USER, amount: 10 });
    await ledger.settle({ holdId: "r1", payer: USER, amount: 10, alongside: "row" });
    expect(await ledger.settle({ holdId: "r1", payer: USER, amount: 99, alongside: "row" })).toMatchObject({
      ok: true,
      replayed: true,
    });
    expect(await ledger.release({ holdId: "r1", payer: USER })).toEqual({ ok: true, replayed: true });
    expect(await ledger.reserve({ holdId: "r1", payer: USER, amount: 10 })).toMatchObject({
      ok: false,
      reason: "hold-resolved",
    });
    expect(await balanceOf(USER)).toEqual({ posted: 90, held: 0, used: 10, requests: 1 });
  });

  test("a charge above the hold is posted in full, even below zero, and the next reservation is refused", async () => {
    await open({ [USER]: 100 });
    await ledger.reserve({ holdId: "r1", payer: USER, amount: 100 });
    await ledger.settle({ holdId: "r1", payer: USER, amount: 130 });
    expect(await balanceOf(USER)).toMatchObject({ posted: -30, held: 0 });
    expect(await ledger.reserve({ holdId: "r2", payer: USER, amount: 1 })).toMatchObject({
      ok: false,
      available: -30,
    });
  });

  test("a settlement without a hold is an error and posts nothing", async () => {
    await open({ [USER]: 100 });
    await expect(ledger.settle({ holdId: "never", payer: USER, amount: 1 })).rejects.toThrow("hold-missing");
    expect(await balanceOf(USER)).toMatchObject({ posted: 100 });
  });

  test("what commits alongside a charge is there exactly when the charge is", async () => {
    await open({ [USER]: 100 });
    await ledger.reserve({ holdId: "good", payer: USER, amount: 1 });
    await ledger.reserve({ holdId: "bad", payer: USER, amount: 1 });
    await opened.database.kysely.insertInto("meta").values({ key: "taken", value: "" }).execute();
    // Both settle in one batch; the row of the bad one collides, so it must fail alone.
    const [good, bad] = await Promise.allSettled([
      ledger.settle({ holdId: "good", payer: USER, amount: 1, alongside: "row" }),
      ledger.settle({ holdId: "bad", payer: USER, amount: 1, alongside: "taken" }),
    ]);
    expect([good?.status, bad?.status]).toEqual(["fulfilled", "rejected"]);
    expect(await balanceOf(USER)).toEqual({ posted: 99, held: 1, used: 1, requests: 1 });
    expect(
      await opened.database.kysely.selectFrom("meta").select("key").where("value", "=", "charged").execute(),
    ).toEqual([{ key: "row" }]);
  });

  test("a grant, transfer or adjustment with a used key changes nothing", async () => {
    await open({ [USER]: 0, [affiliateAccount(1)]: 70 });
    for (let round = 0; round < 2; round++) {
      await ledger.grant({ key: "gift", account: USER, amount: 5 });
      await ledger.transfer({ key: "move", from: affiliateAccount(1), to: USER, amount: 60 });
      await ledger.adjust({ key: "fix", account: USER, change: { to: 40 } });
    }
    expect(await balanceOf(USER)).toMatchObject({ posted: 40 });
    expect(await balanceOf(affiliateAccount(1))).toMatchObject({ posted: 10 });
  });

  test("a transfer of more than the source has is refused", async () => {
    await open({ [USER]: 0, [affiliateAccount(1)]: 70 });
    expect(
      await ledger.transfer({ key: "move", from: affiliateAccount(1), to: USER, amount: 71 }),
    ).toMatchObject({ ok: false, available: 70 });
  });

  test("an amount that is not a whole number never reaches the books", async () => {
    await open({ [USER]: 100 });
    expect(() => ledger.reserve({ holdId: "r1", payer: USER, amount: 0.5 })).toThrow(RangeError);
    expect(() => ledger.grant({ key: "g", account: USER, amount: -1 })).toThrow(RangeError);
  });

  test("the audit names the first difference", async () => {
    await open({ [USER]: 100 });
    await opened.database.kysely.updateTable("ledger_accounts").set({ posted: 105, held: 3 }).execute();
    expect((await ledger.audit()).differences).toEqual([
      "user 1: posted 105, entries sum to 100",
      "user 1: held 3, open holds sum to 0",
    ]);
    await opened.database.kysely.updateTable("ledger_accounts").set({ posted: 100, held: 0 }).execute();
  });
});
