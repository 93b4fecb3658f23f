import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { openSampleBooks, TOKEN, USER } from "../../test/ledger/sample-books.ts";
import type { SampleBooks } from "../../test/ledger/sample-books.ts";
import { ENGINES } from "../../test/support/test-database.ts";
import { auditBooks, auditLedger } from "./audit.ts";

const UNGUARD = {
  sqlite: ["drop trigger ledger_entries_unchanged", "drop trigger ledger_entries_kept"],
  postgres: ["alter table ledger_entries disable trigger all"],
};

describe.each(ENGINES)("the audit on %s", (engine) => {
  let books: SampleBooks;
  let first: string;
  let second: string;
  beforeEach(async () => {
    books = await openSampleBooks(engine);
    first = await books.charge(100);
    books.clock.set(books.clock.nowMs() + 5000);
    second = await books.charge(250);
  });
  afterEach(() => books[Symbol.asyncDispose]());

  const run = async (statement: string) => {
    await sql.raw(statement).execute(books.opened.database.kysely);
  };
  const unguarded = async (statement: string) => {
    for (const guard of UNGUARD[engine]) await run(guard);
    await run(statement);
  };
  /** What each check that is not content says. */
  const found = async () => {
    const { checks } = await auditBooks(books.opened.database.reader);
    return Object.fromEntries(
      checks
        .filter(({ differences }) => differences.length > 0)
        .map(({ name, differences }) => [name, differences]),
    );
  };

  test("finds nothing wrong with books that the ledger has kept", async () => {
    await books.ledger.grant({ key: "gift:1", account: USER, amount: 5 });
    await books.ledger.reserve({ holdId: "open-request", payer: USER, amount: 7 });
    const report = await auditBooks(books.opened.database.reader);
    expect(report).toMatchObject({ differences: [], notes: [], accounts: 2, entries: 5, archivedEntries: 0 });
    expect(report.checks.map(({ name }) => name)).toContain("posted-balances");
  });

  test("names a balance that is not the sum of its entries", async () => {
    await books.ledger.idle();
    await run(
      `update ledger_accounts set posted = posted + 5, used = used - 1, requests = 9 where id = ${USER}`,
    );
    expect(await found()).toEqual({
      "posted-balances": [
        "user 1: posted 999655, entries sum to 999650",
        "user 1: used 349, charges sum to 350",
        "user 1: 9 requests counted, 2 charges posted",
      ],
    });
  });

  test("names entries of an account that does not exist", async () => {
    await run(`delete from ledger_accounts where id = ${TOKEN}`);
    expect((await found())["posted-balances"]?.[0]).toBe("token 1: posted 0, entries sum to 999650");
  });

  test("names a held amount without holds, and a hold without a held amount", async () => {
    await run(`update ledger_accounts set held = 3 where id = ${USER}`);
    await run(`insert into ledger_holds values ('h1', ${TOKEN}, null, 4, 'node-a', 0)`);
    expect((await found())["held-amounts"]).toEqual([
      "user 1: held 3, open holds sum to 0",
      "token 1: held 0, open holds sum to 4",
    ]);
  });

  test("names a hold that is open although its request was charged", async () => {
    await run(`insert into ledger_holds values ('${first}', ${USER}, null, 0, 'node-a', 0)`);
    expect(await found()).toEqual({
      "holds-resolve-once": [`hold ${first} is open although it was charged`],
    });
  });

  test("names a hold of a node that nobody knows", async () => {
    await run("insert into nodes values ('node-b', 0, 0)");
    await run(`insert into ledger_holds values ('h1', ${USER}, null, 0, 'node-z', 0)`);
    expect(await found()).toEqual({
      "holds-of-nodes": ["hold h1 belongs to node node-z, which does not exist"],
    });
  });

  test("names a balance below zero that nothing explains, and tells of those that charges explain", async () => {
    await run("insert into ledger_accounts values (16, -40, 0, 0, 0)");
    await run("insert into ledger_entries values ('open:16', 'open', 16, -40, null, 0, '', 0)");
    expect(await found()).toEqual({
      "balances-below-zero": ["user 2 is 40 below zero, which no charge and no correction has done"],
    });
    await books.ledger.adjust({ key: "fix", account: 16, change: { by: -2 } });
    const report = await auditLedger(books.opened.database.reader);
    expect(report.differences).toEqual([]);
    expect(report.notes).toEqual(["user 2 is 42 below zero: charged above what was reserved, or corrected"]);
  });

  test("the database refuses to change or remove an entry, and the audit names it when it no longer would", async () => {
    const { kysely } = books.opened.database;
    await expect(kysely.updateTable("ledger_entries").set({ amount: 0 }).execute()).rejects.toThrow(
      "never changed",
    );
    await expect(kysely.deleteFrom("ledger_entries").execute()).rejects.toThrow(
      "removed by the archive only",
    );
    await unguarded("update ledger_entries set note = 'changed' where kind = 'open'");
    expect((await found())["entries-append-only"]).toHaveLength(2);
  });

  test("names an entry that no verb makes", async () => {
    await unguarded(`update ledger_entries set second_amount = second_amount - 1 where key = '${first}'`);
    expect((await found())["entry-shapes"]).toEqual([
      `entry ${first}: no charge moves -100 and -101 on its second account`,
    ]);
  });

  test("names a log row without its charge, and one of another amount or user", async () => {
    await unguarded(`delete from ledger_entries where key = '${first}'`);
    await run("update logs set quota = 251 where quota = 250");
    const byLog = (await found())["logs-have-charges"];
    expect(byLog).toEqual([
      `log row 1 (request ${first}) tells of 100 units, and there is no such charge`,
      `log row 2 (request ${second}) tells of 251 units, and 250 were charged`,
    ]);
    await run("update logs set quota = 250, user_id = 7 where quota = 251");
    expect((await found())["logs-have-charges"]?.[1]).toContain("there is no such charge");
  });

  test("names a charge that is newer than the log's beginning and not in the log", async () => {
    books.clock.set(books.clock.nowMs() + 5000);
    const third = await books.charge(7, { isKept: false });
    expect(await found()).toEqual({
      "charges-have-logs": [`the charge ${third} of 7 units is not in the log, and should be`],
    });
    await run("insert into options values ('LogConsumeEnabled', 'false')");
    expect(await found()).toEqual({});
  });

  test("does not miss log rows that were purged", async () => {
    await run("delete from logs where id = 1");
    expect(await found()).toEqual({});
    await run("delete from logs");
    expect(await found()).toEqual({});
  });

  test("names a request that is in the log twice, and a channel that has been used more than it tells", async () => {
    await run(
      "insert into logs (created_at, type, user_id, channel_id, quota, request_id) select created_at, type, user_id, channel_id, quota, request_id from logs where id = 2",
    );
    expect(await found()).toEqual({
      "charges-are-logged-once": [`request ${second} is in the log 2 times`],
      "channel-use": ["channel 1: used 350, its rows in the log sum to 600"],
    });
  });

  test("names a charge that is older than the checkpoint, and a checkpoint that was taken out", async () => {
    await run("insert into ledger_checkpoints values (2, '20260101', 'x', 0, 0, 'b', 'a', 0, 0)");
    const { checkpoints, ...others } = await found();
    expect(checkpoints).toEqual(["checkpoint 2 does not follow the one before it: its chain is broken"]);
    expect(others).toEqual({
      "nothing-older-than-the-checkpoint": [first, second].map(
        (key) => `the charge ${key} is older than the checkpoint`,
      ),
    });
  });

  test("sees one moment while charges are made", async () => {
    const charging = Promise.all(Array.from({ length: 300 }, () => books.charge(1)));
    const reports = [];
    for (let round = 0; round < 5; round++) reports.push(await auditBooks(books.opened.database.reader));
    await charging;
    expect(reports.flatMap(({ differences }) => differences)).toEqual([]);
  });
});
