import { afterEach, beforeEach, expect, test } from "bun:test";
import { openTestDatabase } from "../../../test/support/test-database.ts";
import type { TestDatabase } from "../../../test/support/test-database.ts";
import type { BulkWork } from "../bulk.ts";

const META = { key: "text", value: "text" } as const;
let opened: TestDatabase;

function* insert(...keys: string[]): BulkWork<number> {
  yield { kind: "insert", table: "meta", columns: META, rows: keys.map((key) => [key, ""]) };
  return keys.length;
}
const keysSeenBy = async (kysely: TestDatabase["database"]["kysely"]) =>
  (await kysely.selectFrom("meta").select("key").orderBy("key").execute()).map(({ key }) => key);

beforeEach(async () => {
  opened = await openTestDatabase("sqlite");
});
afterEach(() => opened[Symbol.asyncDispose]());

test("work that fails undoes itself alone", async () => {
  const { database } = opened;
  await database.bulk(insert("a"));
  await expect(database.bulk(insert("b", "a"))).rejects.toThrow();
  await database.bulk(insert("c"));
  expect(await keysSeenBy(database.reader)).toEqual(["a", "c"]);
});

test("rows are found by their key at once, also while a transaction is open", async () => {
  const { database } = opened;
  await database.bulk(insert("a"));
  await database.kysely.transaction().execute(async (transaction) => {
    await transaction.insertInto("meta").values({ key: "t", value: "" }).execute();
    const find = { kind: "find", table: "meta", key: "key", keyType: "text", columns: META } as const;
    expect(database.findNow?.({ ...find, ids: ["a", "none"] })).toEqual([{ key: "a", value: "" }]);
  });
});

test("bulk work waits for a transaction that is open", async () => {
  const { database } = opened;
  const order: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const transaction = database.kysely.transaction().execute(async (open) => {
    await open.insertInto("meta").values({ key: "t", value: "" }).execute();
    await gate;
    order.push("transaction");
  });
  await Bun.sleep(0);
  const bulk = database.bulk(insert("b")).then(() => order.push("bulk"));
  release();
  await Promise.all([transaction, bulk]);
  expect(order).toEqual(["transaction", "bulk"]);
});

test("a database that is closed refuses instead of hanging", async () => {
  const { database } = await openTestDatabase("sqlite");
  await database.close();
  await expect(keysSeenBy(database.kysely)).rejects.toThrow("the database is closed");
  await expect(keysSeenBy(database.reader)).rejects.toThrow("the database is closed");
  await expect(database.bulk(insert("a"))).rejects.toThrow("the database is closed");
});
