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

test("work that may be committed soon is committed with the next that must be durable now", async () => {
  const { database } = opened;
  await database.bulk(insert("a"), "soon");
  await database.bulk(insert("b"));
  expect(await keysSeenBy(database.reader)).toEqual(["a", "b"]);
});

test("work that fails undoes itself alone, not what waits for its commit", async () => {
  const { database } = opened;
  await database.bulk(insert("a"), "soon");
  expect(database.bulk(insert("b", "a"))).rejects.toThrow();
  await database.bulk(insert("c"));
  expect(await keysSeenBy(database.reader)).toEqual(["a", "c"]);
});

test("another user of the connection sees what was decided, and keeps it when his own transaction fails", async () => {
  const { database } = opened;
  await database.bulk(insert("a"), "soon");
  const failing = database.kysely.transaction().execute(async (transaction) => {
    await transaction.insertInto("meta").values({ key: "b", value: "" }).execute();
    throw new Error("no");
  });
  expect(failing).rejects.toThrow("no");
  expect(await keysSeenBy(database.kysely)).toEqual(["a"]);
  expect(await keysSeenBy(database.reader)).toEqual(["a"]);
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

test("a database that is closed keeps what waited for its commit", async () => {
  await opened.database.bulk(insert("a"), "soon");
  const again = opened.reopen;
  await opened.database.close();
  const second = again();
  expect(await keysSeenBy(second.kysely)).toEqual(["a"]);
  await second.close();
  opened = await openTestDatabase("sqlite");
});

test("a database that is closed refuses instead of hanging", async () => {
  const { database } = await openTestDatabase("sqlite");
  await database.close();
  expect(keysSeenBy(database.kysely)).rejects.toThrow("the database is closed");
  expect(keysSeenBy(database.reader)).rejects.toThrow("the database is closed");
  expect(database.bulk(insert("a"))).rejects.toThrow("the database is closed");
});
