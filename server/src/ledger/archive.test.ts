import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { archiveInProcess } from "../../test/ledger/archive-process.ts";
import { whereabouts } from "../../test/ledger/ledger-process.ts";
import { DAY_MS, openSampleBooks, START_MS, TOKEN, USER } from "../../test/ledger/sample-books.ts";
import type { SampleBooks } from "../../test/ledger/sample-books.ts";
import { ENGINES } from "../../test/support/test-database.ts";
import { archiveCharges } from "./archive.ts";
import { alone } from "./archive-store.ts";
import { verifyArchive } from "./archive-verify.ts";
import { auditBooks } from "./audit.ts";

const BEFORE = "2025-12-11";

describe.each(ENGINES)("the archive on %s", (engine) => {
  let books: SampleBooks;
  let folder: string;
  let file: string;
  beforeEach(async () => {
    books = await openSampleBooks(engine);
    folder = mkdtempSync(join(tmpdir(), "tollgate-test-"));
    file = join(folder, "old.jsonl.gz");
  });
  afterEach(async () => {
    const { differences } = await auditBooks(books.opened.database.reader);
    await books[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
    expect(differences).toEqual([]);
  });

  /** Charges on each day of December, one after another; answers their ids. */
  const chargeDays = async (days: number, eachDay = 3) => {
    const ids: string[] = [];
    for (let day = 0; day < days; day++) {
      books.clock.set(START_MS + day * DAY_MS);
      for (let n = 0; n < eachDay; n++) ids.push(await books.charge(10 + n));
    }
    return ids;
  };
  const archive = (changes: { beforeDate?: string; file?: string; batchSize?: number } = {}) =>
    archiveCharges({
      database: books.opened.database,
      clock: books.clock,
      beforeDate: BEFORE,
      file,
      batchSize: 7,
      ...changes,
    });
  const balances = async () => Object.fromEntries(await books.ledger.balances([USER, TOKEN]));
  const linesOf = (path: string) =>
    new TextDecoder()
      .decode(gunzipSync(readFileSync(path)))
      .trimEnd()
      .split("\n");

  test("moves what is older into a file, changes no balance, and leaves books that are right", async () => {
    const ids = await chargeDays(20);
    const before = await balances();
    const archived = await archive();
    expect(archived).toMatchObject({ entries: 30, file });
    expect(await balances()).toEqual(before);
    const report = await auditBooks(books.opened.database.reader);
    expect(report).toMatchObject({ differences: [], entries: 32, archivedEntries: 30 });
    const [header, ...entries] = linesOf(file).map((line) => JSON.parse(line));
    expect(header).toMatchObject({ archive: "tollgate-charges", before: BEFORE, previous_digest: "" });
    expect(entries.map(({ key }) => key)).toEqual(ids.slice(0, 30));
    expect(entries[0]).toMatchObject({
      account: USER,
      amount: -10,
      second_account: TOKEN,
      second_amount: -10,
    });
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test("the digest is that of the unpacked file, and the file is proven against it", async () => {
    await chargeDays(20);
    const archived = await archive();
    const text = gunzipSync(readFileSync(file));
    expect(new Bun.CryptoHasher("sha256").update(text).digest("hex")).toBe(archived?.digest ?? "");
    const { reader } = books.opened.database;
    expect(await verifyArchive(reader, file)).toEqual({ file, entries: 30, differences: [] });

    const forged = join(folder, "forged.jsonl.gz");
    const changed = new TextDecoder().decode(text).replace('"amount":-10', '"amount":-11');
    writeFileSync(forged, Bun.gzipSync(changed));
    expect((await verifyArchive(reader, forged)).differences[0]).toContain("belongs to no checkpoint");
    writeFileSync(forged, readFileSync(file).subarray(0, -20));
    expect((await verifyArchive(reader, forged)).differences[0]).toContain("cannot be read as an archive");
    expect((await verifyArchive(reader, join(folder, "absent"))).differences).toHaveLength(1);
    await books.opened.database.kysely
      .updateTable("ledger_checkpoint_sums")
      .set({ amount: -1 })
      .where("account", "=", USER)
      .execute();
    expect((await verifyArchive(reader, file)).differences).toEqual([
      `${file}: the charges of user 1 sum to -330 (30), checkpoint 1 says -1 (30)`,
    ]);
    await books.opened.database.kysely
      .updateTable("ledger_checkpoint_sums")
      .set({ amount: -330 })
      .where("account", "=", USER)
      .execute();
  });

  test("the next one goes on from the one before it", async () => {
    await chargeDays(25);
    const first = await archive();
    const second = await archive({ beforeDate: "2025-12-20", file: join(folder, "more.jsonl.gz") });
    expect(second?.entries).toBe(27);
    const header = JSON.parse(linesOf(join(folder, "more.jsonl.gz"))[0] ?? "");
    expect(header.previous_digest).toBe(first?.digest);
  });

  test("replays of what was archived change nothing: gifts are known, charges are refused", async () => {
    await books.ledger.grant({ key: "redemption:abc", account: USER, amount: 500 });
    const [id = ""] = await chargeDays(20);
    await archive();
    const before = await balances();
    expect(await books.ledger.grant({ key: "redemption:abc", account: USER, amount: 500 })).toEqual({
      ok: true,
      replayed: true,
    });
    await expect(books.ledger.settle({ holdId: id, payer: USER, limit: TOKEN, amount: 10 })).rejects.toThrow(
      "hold-missing",
    );
    expect(await balances()).toEqual(before);
  });

  test("refuses what it must not do, and changes nothing then", async () => {
    await chargeDays(20);
    await expect(archive({ beforeDate: "2025-12-19" })).rejects.toThrow("at least two days old");
    await expect(archive({ beforeDate: "2025-02-30" })).rejects.toThrow("must be a day");
    await expect(archive({ beforeDate: "last week" })).rejects.toThrow("must be a day");
    writeFileSync(file, "mine");
    await expect(archive()).rejects.toThrow("never overwritten");
    await expect(archive({ file: join(folder, "absent", "file") })).rejects.toThrow(
      "cannot be written (ENOENT)",
    );
    expect(await archive({ beforeDate: "2020-01-01" })).toBeNull();
    expect(readFileSync(file, "utf8")).toBe("mine");
    expect(await auditBooks(books.opened.database.reader)).toMatchObject({ entries: 62, archivedEntries: 0 });
  });

  test("goes on after what a run that was cut off has written and not committed", async () => {
    await chargeDays(20);
    const broken = { ...books.opened.database, kysely: failingAt(9) };
    expect(
      archiveCharges({ database: broken, clock: books.clock, beforeDate: BEFORE, file, batchSize: 7 }),
    ).rejects.toThrow("cut off");
    appendFileSync(file, "half a batch");
    expect((await auditBooks(books.opened.database.reader)).notes[0]).toContain("is not finished");
    await expect(archive({ beforeDate: "2025-12-05" })).rejects.toThrow(`--before ${BEFORE} --to ${file}`);
    expect((await archive())?.entries).toBe(30);
    expect((await verifyArchive(books.opened.database.reader, file)).differences).toEqual([]);
  });

  test("does not go on with a file that is not the one it has written", async () => {
    await chargeDays(20);
    const broken = { ...books.opened.database, kysely: failingAt(14) };
    await archiveCharges({
      database: broken,
      clock: books.clock,
      beforeDate: BEFORE,
      file,
      batchSize: 7,
    }).catch(() => {});
    const written = readFileSync(file);
    rmSync(file);
    await expect(archive()).rejects.toThrow();
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, written.subarray(0, 20));
    await expect(archive()).rejects.toThrow("shorter than what was archived");
    writeFileSync(file, Bun.gzipSync("x".repeat(2000)));
    await expect(archive()).rejects.toThrow();
    writeFileSync(file, written);
    expect((await archive())?.entries).toBe(30);
  });

  test("runs while charges are made", async () => {
    await chargeDays(20);
    const [archived] = await Promise.all([
      archive({ batchSize: 2 }),
      ...Array.from({ length: 100 }, () => books.charge(1)),
    ]);
    expect(archived?.entries).toBe(30);
    expect((await books.ledger.balances([USER])).get(USER)?.requests).toBe(160);
  });

  // On SQLite the gateway is stopped: nothing is held, and the data directory is the lock.
  if (engine === "postgres")
    test("waits for requests from before the day, and for another archive", async () => {
      const old = { holdId: "20251201000000000old", payer: USER, amount: 1 };
      await books.ledger.reserve(old);
      await chargeDays(20);
      await expect(archive()).rejects.toThrow("1 requests from before that day are still being answered");
      await books.ledger.release(old);
      await alone(books.opened.database, async () => {
        await expect(archive()).rejects.toThrow("another archive is being made");
      });
      expect(await archive()).toMatchObject({ entries: 30 });
    });

  test("killed before any of its statements, it leaves right books and goes on where it was", async () => {
    await chargeDays(10, 5);
    const before = await balances();
    const order = { ...(await whereabouts(books.opened)), beforeDate: BEFORE, file, batchSize: 6 };
    let runs = 0;
    // Each run dies one statement later than the one before it, and gets further.
    while (!(await archiveInProcess({ ...order, dieAtStatement: ++runs }))) {
      expect(await balances()).toEqual(before);
      expect((await auditBooks(books.opened.database.reader)).differences).toEqual([]);
    }
    expect(runs).toBeGreaterThan(8);
    expect(await auditBooks(books.opened.database.reader)).toMatchObject({ entries: 2, archivedEntries: 50 });
    expect(await verifyArchive(books.opened.database.reader, file)).toEqual({
      file,
      entries: 50,
      differences: [],
    });
  }, 60_000);

  /** A database that breaks off before a statement. */
  function failingAt(statement: number) {
    let statements = 0;
    return books.opened.database.kysely.withPlugin({
      transformQuery({ node }) {
        statements += 1;
        if (statements === statement) throw new Error("cut off");
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    });
  }
});
